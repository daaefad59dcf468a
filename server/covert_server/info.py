"""What a server says of itself."""

from __future__ import annotations

from hashlib import sha256

from covert_server.bot_requests import duration
from covert_server.build import build, digest, release
from covert_server.calls.call import Call
from covert_server.games import Games, ServedGame
from covert_server.settings import Settings
from covertbots.v1 import opponent_pb2 as v1


def info_message(settings: Settings, games: Games[ServedGame], call: Call) -> v1.GetInfoResponse:
    """What the server is and allows, and what the caller is allowed."""
    return v1.GetInfoResponse(
        build=v1.Build(name=build(), version=release(), digest=digest()),
        weights=[
            v1.Weights(game=game.name, evaluator=name, digest=sha256(weights).hexdigest())
            for game in games
            for name, weights in game.weights.items()
        ],
        games=[_game(game) for game in games],
        limits=_limits(settings, games),
        caller=_caller(call),
    )


def ceilings_message(settings: Settings) -> v1.Ceilings:
    """The most a search may use, and the largest request."""
    ceilings = settings.ceilings_of_one
    return v1.Ceilings(
        iterations=ceilings.iterations,
        time=duration(ceilings.seconds),
        nodes=ceilings.nodes,
        request_bytes=ceilings.request_bytes,
    )


def _game(game: ServedGame) -> v1.GameInfo:
    return v1.GameInfo(
        name=game.name,
        least_players=min(game.players),
        most_players=max(game.players),
        card_sets=[v1.CardSetInfo(name=name, digest=one) for name, one in game.card_sets],
        default_bot=game.default_bot,
        reviews=game.reviews,
    )


def _limits(settings: Settings, games: Games[ServedGame]) -> v1.ServerLimits:
    clients = settings.client_limits
    return v1.ServerLimits(
        ceilings=ceilings_message(settings),
        lanes=max(_lanes(game) for game in games),
        workers=settings.workers,
        queue=settings.queue,
        memory_bytes=settings.memory,
        processes=settings.processes,
        client=v1.ClientLimits(
            calls=clients.calls,
            connections=clients.connections,
            messages=clients.messages,
            idle=duration(clients.idle),
            streams=settings.streams,
        ),
        connections=settings.connections,
    )


def _lanes(game: ServedGame) -> int:
    """The most that a spec of one of the game's bots may ask for."""
    parameters = (one for bot in game.catalogue.describe() for one in bot.parameters)
    return max((int(one.high or 1) for one in parameters if one.name == "lanes"), default=1)


def _caller(call: Call) -> v1.Caller:
    batch = v1.CALLER_CLASS_BATCH if call.batch else v1.CALLER_CLASS_INTERACTIVE
    caller = v1.Caller(caller_class=batch)
    if call.holder is not None:
        caller.name = call.holder.name
        if call.holder.quota.calls is not None:
            caller.calls_a_minute = call.holder.quota.calls
        if call.holder.quota.seconds is not None:
            caller.seconds_a_minute = call.holder.quota.seconds
    return caller
