// The start page: a game against bots or with friends, the tables one sits at, and the other views.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GetInfoResponseJson } from "../generated/covertbots/v1/opponent_pb";
import { address, go } from "../route";
import { call, type ServiceError } from "../service";
import { forgetSeat, keptSeats } from "../table/kept_seats";
import { invitationIn } from "../table/links";
import { views } from "../views";
import { words } from "../words/words";
import { NewCovert } from "./new_covert";
import { NewCovertAction } from "./new_covert_action";
import { TokenForm } from "./token_form";

export function Home() {
  const text = words().home;
  const wrong = useSignal<ServiceError | undefined>(undefined);
  useEffect(() => {
    call<GetInfoResponseJson>("Opponent", "GetInfo", {}).catch((error) => (wrong.value = error));
  }, []);
  return (
    <div class="home">
      <h1 class="welcome">{text.welcome}</h1>
      {wrong.value && <NoAnswer error={wrong.value} />}
      <Continue />
      <div class="games">
        <NewCovert />
        <NewCovertAction />
      </div>
      <JoinByLink />
      <Others />
    </div>
  );
}

function Continue() {
  const text = words().home;
  const seats = useSignal(keptSeats().slice(0, 6));
  if (seats.value.length === 0) return null;
  return (
    <section class="panel">
      <h2>{text.continueTitle}</h2>
      <ul class="kept-tables">
        {seats.value.map(({ table, game, at, tour }) => (
          <li key={table}>
            <a href={address(tour ? "learn" : "table", table)}>
              {text.games[game] || game || table}, {new Date(at).toLocaleString()}
            </a>
            <button
              type="button"
              class="quiet"
              aria-label={text.forgetTable(table)}
              onClick={() => {
                forgetSeat(table);
                seats.value = keptSeats().slice(0, 6);
              }}
            >
              {text.forget}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function JoinByLink() {
  const text = words().home;
  const link = useSignal("");
  const wrong = useSignal(false);
  function join(event: Event) {
    event.preventDefault();
    const parts = invitationIn(link.value);
    wrong.value = parts === undefined;
    if (parts !== undefined) go("join", ...parts);
  }
  return (
    <section class="panel">
      <h2>{text.joinTitle}</h2>
      <form class="row" onSubmit={join}>
        <label class="field wide">
          <span>{text.joinLabel}</span>
          <input value={link.value} onInput={(event) => (link.value = event.currentTarget.value)} />
        </label>
        <button type="submit">{text.join}</button>
      </form>
      {wrong.value && <p role="alert">{text.joinWrong}</p>}
    </section>
  );
}

function Others() {
  const text = words().home;
  const others = Object.entries(text.others).filter(([name]) => name in views);
  if (others.length === 0) return null;
  return (
    <section>
      <h2>{text.otherTitle}</h2>
      <ul class="cards">
        {others.map(([name, [title, about]]) => (
          <li key={name}>
            <a href={address(name)}>
              <strong>{title}</strong>
              <span>{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoAnswer({ error }: { error: ServiceError }) {
  if (error.code !== "unauthenticated") return <p role="alert">{error.message}</p>;
  return <TokenForm />;
}
