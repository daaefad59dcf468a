"""Python clients of a Covert bots server: `Client`, and `AsyncClient` for asyncio.

    from covertbots.client import Client, limits

    with Client("localhost:50051") as client:
        answer = client.suggest_move(view, "ismcts", limits(iterations=2000))
        print(answer.suggestion.moves[0].action.text)

Both speak messages of `covertbots.v1` and raise `ServiceError`, or `RequestError` where a request
cannot be made of the values given. A call that no server could answer is made again, for 30 seconds
if you say nothing, and within its deadline; a seat whose server is lost goes on at another, or at
the same one once it is back. The logger `covertbots.client` tells of it.
"""

from covertbots.client.aio import AsyncClient
from covertbots.client.aio_streams import (
    AsyncAnalysis,
    AsyncGameReview,
    AsyncHint,
    AsyncSeat,
    AsyncTableWatch,
    AsyncTournamentWatch,
)
from covertbots.client.blocking import Client
from covertbots.client.blocking_streams import (
    Analysis,
    GameReview,
    Hint,
    Seat,
    TableWatch,
    TournamentWatch,
)
from covertbots.client.errors import RequestError, ServiceError
from covertbots.client.requests import limits

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncClient",
    "AsyncGameReview",
    "AsyncHint",
    "AsyncSeat",
    "AsyncTableWatch",
    "AsyncTournamentWatch",
    "Client",
    "GameReview",
    "Hint",
    "RequestError",
    "Seat",
    "ServiceError",
    "TableWatch",
    "TournamentWatch",
    "limits",
]
