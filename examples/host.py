"""Hosts a game without a rules engine: plays seat 0 at random and gives the other seats to bots.

python examples/host.py [localhost:50051]
"""

import random
import sys
from contextlib import ExitStack

from covertbots.client import Client, RequestError, ServiceError


def host(target: str, players: int = 3, bot: str = "greedy") -> list[int]:
    """Play a game on the server at `target` and return its scores."""
    seed = random.SystemRandom().getrandbits(64)  # who knows it knows all cards
    with ExitStack() as stack:
        client = stack.enter_context(Client(target))
        seats = [stack.enter_context(client.play_seat(bot)) for _ in range(1, players)]
        game = client.advance(client.deal(players, seed))
        views = [news.moments[-1].view for news in game.news]
        while not game.HasField("result"):
            asked = game.to_decide[0]
            if asked.seat == 0:
                action = random.choice(asked.legal_actions)
            else:
                action = seats[asked.seat - 1].decide(views[asked.seat]).action
            game = client.advance(game.record, action)
            for news in game.news:
                for moment in news.moments:
                    views[news.seat] = moment.view
                    if news.seat == 0:
                        print("".join(f"{event.words}\n" for event in moment.events), end="")
        return list(game.result.scores)


if __name__ == "__main__":
    try:
        print("scores:", host((sys.argv[1:] or ["localhost:50051"])[0]))
    except (RequestError, ServiceError) as error:
        sys.exit(str(error))
