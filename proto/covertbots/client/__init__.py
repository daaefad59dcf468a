"""Python clients of a Covert bots server: `Client`, and `AsyncClient` for asyncio.

    from covertbots.client import Client, limits

    with Client("localhost:50051") as client:
        answer = client.suggest_move(view, "ismcts", limits(iterations=2000))
        print(answer.suggestion.moves[0].action.text)

Both speak messages of `covertbots.v1` and raise `ServiceError`, or `RequestError` where a request
cannot be made of the values given. A call that no server could answer is made again, within its
deadline; a seat whose server is lost goes on at another.
"""

from covertbots.client.aio import AsyncAnalysis, AsyncClient, AsyncSeat
from covertbots.client.blocking import Analysis, Client, Seat
from covertbots.client.errors import RequestError, ServiceError
from covertbots.client.requests import limits
from covertbots.client.review import AsyncGameReview, GameReview

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncClient",
    "AsyncGameReview",
    "AsyncSeat",
    "Client",
    "GameReview",
    "RequestError",
    "Seat",
    "ServiceError",
    "limits",
]
