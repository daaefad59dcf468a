import type { Words } from "../words";

export const page: Words["page"] = {
  title: "Covert bots",
  viewsLabel: "Vistas",
  views: {
    "": "Jugar",
    ask: "Preguntar",
    review: "Revisar",
    learn: "Aprender",
    watch: "Ver",
  },
  language: "Idioma",
  noSuchView: (name) => `No existe la página «${name}».`,
};
