import type { Words } from "../words";

export const hint: Words["hint"] = {
  title: "Pista",
  effort: "Iteraciones",
  thinking: "Pensando…",
  stop: "Parar",
  play: "Jugar este turno",
  playRound: "Jugar esta ronda",
  playing: "Jugando según las pistas…",
  playThis: "Jugar esta acción",
  found: (iterations, worlds) => `${iterations} iteraciones, ${worlds} mundos distintos`,

  score: "Puntos",
  win: "Victoria",
  value: "Valor",
  visits: "Visitas",
  all: (moves) => `Las ${moves} acciones`,
  fewer: "Menos acciones",
  legend: "Qué significan las cifras",
  scoreMeans:
    "La puntuación final que cabe esperar y, entre paréntesis, cuánto está por encima o por debajo de la del mejor rival. En Covert Action: tipos de cartas de Plan.",
  winMeans: "La probabilidad de ganar contra iguales.",
  valueMeans:
    "Lo que vale la acción, de 0 a 1, y su error típico. Si dos acciones distan menos de dos o tres de esos errores, la búsqueda no sabe cuál es mejor.",
  visitsMeans:
    "Cuántas veces probó la búsqueda la acción. Con pocas visitas, las cifras dicen poco.",

  why: "Por qué",
  plans: "Tus misiones",
  plansFaceUp: "Misiones a la vista",
  planTakes: (dice, rounds) =>
    `cuesta unos ${dice} dados, ${rounds === 1 ? "esta ronda" : `${rounds} rondas`}`,
  anyCard: "cualquier carta de Agencia",
  standings: { have: "lo tienes", reachable: "a tu alcance esta ronda", notYet: "todavía no" },
  ways: {
    card: (card) => `${card} de tu mano`,
    take: (card, region, dice) =>
      `toma ${card} de ${region}, ${dice === 1 ? "1 dado" : `${dice} dados`}`,
    code: (code) => `código ${code}`,
    foot: (mission) => `pie de «${mission}»`,
    fly: (agent, city, card) => `el agente ${agent} vuela a ${city} con ${card}`,
    walk: (agent, city, steps) =>
      `el agente ${agent} a ${city}, ${steps === 1 ? "1 paso" : `${steps} pasos`}`,
    stands: (agent, city) => `el agente ${agent} está en ${city}`,
  },

  hands: "Qué podrían tener los demás",
  handsMean: (worlds) =>
    `No es lo que tienen: en cuántos de los ${worlds} mundos que repartió la búsqueda estaba ahí cada carta.`,
  inWorlds: (worlds) => `${worlds} mundos`,
  missions: "Misiones",
  codes: "Códigos",

  beliefs: "Quién es quién, hasta donde se puede saber",
  beliefsMean:
    "Probabilidad de cada papel, según todo lo dicho y hecho y cómo suelen comportarse los jugadores.",
  ofYou: "Tú, como deben verte los demás",
  goodTarget: (chance) => `Disparar a este jugador sería bueno: ${chance}`,
};
