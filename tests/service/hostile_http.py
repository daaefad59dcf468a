"""Requests over HTTP, randomly corrupted at every level, and the answers that they may get."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes

from google.protobuf import json_format
from google.protobuf.message_factory import GetMessageClass
from service.hostile_requests import spoilt, valid_requests
from service.web import CODES, JSON, PROTO, check_error, enveloped, envelopes

from covertbots.v1 import opponent_pb2, referee_pb2
from fuzz.trees import changed

STREAMS = {"application/connect+json", "application/connect+proto"}
PLAIN = {404: "unimplemented", 405: "unimplemented", 415: "unimplemented"}
"""Statuses of what is no call at all."""
# An address that is too long with the other headers, and what is said of it.
LONGEST_ADDRESS, NO_HTTP = 15_000, b"line and headers: longer than 16384 bytes\n"
KINDS = (JSON, PROTO, *sorted(STREAMS), "", "text/plain", "application/grpc", "application/jso\xf1")
COMPRESSIONS = ("gzip", "identity", "br", "GZIP", "gzip, gzip", "\xff")
TIMEOUTS = ("0", "1", "50", "20000", "9999999999", "99999999999", "-1", "1.5", "x", "")
PATHS = (
    "/",
    "//",
    "/covertbots.v1.Opponent",
    "/covertbots.v1.Referee/Nothing",
    "/%ff",
    "*",
    "/a b",
)
SAFE = ("Opponent/ListBots", "Opponent/GetInfo", "Referee/GetCardSet")
WITHOUT = (None, "", "Bearer", "Bearer covertbots_x", "Basic eDp5", "\xff")
"""Values sent in place of a known token."""
VERBS = ("GET", "PUT", "HEAD", "OPTIONS", "DELETE", "TRACE")


@dataclass
class Sent:
    """One request."""

    verb: str
    path: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


class Hostile:
    """Requests, each a valid one with something done to it."""

    def __init__(self, seed: int, tokens: Sequence[str] = ()) -> None:
        """Take the tokens of holders, one of whom makes each request."""
        self._tokens = tokens
        self._random = Random(seed)
        self._requests = valid_requests()
        self._trees = [json_format.MessageToDict(message) for _, message in self._requests]

    def request(self) -> Sent:
        """Return the next request."""
        random = self._random
        place = random.randrange(len(self._requests))
        method, message = self._requests[place]
        encoding = random.choice(("json", "json", "proto"))
        if encoding == "proto":
            data = message.SerializeToString()
        else:
            tree = self._trees[place]
            if random.random() < 0.5:
                tree = changed(tree, self._trees, random)
            data = self._text(tree)
        stream = method in ("Opponent/Watch", "Referee/ReviewGame")
        kind = f"application/connect+{encoding}" if stream else f"application/{encoding}"
        prefix = "connect-" if stream else ""
        sent = Sent("POST", f"/covertbots.v1.{method}", data, {"content-type": kind})
        if self._tokens:
            known = random.random() < 0.97
            holder = f"Bearer {random.choice(self._tokens)}" if known else random.choice(WITHOUT)
            if holder is not None:
                sent.headers["authorization"] = holder
        if random.random() < 0.4:
            sent.body = spoilt(sent.body, random)
        packed = random.random() < 0.2
        if packed:
            sent.body = gzip.compress(sent.body, 1)
            sent.headers[f"{prefix}content-encoding"] = "gzip"
            if random.random() < 0.4:
                sent.body = spoilt(sent.body, random)
        if stream:
            sent.body = enveloped(sent.body, int(packed))
            if random.random() < 0.3:
                sent.body = spoilt(sent.body, random)
        elif random.random() < (0.5 if method in SAFE else 0.02):
            self._into_query(sent, encoding, packed)
        if random.random() < 0.25:
            self._head(sent, prefix)
        return sent

    def _text(self, tree: Any) -> bytes:
        try:
            text = json.dumps(tree, ensure_ascii=self._random.random() < 0.5)
        except ValueError:  # Python does not write a number so long
            text = "9" * 5000
        return text.encode(errors="surrogatepass")

    def _into_query(self, sent: Sent, encoding: str, packed: bool) -> None:
        """Turn the request into a GET."""
        named = {"connect": b"v1", "encoding": encoding.encode(), "message": sent.body[:2000]}
        if packed:
            named["compression"] = b"gzip"
        if self._random.random() < 0.3:
            named["base64"] = self._random.choice((b"1", b"0", b"x"))
        if self._random.random() < 0.4:
            named[self._random.choice(("connect", "encoding", "message"))] = spoilt(
                b"v1", self._random
            )
        query = "&".join(f"{name}={quote_from_bytes(value)}" for name, value in named.items())
        sent.verb, sent.path, sent.body = "GET", f"{sent.path}?{query}", b""

    def _head(self, sent: Sent, prefix: str) -> None:
        """Spoil something before the body."""
        random = self._random
        ways: tuple[Callable[[], Any], ...] = (
            lambda: sent.headers.update({"content-type": random.choice(KINDS)}),
            lambda: sent.headers.update({f"{prefix}content-encoding": random.choice(COMPRESSIONS)}),
            lambda: sent.headers.update({"connect-timeout-ms": random.choice(TIMEOUTS)}),
            lambda: sent.headers.update({"connect-protocol-version": random.choice("0123")}),
            lambda: sent.headers.update({"accept-encoding": random.choice(COMPRESSIONS)}),
            lambda: sent.headers.update(
                {"covertbots-class": random.choice(("batch", "x", "\xff"))}
            ),
            lambda: sent.headers.update(
                {"x-request-id": random.choice(("a b", "\xe9", "x" * 500))}
            ),
            lambda: sent.headers.pop("content-type"),
            lambda: setattr(sent, "path", random.choice(PATHS).replace(" ", "%20")),
            lambda: setattr(sent, "verb", random.choice(VERBS)),
        )
        random.choice(ways)()


def judge(sent: Sent, status: int, kind: str, body: bytes) -> str:
    """Return the kind of answer to a request; raise AssertionError if it may not be given."""
    if len(sent.path) > LONGEST_ADDRESS and (status, body) == (431, NO_HTTP):
        return "no HTTP"
    if sent.verb == "HEAD":
        assert body == b""
        assert status in {200, *PLAIN, *CODES.values()}
        return f"HEAD {status}"
    if status in PLAIN and kind == JSON and json.loads(body)["code"] == PLAIN[status]:
        return str(status)
    if status != 200:
        assert kind == JSON, (status, body)
        code, details = check_error(json.loads(body))
        assert CODES[code] == status
        assert code != "invalid_argument" or details["BadRequest"]["fieldViolations"]
        return code
    name = sent.path.partition("?")[0].rpartition("/")[2]
    module = opponent_pb2 if "Opponent" in sent.path else referee_pb2
    service = module.DESCRIPTOR.services_by_name[
        "Opponent" if "Opponent" in sent.path else "Referee"
    ]
    answer = GetMessageClass(service.methods_by_name[name].output_type)
    messages = [body]
    if kind in STREAMS:
        *parts, (_, end) = envelopes(body)
        messages = [data for _, data in parts]
        if (error := json.loads(end).get("error")) is not None:
            return check_error(error)[0]
        assert messages
    for data in messages:
        parsed = answer.FromString(data) if "proto" in kind else json_format.Parse(data, answer())
        assert parsed.ByteSize()
    return "ok"


def send(connection: HTTPConnection, sent: Sent) -> str:
    """Send a request and judge its answer."""
    headers = {name: value.encode("latin-1") for name, value in sent.headers.items()}
    connection.request(sent.verb, sent.path, sent.body, headers)
    response = connection.getresponse()
    data = response.read()
    if response.headers.get("content-encoding") == "gzip":
        data = gzip.decompress(data)
    return judge(sent, response.status, response.headers.get("content-type", ""), data)


def send_all(url: str, hostile: Hostile, count: int) -> Counter[str]:
    """Send so many requests; return how often each answer came."""
    address = url.removeprefix("http://")
    connection = HTTPConnection(address, timeout=60)
    answers: Counter[str] = Counter()
    for _ in range(count):
        sent = hostile.request()
        try:
            answers[send(connection, sent)] += 1
        except (AssertionError, HTTPException, OSError, KeyError, ValueError) as error:
            raise AssertionError(repr(sent)[:2000]) from error
    connection.close()
    return answers
