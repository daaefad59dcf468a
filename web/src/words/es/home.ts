import type { Words } from "../words";

export const home: Words["home"] = {
  welcome: "Juega a Covert y Covert Action contra el ordenador, o pídele una pista.",
};
