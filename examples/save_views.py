"""Writes the views in examples/views again: one from each phase of a game between greedy bots.

python examples/save_views.py
"""

from pathlib import Path

from google.protobuf.json_format import MessageToJson

from covert_bots.covert.catalogue import make
from covert_bots.covert.wire import view_to_message
from covert_engine.covert import State, compile, house_set

VIEWS = Path(__file__).parent / "views"
# The first decision of each kind from this round on, when there is something to think about.
WANTED = {
    "return_mission": 0,
    "place": 3,
    "break": 3,
    "espionage": 2,
    "resolve": 4,
    "last_mission": 4,
}


def main() -> None:
    """Play a game and save the wanted views."""
    bot = make("greedy")
    state = State.deal(compile(house_set()), 3, 2026)
    wanted = dict(WANTED)
    while not state.over:
        assert state.actor is not None
        view = state.view(state.actor)
        if state.round >= wanted.get(state.decision, 99) and len(state.legal_actions()) > 1:
            path = VIEWS / f"{state.decision}.json"
            path.write_text(MessageToJson(view_to_message(view)) + "\n", encoding="utf-8")
            del wanted[state.decision]
        state.play(bot.choose(view, seed=state.actor))
    missing = f", but found none for {', '.join(wanted)}" if wanted else ""
    print(f"saved {len(WANTED) - len(wanted)} views{missing}")


if __name__ == "__main__":
    main()
