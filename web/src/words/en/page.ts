// The words around all views.

export const page = {
  title: "Covert bots",
  language: "Language",
  noSuchView: (name: string) => `There is no page “${name}”.`,
};
