export const home = {
  welcome: "Play Covert and Covert Action against computer opponents, or ask them for a hint.",
};
