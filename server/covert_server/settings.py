"""The settings that a server starts with."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from covert_bots.players.cores import cores
from covert_engine.search.parameters import BYTES_A_NODE
from covert_server.access.guard import ClientLimits, part_of
from covert_server.access.tls import TlsFiles
from covert_server.budget import Ceilings

if TYPE_CHECKING:
    from covert_engine.covert.cards import CardSet
    from covert_server.ledger_source import LedgerSource

# Searches for each worker that may be begun and not ended: with the worker's own at least one that
# is paused for it; the most is for as many clients with long searches at a time.
FEWEST_BEGUN, MOST_BEGUN = 2, 16


def _house() -> tuple[CardSet, ...]:
    from covert_engine.covert.cards import house_set  # Covert Action does without

    return (house_set(),)


@dataclass(frozen=True)
class Settings:
    """The settings of a server; every field has a default that suits a private machine."""

    address: str = "127.0.0.1:50051"
    """Address to listen on; port 0 picks a free one."""
    http_address: str | None = None
    """Address to listen on for calls over HTTP; None for none. Needs the extra `web`."""
    http_origins: tuple[str, ...] = ()
    """Origins whose pages may call over HTTP, such as `https://example.org`; `*` for all."""
    http_hosts: tuple[str, ...] = ()
    """Hosts that the server answers to over HTTP, beside its own; `*` for all. Without any, it
    answers to all, unless it is open to everybody on this machine."""
    page: bool = False
    """True to serve the page for people over HTTP."""
    tls: TlsFiles | None = None
    """Certificates for both ports; None for clear text."""
    tokens: Path | None = None
    """File of the tokens of those who may call; None for everybody."""
    client_limits: ClientLimits = field(default_factory=ClientLimits)
    """The most that one client may have at a time, in all processes together."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose header `x-forwarded-for` says who calls."""
    connections: int = 1000
    """Connections of all clients together, to all ports and in all processes; fewer if the system
    lets a process open fewer files."""
    streams: int = 1000
    """Calls in progress of one connection over gRPC; its client holds more of them back."""
    use_file: int | None = None
    """Descriptor of the file in which all processes count what holders of tokens use."""
    metrics_address: str | None = None
    """Address where Prometheus can scrape metrics; None for none. Needs the extra `metrics`."""
    workers: int = field(default_factory=cores)
    """Threads that search, of all processes together."""
    queue: int = 1024
    """Searches that may wait for a worker, in all processes together; one in each at least. Those
    of 200 hosts with a few each have places."""
    processes: int = 1
    """Processes behind the address, no more than there are workers."""
    number: int = 0
    """The number of this process, from 0."""
    readers: int = 1
    """Threads that read and check requests for bots."""
    referees: int = 1
    """Threads that apply the rules for hosts."""
    ceilings: Ceilings = field(default_factory=Ceilings)
    """The most a search may use."""
    default_bot: str = "ismcts"
    """Spec of the bot of requests that name none."""
    engines: tuple[str, ...] = ()
    """Engines that play as bots, each NAME=COMMAND: a bot's name, and a program with arguments."""
    untrusted_engines: bool = False
    """True to run them in sandboxes."""
    card_sets: tuple[CardSet, ...] = field(default_factory=_house)
    """The card sets served; the first is the default."""
    tables: str | None = None
    """Where tables are kept: a file of SQLite; None to serve none."""
    ledger: LedgerSource | None = None
    """The ledger of a tournament that can be watched; None for none."""
    most_tables: int = 10_000
    """Tables kept at a time."""
    most_tables_of_client: int = 200
    """Tables of one client kept at a time."""
    tables_kept: float = 30 * 86_400.0
    """Seconds after which a table is forgotten if nothing happens there."""
    memory: int = 4 << 30
    """Bytes that the trees of all searches at once may take."""
    lame_duck: float = 0.0
    """Seconds after SIGTERM in which new calls are still taken, while health says NOT_SERVING."""
    grace: float = 30.0
    """Seconds that running calls have to be answered when the server is asked to stop."""
    slow: float = 10.0
    """Seconds that a call with one answer may take without a line in the log."""
    access_log: float = 0.0
    """The share of answered calls with a line in the log, beside all that fail; 0 for no such
    lines."""
    traces: bool = False
    """True to send traces of calls, as the variables `OTEL_...` say. Needs the extra `telemetry`.
    """
    record: Path | None = None
    """Folder of a file in which all calls are recorded; None for none."""
    replay: Path | None = None
    """Folder of recorded calls that are answered as they were, without bots; None to answer anew.
    """
    hangs: float = 10.0
    """Seconds without a sign of life after which one of several processes hangs, at least 4. An
    event loop that only has much to do goes round many times a second."""
    replica: str = field(default_factory=socket.gethostname)
    """Name of this server in its answers."""

    @property
    def workers_here(self) -> int:
        """Threads of this process that search."""
        return part_of(self.workers, self.number, self.processes)

    @property
    def client_limits_here(self) -> ClientLimits:
        """The most that one client may have at a time in this process."""
        return self.client_limits.part(self.number, self.processes)

    @property
    def connections_here(self) -> int:
        """Connections of all clients to this process."""
        return part_of(self.connections, self.number, self.processes)

    @property
    def queue_here(self) -> int:
        """Searches that may wait in this process: at least one, if any may wait at all."""
        return max(min(1, self.queue), part_of(self.queue, self.number, self.processes))

    @property
    def ceilings_of_one(self) -> Ceilings:
        """The most that one search may use. No more are begun at once than `begun_here`, so each
        may have its part of the memory, and its answer does not depend on the others."""
        nodes = self.memory // (FEWEST_BEGUN * self.workers) // BYTES_A_NODE
        return replace(self.ceilings, nodes=min(self.ceilings.nodes, nodes))

    @property
    def begun_here(self) -> int:
        """Searches of this process that may be begun at a time: those that run, and those that are
        paused and keep their trees, as many as there is memory for."""
        trees = self.memory // BYTES_A_NODE // max(1, self.ceilings_of_one.nodes)
        of_one = min(MOST_BEGUN, max(FEWEST_BEGUN, trees // self.workers))
        return of_one * self.workers_here
