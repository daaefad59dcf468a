// The news of a tournament, as a stream that is taken up again when it breaks off.

import { useEffect, useState } from "preact/hooks";
import type {
  TournamentJson,
  WatchTournamentResponseJson,
} from "../generated/covertbots/v1/arena_pb";
import { type ServiceError, stream } from "../service";

const AGAIN = 5000; // milliseconds until a stream that broke off is taken up again
const NOT_THERE = ["unimplemented", "not_found"];

export interface News {
  tournament: TournamentJson | undefined;
  /** Why there is no news now; empty while there is. */
  lost: string;
  /** True if the server shows no tournament. */
  none: boolean;
  /** True if the server wants a token, another one if the page has one. */
  locked: boolean;
}

const NOTHING: News = { tournament: undefined, lost: "", none: false, locked: false };

/** Watch the tournament of the server while the component is there. */
export function useTournament(): News {
  const [news, setNews] = useState<News>(NOTHING);
  useEffect(() => {
    const leaving = new AbortController();
    void watch(leaving.signal, (change) => setNews((before) => ({ ...before, ...change })));
    return () => leaving.abort();
  }, []);
  return news;
}

async function watch(leaving: AbortSignal, tell: (change: Partial<News>) => void): Promise<void> {
  while (!leaving.aborted) {
    try {
      const changes = stream<WatchTournamentResponseJson>("Arena", "WatchTournament", {}, leaving);
      for await (const { tournament, ended } of changes) {
        tell(tournament === undefined ? { lost: "" } : { tournament, lost: "" });
        if (ended) return;
      }
    } catch (error) {
      if (leaving.aborted) return;
      const { code, message } = error as ServiceError;
      if (NOT_THERE.includes(code)) return tell({ none: true });
      if (code === "unauthenticated") return tell({ locked: true });
      tell({ lost: message });
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}
