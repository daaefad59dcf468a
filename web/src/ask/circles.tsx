// The dice on the action circles: a grid to click or to type seats into.

import { SeatMark } from "../covert/shapes";
import { words } from "../words/words";
import { seats, touch, values } from "./draft";
import { idOf, Mistake, put, useMistake, useValue } from "./field";
import { CIRCLES, type Place, place, SEATS } from "./text";

const FACES = [1, 2, 3, 4, 5, 6];

export function CirclesField() {
  const { ask, covert } = words();
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const [row, column] = [Number(target.dataset.row), Number(target.dataset.column)];
    const circle = place("circles", CIRCLES[row]);
    const seat = seats.value.findIndex(
      (name) => name[0]?.toLowerCase() === event.key.toLowerCase(),
    );
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 }[event.key];
    if (step !== undefined) {
      const cells = event.currentTarget as HTMLElement;
      const next = row * FACES.length + column + step;
      cells.querySelectorAll<HTMLElement>("button")[next]?.focus();
    } else if (seat >= 0) setSpace(circle, column, seat);
    else if (event.key === "Delete" || event.key === "Backspace")
      setSpace(circle, column, undefined);
    else return;
    event.preventDefault();
  };
  return (
    <fieldset class="circles-field" onKeyDown={onKeyDown}>
      <legend>{covert.circles}</legend>
      <p class="faint" id="circles-help">
        {ask.circlesHelp}
      </p>
      {CIRCLES.map((circle, row) => (
        <CircleRow key={circle} circle={circle} row={row} />
      ))}
    </fieldset>
  );
}

function CircleRow({ circle, row }: { circle: (typeof CIRCLES)[number]; row: number }) {
  const { covert } = words();
  const where = place("circles", circle);
  const spaces = spacesOf(useValue(where));
  const name = covert.places[circle];
  return (
    <div class="circle-row">
      <span>{name}</span>
      {FACES.map((face, column) => {
        const owner = spaces[column];
        const said = covert.space(name, face, owner === undefined ? undefined : SEATS[owner]);
        return (
          <button
            key={face}
            id={row + column === 0 ? idOf(place("circles")) : undefined}
            type="button"
            data-row={row}
            data-column={column}
            tabIndex={column === 0 ? 0 : -1}
            aria-label={said}
            aria-describedby="circles-help"
            onClick={() => {
              const next = owner === undefined ? 0 : owner + 1;
              setSpace(where, column, next < seats.value.length ? next : undefined);
            }}
          >
            {owner === undefined ? face : <SeatMark seat={owner} text={face} />}
          </button>
        );
      })}
      <Mistake id={idOf(where)} said={useMistake(where)} />
    </div>
  );
}

/** Return the seat whose die lies on each space of a circle. */
function spacesOf(value: string): (number | undefined)[] {
  const spaces: (number | undefined)[] = FACES.map(() => undefined);
  for (const word of value.split(" ")) {
    const face = Number(/[1-6]/.exec(word)?.[0]);
    const letter = /[a-z]/i.exec(word)?.[0]?.toUpperCase();
    const seat = SEATS.findIndex((name) => name[0] === letter);
    if (face >= 1 && seat >= 0) spaces[face - 1] = seat;
  }
  return spaces;
}

function setSpace(where: Place, column: number, seat: number | undefined): void {
  const spaces = spacesOf(values.value.get(where) ?? "");
  spaces[column] = seat;
  const dice = spaces.flatMap((owner, at) =>
    owner === undefined ? [] : [`${at + 1}${SEATS[owner]?.[0]}`],
  );
  put(where, dice.join(" "));
  touch(where);
}
