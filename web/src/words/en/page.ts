// The words around all views.

export const page = {
  title: "Covert bots",
  viewsLabel: "Views",
  /** The views in the navigation, by their addresses. */
  views: {
    "": "Play",
    ask: "Ask",
    review: "Review",
    learn: "Learn",
    watch: "Watch",
  } as Record<string, string>,
  language: "Language",
  noSuchView: (name: string) => `There is no page “${name}”.`,
};
