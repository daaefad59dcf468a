import type { Words } from "../words";

export const page: Words["page"] = {
  title: "Covert bots",
  language: "Idioma",
  noSuchView: (name) => `No existe la página «${name}».`,
};
