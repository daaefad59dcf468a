"""`clients/typescript` at a table and at a tournament, in Node over gRPC, and as browsers do over
HTTP."""

from __future__ import annotations

import subprocess
from ipaddress import ip_network
from pathlib import Path

import pytest
from arena.tournaments import ISOLATION, game_of, plan_of, run_in_file
from command.shell import LONGEST, REPOSITORY
from service.server import Serving

from covert_bots.arena.league.league import Conditions, League
from covert_bots.arena.league.terms import Terms
from covert_bots.arena.plan import MoveBudget
from covert_bots.covert.game import Covert
from covert_engine.covert import house_set
from covert_server.ledger_source import LedgerSource
from covert_server.settings import Settings

PLAYS = """
const [transport, address] = process.argv.slice(2);
const { ConnectError, connect, ErrorInfoSchema, HintPolicy } =
  await import(`./src/${transport}.js`);
const bots = connect(address);
const bot = () => ({ player: { case: "bot", value: "greedy" } });
const seats = [{ player: { case: "host", value: "Ann" } }, bot(), bot(),
  { player: { case: "open", value: true } }];
const made = await bots.createTable({ seats, hints: HintPolicy.OWN_SEAT, window: {}, seed: 8n,
  setup: { case: "covertAction", value: {} } });
const { seat: bobs, seatToken } = await bots.joinTable(made.table, made.invitation, "Bob");
const ann = bots.tableSeat(made.table, made.seatToken);
const bob = bots.tableSeat(made.table, seatToken);
await bob.handOver(bobs, "greedy");
const numbers = [];
let acted = 0;
let last;
for await (const { table, news } of ann.watch()) {
  numbers.push(...news.map(({ number }) => Number(number)));
  last = table;
  const legal = table.toDecide?.seat === 0 ? table.toDecide.legalActions : [];
  if (legal.length === 0 || numbers.at(-1) !== Number(table.news)) continue;
  if (acted++ === 0) {
    let hint;
    for await (hint of ann.hint(table.news, { bot: "greedy" }));
    console.log("hint", hint.final);
    process.stdout.write("restart\\n");
    await new Promise((resolve) => process.stdin.once("data", resolve)); // once it is back
  }
  await ann.act(table.news, [legal[0]]);
}
console.log("news", numbers.every((number, at) => number === at + 1));
const { record, names } = await ann.record();
console.log("over", last.result.winners.length > 0, record.actions.length > 0, names.join());
const { table } = await ann.look(0n, 10);
console.log("looked", table.news === BigInt(numbers.length));
await ann.act(table.news + 1n, ["pass"]).catch((failed) => {
  console.log(ConnectError.from(failed).findDetails(ErrorInfoSchema)[0].reason);
});
await ann.undo(table.news).catch((failed) => {
  console.log(ConnectError.from(failed).findDetails(ErrorInfoSchema)[0].reason);
});
process.exit();
"""
WATCHES = """
const { connect } = await import("./src/node.js");
const bots = connect(process.argv[2]);
let last;
for await (last of bots.watchTournament());
const { games, all } = await bots.listGames(1n, 2);
const { game, record } = await bots.getGame(games[0].fixture.key);
console.log(last.ended, last.gamesEnded, all, games.length, game.scores.length, record.players);
console.log((await bots.getTournament()).gamesEnded === last.gamesEnded);
process.exit();
"""
ENTERS = """
const { connect } = await import("./src/node.js");
const bots = connect(process.argv[2]);
const { name, holder } = await bots.submitBot("mine", `grpc://${process.argv[2]}/greedy`);
console.log(name, holder);
console.log((await bots.withdrawBot("mine")).state === (await bots.listEntrants())[0].state);
process.exit();
"""


@pytest.mark.parametrize("transport", ["node", "browser"])
def test_a_game_is_played_at_a_table_of_a_server_that_comes_back(
    built: Path, tmp_path: Path, transport: str
) -> None:
    (built / "table.mjs").write_text(PLAYS)
    settings = Settings(workers=1, tables=str(tmp_path / "tables.db"), http_address="127.0.0.1:0")
    first = Serving(settings).__enter__()
    addresses = first.target, first.url.removeprefix("http://")
    address = first.target if transport == "node" else first.url
    running = subprocess.Popen(
        ["node", built / "table.mjs", transport, address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    )
    try:
        assert running.stdout is not None
        assert [running.stdout.readline() for _ in range(2)] == ["hint true\n", "restart\n"]
        first.__exit__()
        with Serving(Settings(**{**vars(settings), "http_address": addresses[1]}), addresses[0]):
            said, errors = running.communicate("back\n", timeout=LONGEST)
    finally:
        running.kill()
    assert said.splitlines() == [
        "news true",
        "over true true Ann,Seat 2,Seat 3,Bob",
        "looked true",
        "NEWS_OUT_OF_DATE",
        "NO_UNDO",
    ], errors


def test_a_tournament_is_watched(built: Path, tmp_path: Path) -> None:
    plan = plan_of("greedy", "greedy-1", blocks=2, seed=5)
    ledger = tmp_path / "some.ledger"
    run_in_file(plan, ledger, 0)
    (built / "tournament.mjs").write_text(WATCHES)
    source = LedgerSource(ledger, game_of(plan))
    with Serving(Settings(workers=1, ledger=source)) as serving:
        done = subprocess.run(
            ["node", built / "tournament.mjs", serving.target],
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    assert done.stdout.splitlines() == ["true 4n 4n 2 2 2", "true"], done.stderr


def test_a_bot_is_handed_in_to_a_league(built: Path, tmp_path: Path) -> None:
    """The server of the league is that of the bot, too."""
    game = Covert.with_setup(house_set(), {}, 2)
    conditions = Conditions(game, 2, 2, MoveBudget(10.0), ISOLATION)
    terms = Terms(networks=(ip_network("127.0.0.0/8"),))
    ledger = tmp_path / "league.ledger"
    (built / "league.mjs").write_text(ENTERS)
    source = LedgerSource(ledger, game, League(ledger, conditions, terms, ()))
    with Serving(Settings(workers=1, ledger=source)) as serving:
        done = subprocess.run(
            ["node", built / "league.mjs", serving.target],
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    assert done.stdout.splitlines() == ["mine anybody", "true"], done.stderr
