"""The human player: their prompts, and the effects of their lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from covert_bots.covert.hinted_turn import HintedTurn, moving_in_any_order
from covert_bots.covert.position.write import position_text
from covert_bots.covert.wire import answer_from_message, view_from_message
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.printed import character_words
from covert_bots.covert.words.reasons import Answer, Way, why, why_other
from covert_bots.covert.words.rulebook import entry, near, topics
from covert_bots.covert.words.turn_story import turn_of
from covert_command.covert.input import LineError, MoveReader, parts_of, why_not
from covert_command.covert.notes import Notes
from covert_command.covert.screen.board import LEAST_WIDTH
from covert_command.covert.screen.choices import Choice, going_on
from covert_command.covert.screen.map import map_lines, map_lines_brief
from covert_command.covert.screen.menu import Item, items_of
from covert_command.covert.screen.move_numbers import MoveNumbers
from covert_command.covert.screen.plan import show_plan
from covert_command.covert.screen.ranking import numbered_by_move, show_ranking
from covert_command.covert.screen.standings import score_table
from covert_command.covert.screen.table import show_decision, show_hand, show_lines, show_table
from covert_command.covert.screen.transcript import Transcript
from covert_command.covert.standing_orders import ORDERS, StandingOrders
from covert_command.games.conversation import Conversation
from covert_command.games.host import BotSeats, HostedGame
from covert_command.games.kept_game import BY_HINT, BY_ORDER
from covert_command.games.played_game import PlayedGame
from covert_command.terminal.dialogue import most_in_sight
from covert_command.terminal.screen import print_rows
from covert_engine.covert import CompiledSet, View, format_action
from covertbots.v1 import referee_pb2, view_pb2

SHOWN = 8  # moves of a hint
LEAST_SHOWN = 3  # if the terminal has no room for more
HELP = (
    ("a number", "play that move, or several on this screen: `3, 12`"),
    ("notation", "play that move: `place 3 movement`"),
    ("hint", "see the best moves and your chances to win"),
    ("do hint", "play this turn by hints, with a new one at each decision"),
    ("why", "see what the best move does, and how the next best compares"),
    ("why 5", "see the same for move 5 on this screen; `why 3 agency` works too"),
    ("plan", "see what each mission still takes, and the way to each symbol"),
    ("undo", "go back to your last decision"),
    ("moves", "see the moves again"),
    ("table", "see the whole table"),
    ("hand", "see your dice, cards, codes, tokens and missions"),
    ("map", "see who is where, and what is joined to what"),
    ("score", "see the points so far"),
    ("log", "see what happened since your last move; `log all`: in the whole game"),
    ("rules WORD", "see a rule; `rules` lists the words"),
    ("auto ORDER", "give a standing order, or take it back; `auto` lists them"),
    ("signs", "see what the abbreviations on the table mean"),
    ("save FILE", "write what you know, for `covert-bots suggest`"),
    ("quit", "leave; you can come back to the game later"),
)
SIGNS = (
    ("Oslo N1", "your agent 1 is in Oslo; other seats' agents have no number"),
    ("Oslo +Ex", "Oslo holds a cube of East and one of x, a colour nobody plays"),
    ("taken Ex", "cubes that the player has taken: one of East, one of x"),
    ("A7 recorder/Oslo/First", "an Agency Card: its equipment, city and ability"),
    ("C3 1 6 4 (radio)", "a code: its numbers and equipment"),
    ("(foot: radio)", "what the mission gives for later missions once it is completed"),
    ("lacks radio", "what the mission still needs, as if it were your only mission"),
)


class Person(Conversation):
    """The human player's side of the game."""

    def __init__(
        self,
        console: Console,
        game: PlayedGame,
        seat: int,
        cards: CompiledSet,
        adviser: str,
        orders: StandingOrders,
        played_by: dict[int, str],
        names: Sequence[str] = SEAT_NAMES,
    ) -> None:
        """`played_by` is to name the source of decisions that the player does not type, by their
        place in the record; `names` are those of the seats in the words of events."""
        super().__init__(console, "Leave the game now? You can resume it later.")
        self._game = game
        self._seat = seat
        self._cards = cards
        self._adviser = adviser
        self._names = names
        self._transcript = Transcript(console, names)
        self._transcript.at(game.views[seat].covert.phase)
        self._orders = orders
        self._notes = Notes(cards, self._orders)
        self._decided_at: list[int] = []  # lengths of the record at the player's prompts
        self._planned: list[int] = []  # actions of one line yet to be played
        self._hinted: HintedTurn | None = None  # the turn that hints are playing
        self._played_by = played_by
        self._news: list[referee_pb2.AdvanceResponse] = []  # since the player's last line
        self._not_played = ""  # the part of that line not played
        self._numbers = MoveNumbers()
        self._choices: dict[int, tuple[Choice, Item]] = {}
        self._hint: Answer | None = None
        self._hints_explained = False
        self._commands = {
            "hint": self._show_hint,
            "do hint": self._do_hint,
            "why": lambda: self._show_why(""),
            "plan": lambda: self._paged(lambda: show_plan(self._console, self._view)),
            "undo": self._undo,
            "table": lambda: self._shown_wide(lambda: show_table(self._console, self._view)),
            "moves": self._show_choices,
            "hand": lambda: self._shown_wide(lambda: show_hand(self._console, self._view)),
            "map": lambda: self._shown_wide(self._show_map),
            "score": self._show_score,
            "log": lambda: self._paged(lambda: self._show_log(self._news)),
            "log all": lambda: self._paged(lambda: self._show_log(self._game.whole())),
            "signs": lambda: print_rows(self._console, ("on the table", "means"), SIGNS),
            "help": lambda: print_rows(self._console, ("type", "to"), HELP),
        }
        self._commands_with_word = {
            "why": self._show_why,
            "rules": self._show_rules,
            "auto": self._switch_order,
            "save": self._save,
        }

    def open(self, decided_at: Sequence[int]) -> None:
        """Print how the game begins, or resume it; `decided_at` are the lengths of the record at
        the player's decisions."""
        self._decided_at = list(decided_at)
        if self._game.decisions == 0:
            self._transcript.open(self._view)
        elif decided_at:
            self._news = self._game.since(decided_at[-1])
            self._number_again(decided_at)

    def _number_again(self, decided_at: Sequence[int]) -> None:
        """Give the moves of this phase the numbers that they had before the game was resumed."""
        now, views = self._game.views[self._seat].covert, []
        for decisions in reversed(decided_at):
            then = self._game.view_at(decisions, self._seat).covert
            if (then.round, then.phase) != (now.round, now.phase):
                break
            views.append(view_from_message(then, self._cards))
        for view in reversed(views):
            self._numbers.on(view, items_of(view))

    def turn(self, bots: BotSeats) -> None:
        """Let the seat to decide do so, the player or a bot."""
        game = self._game
        assert isinstance(game, HostedGame)
        if game.seat == self._seat:
            self.decide()
            return
        # A window must not reveal whom it asks (rules 10.9).
        with self._console.status("the others are thinking"):
            action = bots.decide(game.seat, game.views[game.seat])
            game.play(action)
        self.watch()

    def come_back(self, before: view_pb2.View) -> None:
        """Print what has happened since the seat had the view `before`."""
        self._transcript.at(before.covert.phase)
        self.watch()

    def let_go(self, why: str) -> None:
        """Forget what is planned, and the decision that was not made."""
        if self._decided_at and self._decided_at[-1] >= self._game.decisions:
            self._decided_at.pop()
        self._hinted = None
        if self._planned:
            self._drop_plan(why)

    def watch(self) -> None:
        """Print another seat's latest action, as far as this seat saw it."""
        if self._show_news() and self._planned:
            self._drop_plan("another seat has acted")

    def decide(self) -> None:
        """Play one action: of a standing order, of the plan, or as typed now."""
        self._hint = None
        if self._hinted is not None and self._hinted.goes_on(self._view):
            self._play_hint(self._hinted)
            return
        self._hinted = None
        if self._planned and self._is_legal(self._planned[0]):
            self._play(self._planned.pop(0))
            return
        if self._play_ordered():
            return
        if self._planned:
            self._drop_plan("the next move is no longer legal")
        self._ask()

    def _ask(self) -> None:
        """Ask until an action is played or taken back."""
        view = self._view
        self._choices = self._numbers.on(view, items_of(view))
        self._show_choices()
        before = self._game.decisions
        while self._game.decisions == before:
            typed = self._typed(f"{SEAT_NAMES[self._seat]}> ")
            if typed:
                self._play_typed_line(typed)

    @property
    def _view(self) -> View:
        return view_from_message(self._game.views[self._seat].covert, self._cards)

    # moves

    def _play_typed_line(self, typed: str) -> None:
        """Play the first of the typed moves and plan the others; warn if a move is not possible."""
        actions: list[int] = []
        for part in parts_of(typed, self._choices):
            read = self._actions(part)
            if read is None:
                return
            actions += going_on(read, actions)
        if not self._is_legal(actions[0]):
            move = format_action(actions[0], self._cards)
            reason = why_not(actions[0], self._view) or "`moves` lists the legal moves"
            self._warn(f"{move!r} is not legal here: {reason}")
            return
        self._begin()
        self._planned = list(actions[1:])
        self._play(actions[0])

    def _begin(self) -> None:
        """Forget the player's line before, and remember that they decide here."""
        self._decided_at.append(self._game.decisions)
        self._planned, self._news, self._not_played = [], [], ""

    def _actions(self, typed: str) -> tuple[int, ...] | None:
        """Return the actions of a typed move; if it is none, print why and return None."""
        commands = [*self._commands, *self._commands_with_word, "quit"]
        try:
            reader = MoveReader(self._view, self._choices, self._game.legal, commands)
            return reader.actions(typed)
        except LineError as error:
            self._warn(str(error))
            return None

    def _is_legal(self, action: int) -> bool:
        return format_action(action, self._cards) in self._game.legal

    def _play(self, action: int, by: str = "") -> None:
        if by:
            self._played_by[self._game.decisions] = by
        self._game.play(format_action(action, self._cards))
        self._show_news()

    def _play_ordered(self) -> bool:
        """Play and report the action of the standing orders, if they have one for this decision."""
        view = self._view
        acting = self._orders.action(view)
        if acting is None:
            return False
        order, action = acting
        done = order.done[view.decision or ""]
        self._console.print(f"`auto {order.name}` {done}", style="dim")
        self._play(action, BY_ORDER)
        return True

    def _drop_plan(self, why: str) -> None:
        moves = ", ".join(format_action(action, self._cards) for action in self._planned)
        self._not_played = f"Not played, since {why}: {moves}"
        self._warn(self._not_played)
        self._planned = []

    def _show_news(self) -> bool:
        """Print the seat's view of the last action, and return True if it saw anything."""
        self._news.append(self._game.now)
        return self._transcript.show(self._game.now, self._seat)

    def _last_entries(self) -> list[list[str]]:
        """Return the lines of each event since the player's last line, as they were shown."""
        transcript = Transcript(self._console, self._names)
        entries = [entry for news in self._news for entry in transcript.entries(news, self._seat)]
        entry_lines = []
        for shown in (*entries, Text(self._not_played, style="red")):
            with self._console.capture() as captured:
                self._console.print(shown)
            entry_lines.append([line.rstrip() for line in captured.get().splitlines()])
        return [lines for lines in entry_lines if any(lines)]

    def _do_hint(self) -> None:
        """Play the turn by hints."""
        self._asked()  # it may be refused
        self._hinted = HintedTurn(self._view)
        self._begin()
        self._play_hint(self._hinted)

    def _play_hint(self, turn: HintedTurn) -> None:
        """Play the next action of a turn, and say how the turn goes on if that is new."""
        hint = self._asked().suggestion
        action, is_new = turn.step(self._view, hint)
        if is_new:
            self._console.print(Text.assemble(("The hint: ", "bold"), hint.turn_in_words))
        self._play(action, BY_HINT)

    def _undo(self) -> None:
        if not self._decided_at:
            self._warn("there is nothing to take back")
            return
        kept = self._decided_at[-1]
        taken = self._game.take_back(kept)
        self._decided_at.pop()
        self._console.print(f"Undone: {taken}, and everything after it", style="dim")
        self._planned, self._news, self._not_played = [], [], ""
        for place in [place for place in self._played_by if place >= kept]:
            del self._played_by[place]
        self._transcript.at(self._game.views[self._seat].covert.phase)
        if self._decided_at:
            self._news = self._game.since(self._decided_at[-1])
        if acting := self._orders.action(self._view):  # it would play the same again at once
            self._orders.switch(acting[0].name)
            self._console.print(f"`auto {acting[0].name}` is off now", style="dim")

    # the screen

    def _shown_wide(self, show: Callable[[], None]) -> None:
        """Show what needs the width of the table, or say that the window is too narrow for it."""
        if self._is_wide_enough():
            self._paged(show)

    def _is_wide_enough(self) -> bool:
        width = self._console.width
        if not self._console.is_terminal or width >= LEAST_WIDTH:
            return True
        self._warn(
            f"The window is {width} columns wide; the table needs {LEAST_WIDTH}. Make it wider and "
            "type `moves`."
        )
        return False

    def _show_choices(self) -> None:
        if not self._is_wide_enough():
            return
        view = self._view
        items = {number: item for number, (_, item) in self._choices.items()}
        notes = self._notes.on(view)
        words = [note.words for note in notes]
        shown = show_decision(self._console, view, items, words, self._last_entries())
        self._notes.were_shown(notes[:shown])

    def _asked(self) -> Answer:
        if self._hint is None:
            self._hint = self._searched(())
        return self._hint

    def _searched(self, only: Sequence[int]) -> Answer:
        """Ask the adviser about all moves, or `only` about some. It has seen no part of a movement,
        for the player may move agents in any order."""
        with self._console.status("looking for a hint"):
            suggestion = self._game.hint(
                moving_in_any_order(self._game.views[self._seat]),
                self._adviser,
                [format_action(action, self._cards) for action in only],
                reasons=True,
            )
        return answer_from_message(suggestion, self._cards)

    def _show_hint(self) -> None:
        answer, view = self._asked(), self._view
        hint = answer.suggestion
        turn = turn_of(view, hint.principal_variation).decided
        numbered = numbered_by_move(self._choices, turn, view)
        explained = not self._hints_explained
        self._hints_explained = True

        def show(most: int) -> None:
            show_ranking(
                self._console,
                hint,
                view,
                numbered,
                most,
                explained=explained,
                against=answer.against,
            )

        most = most_in_sight(self._console, show, range(SHOWN, LEAST_SHOWN - 1, -1))
        self._paged(lambda: show(most))

    def _show_why(self, word: str) -> None:
        way = None
        if word:
            actions = self._actions(word)
            if actions is None:
                return
            way = self._way(actions)
        view, answer = self._view, self._asked()
        ways: dict[int, Way] = {}
        for choice, _ in self._choices.values():
            ways.setdefault(choice.actions[0], Way(choice.all_actions, choice.actions))
        turn = turn_of(view, answer.suggestion.principal_variation).decided
        if way is None or list(way.decided) == turn[: len(way.decided)]:
            reasons = why(view, answer, SEAT_NAMES, ways)
        else:
            reasons = why_other(view, answer, way, SEAT_NAMES, self._searched)
        self._paged(lambda: self._console.print("\n".join(reasons)))

    def _way(self, actions: Sequence[int]) -> Way:
        """Return actions with the forced ones in between, as far as the screen offers them."""
        choices = (choice for choice, _ in self._choices.values())
        offered = (choice for choice in choices if choice.actions == tuple(actions))
        choice = next(offered, Choice(tuple(actions), tuple(actions)))
        return Way(choice.all_actions, choice.actions)

    def _show_map(self) -> None:
        names, width = SEAT_NAMES[: len(self._game.views)], self._console.width
        lines = map_lines(self._view, names, width)
        if self._console.is_terminal and len(lines) >= self._console.height:
            lines = map_lines_brief(self._view, names, width)
        show_lines(self._console, lines, names)

    def _show_score(self) -> None:
        view = self._game.views[self._seat].covert
        self._console.print(score_table(view, self._cards.source))
        self._console.print("The round in which somebody completes a sixth mission is the last.")

    def _show_log(self, events: Sequence[referee_pb2.AdvanceResponse]) -> None:
        transcript = Transcript(self._console, self._names)
        shown = [transcript.show(news, self._seat) for news in events]
        if not any(shown):
            self._console.print("nothing yet")

    def _show_rules(self, word: str) -> None:
        if not word:
            self._console.print(f"`rules WORD` explains: {', '.join(topics())}.")
            self._console.print("Numbers in brackets, such as [5.1], refer to docs/rules.md.")
            return
        paragraphs = [*entry(word, self._cards), *self._own_character(word)]
        for paragraph in paragraphs:
            self._console.print(Text(paragraph))
        if not paragraphs:
            meant = ", ".join(f"`rules {topic}`" for topic in near(word, self._cards))
            said = f"; did you mean {meant}?" if meant else " (`rules` lists the words)"
            self._warn(f"there is no rule under {word!r}{said}")

    def _own_character(self, word: str) -> list[str]:
        """Return the ability of the player's character, if the word asks about characters."""
        if word.casefold() not in ("character", "characters"):
            return []
        number = self._game.views[self._seat].covert.players[self._seat].character
        character = self._cards.source.characters[number - 1]
        return [f"Yours is {character.name}: {character_words(character)}."]

    def _switch_order(self, word: str) -> None:
        if word and word not in (order.name for order in ORDERS):
            names = ", ".join(order.name for order in ORDERS)
            self._warn(f"there is no order {word!r}; expected one of {names}")
            return
        if word:
            self._orders.switch(word)
        rows = [
            (f"auto {order.name}", "on" if self._orders.in_force(order) else "off", order.words)
            for order in ORDERS
        ]
        print_rows(self._console, ("order", "is", "what it does"), rows)
        # An order that now applies acts at once, and the player is not asked.
        if word and self._orders.action(self._view) is not None:
            self._decided_at.append(self._game.decisions)
            self._play_ordered()

    def _save(self, path: str) -> None:
        view = self._game.views[self._seat]
        self._save_view(view, path, lambda _: position_text(self._view))
