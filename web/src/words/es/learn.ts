import type { Words } from "../words";

export const learn: Words["learn"] = {
  title: "Aprender Covert",
  intro:
    "Una primera partida contra el bot easy. Junto a la mesa se explica lo que ves y lo que hay que " +
    "hacer, cuando hace falta.",
  how: "Las palabras subrayadas se explican, con el número de su regla. Puedes saltarte la guía cuando quieras.",
  begin: "Empezar la primera partida",
  goOn: "Seguir con la empezada",
  step: (number, count) => `Paso ${number} de ${count}`,
  allDone: "Los ocho pasos",
  done: "hecho",
  back: "Atrás",
  next: "Seguir leyendo",
  skip: "Saltar la guía",
  show: "Mostrar la guía",
  allWords: "Todas las palabras explicadas",
  rule: (number) => `Regla ${number}`,
  end: "Así es una ronda. La sexta misión trae el [final|end]; gana quien tiene más [puntos|points].",
  steps: {
    mission: {
      title: "Elige tus misiones",
      about: "Recibes tres [misiones|mission] secretas y te quedas con dos.",
      now: "Mira en tu mano qué pide cada una y elige la que vuelve debajo del mazo.",
      later: "La partida empieza con esta elección.",
    },
    dice: {
      title: "Tirar y colocar dados",
      about:
        "Todos tiran cinco dados. En tu turno colocas uno: en un [círculo|circle] de acción, en el " +
        "[Descodificador|decoder] o en la [carpeta de Operaciones especiales|folder].",
      now: "Coloca dados donde se ilumina y luego toma una ficha de [orden de turno|order] para parar.",
      later: "Cada ronda empieza así.",
    },
    codes: {
      title: "Intercambiar losetas",
      about:
        "En orden de turno, cada jugador puede [intercambiar|swap] dos [losetas|tile] contiguas y " +
        "descifrar los [códigos|code] cuyos números queden allí en orden.",
      now: "Mira tus códigos e intercambia dos losetas: elige una y luego la otra.",
      later: "Llega cuando todos han tomado una ficha de [orden de turno|order].",
    },
    circle: {
      title: "Resolver un dado",
      about:
        "Después se resuelven los dados de los círculos, una acción por turno. Cartas de misión da " +
        "una [misión|mission]; Cartas de Agencia, una [carta de Agencia|agency].",
      now: "Usa tus dados para una acción: lo que puedes elegir está iluminado.",
      later: "Llega después de los códigos, si tienes un dado en un [círculo|circle].",
    },
    move: {
      title: "Mover a tus agentes",
      about:
        "Con dados de Movimiento, cada [agente|agent] recorre hasta tantas conexiones como dados " +
        "uses. Puede dejar un [cubo|cube] y toma los ajenos: las [parejas|pair] dan cartas.",
      now: "Elige Movimiento y luego las ciudades de destino.",
      further: "Elige la ciudad de destino, o para.",
      later: "Para esto necesitas un dado en [Movimiento|movement].",
    },
    complete: {
      title: "Completar una misión",
      about:
        "El [equipo|equipment] se paga con cartas de Agencia y códigos descifrados; sus " +
        "[lugares|place] necesitan a tus agentes. El [pie|foot] de una misión completada vale para " +
        "lo uno o lo otro.",
      now: "Tienes todo lo que pide una misión: elígela y luego con qué pagas.",
      further: "Elige con qué pagas.",
      later: "Para esto necesitas un dado en Completar misión y todo lo que pide la misión.",
    },
    window: {
      title: "Espionaje y Primero",
      about:
        "[Espionaje|espionage] toma una carta de Agencia recién usada. [Primero|first] descifra " +
        "códigos o resuelve una acción antes del orden.",
      now: "Ahora se te pregunta: úsalo o renuncia.",
      later: "Se te pregunta si lo tienes, como carta o [ficha|token], y llega su momento.",
    },
    end: {
      title: "El final de la ronda",
      about:
        "Cuando no quedan dados en los círculos, la ronda termina. Todos los dados vuelven y quien " +
        "fue último en el [orden de turno|order] coloca primero.",
      now: "Usa los dados que te quedan o [retíralos|forfeit].",
      later: "Llega cuando se han usado todos los dados de los círculos.",
    },
  },
  titles: {
    agent: "agente",
    agency: "carta de Agencia",
    character: "personaje",
    circle: "círculo",
    code: "código",
    cube: "cubo",
    decoder: "Descodificador",
    end: "final de la partida",
    equipment: "equipo",
    espionage: "Espionaje",
    first: "Primero",
    flight: "vuelo",
    folder: "carpeta",
    foot: "pie de una misión",
    forfeit: "retirar un dado",
    mission: "misión",
    movement: "Movimiento",
    order: "orden de turno",
    pair: "pareja de cubos",
    place: "ciudad y región pedidas",
    points: "puntos",
    region: "región",
    reroll: "ficha de repetir tirada",
    swap: "intercambio",
    tile: "loseta de cifrado",
    token: "ficha",
  },
  explained: {
    agent: "Cada jugador tiene tres. Empiezan en las ciudades de tres cartas de Agencia robadas.",
    agency:
      "Una carta de Agencia se usa por uno de sus tres lados, equipo, vuelo o capacidad, y se descarta.",
    character: "Cada uno tiene una capacidad propia, que actúa cuando lo dice su carta.",
    circle:
      "El espacio debe estar libre y mostrar el número del dado. Si hay algún dado en el círculo, " +
      "debe estar junto a un espacio ocupado.",
    code:
      "Un código se descifra cuando sus números están en orden en losetas vecinas de una fila, de " +
      "izquierda a derecha. Hay opciones que permiten más.",
    cube: "Un agente que deja una ciudad deja allí un cubo tuyo, si te queda alguno y no hay ya uno tuyo.",
    decoder:
      "Admite cualquier dado. Allí el dado puede valer por una loseta al descifrar un código.",
    end: "Cuando un jugador completa su sexta misión, la ronda se juega hasta el final.",
    equipment:
      "Viene de una carta de Agencia, un código completado o el pie de una misión completada. Cada " +
      "fuente cubre un símbolo.",
    espionage:
      "Cuando cualquier jugador usa cartas de Agencia, toma en tu mano una de las recién usadas.",
    first:
      "Antes de descifrar, descifra los tuyos antes del orden; o antes de resolver los dados, " +
      "resuelve una acción antes del orden.",
    flight: "Descarta una carta de Agencia y pon un agente en su ciudad.",
    folder:
      "Admite cualquier dado, y robas en secreto una ficha. El dado no hace nada más y vuelve al " +
      "final de la ronda.",
    foot:
      "El pie de una misión completada vale el resto de la partida, una vez por cada misión " +
      "completada después: como equipo, o por una ciudad o región.",
    forfeit: "Un dado puede retirarse sin efecto, uno por turno.",
    mission:
      "Pide equipo, ciudades, regiones y «cualquier carta de Agencia», y da puntos. A su pie hay un " +
      "equipo, una región o nada.",
    movement:
      "Con cualquier número de tus dados allí, cada agente recorre hasta tantas conexiones.",
    order:
      "En vez de colocar un dado tomas la ficha de orden de turno más baja que queda, y no colocas " +
      "nada más en la ronda.",
    pair:
      "Al entrar en una ciudad se toman todos los cubos ajenos. El segundo de un color forma una " +
      "pareja: se entrega, y tomas la carta de la región de esa ciudad o la primera del mazo.",
    place: "Una ciudad necesita un agente allí; una región, un agente en una de sus ciudades.",
    points: "Los de tus misiones, y 2 por cada código completado que aún tengas.",
    region:
      "Cada ciudad está en una de seis; cada una tiene un espacio para una carta de Agencia a la vista.",
    reroll:
      "Una vez por partida, en tu turno de colocar, repite la tirada de dados tuyos sin colocar.",
    swap: "Dos losetas contiguas, una encima de la otra, o los dos extremos de una fila; una vez por turno, y otra con un Descifrador.",
    tile: "Están boca arriba en dos filas; cada una muestra un número del 1 al 6.",
    token: "Una ficha robada con la carpeta puede usarse a partir de un turno posterior.",
  },
};
