"""The White Castle as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wcreplay.engine.game import Explanation, Fault, SetupError
from wcreplay.engine.values import Turn
from wcreplay.notation.model import Record, Statement, Token

from . import facts, scoring, setup, text
from .accounts import ACCOUNTS, CATEGORIES, CAUSES
from .effects import COLOURS
from .flow import DICE_PER_COLOUR
from .gains import CHECKPOINTS
from .meta import META
from .nodes import Group
from .position import Position
from .setup import Setup
from .tables import TABLES

_LETTERS = tuple(colour[0] for colour in COLOURS)


class WhiteCastle:
    """The rules of The White Castle for the engine; see :class:`wcreplay.engine.game.Game`."""

    meta = META
    grammar = setup.GRAMMAR
    accounts = ACCOUNTS
    categories = CATEGORIES
    causes = CAUSES
    tables = TABLES
    tolls: Mapping[int, int] = {space + 1: seals for space, seals in CHECKPOINTS.items()}

    def read_setup(self, record: Record) -> Setup:
        """Read and check the setup statements and the tag ``Rulings`` (R2, R16.3)."""
        rulings = record.tag("Rulings")
        if rulings not in ("", "pool"):
            tag = next(tag for tag in record.tags if tag.name == "Rulings")
            token = Token(f'[Rulings "{rulings}"]', tag.at)
            expected = 'no such tag, or [Rulings "pool"]'
            raise SetupError([Fault("R110", f"no ruling '{rulings}'", "R16.3", token, expected=expected)])
        order = next((statement for statement in record.statements if statement.keyword == "order"), None)
        seats = len(order.tokens) if order is not None else 0
        low, high = self.meta.players
        if order is not None and not (low <= seats <= high and all(len(t.text) == 1 for t in order.tokens)):
            from . import misfits

            raise SetupError([misfits.wrong_order(order, low, high)])
        return setup.read_setup(record.statements, seats or low, pool=rulings == "pool")

    def seats(self, setup: Setup) -> tuple[int, tuple[int, ...]]:
        """Return the number of seats and the starting order."""
        return setup.seats, setup.order

    def start(self, setup: Setup) -> Position:
        """Return the position before the first dice."""
        return Position(setup)

    def setup_lines(self, given: Setup) -> list[tuple[str, str]]:
        """Return the canonical setup statements."""
        return setup.format_setup(given)

    def identity(self, given: Setup) -> list[str]:
        """Return what tells setups apart; pairs and well tiles lie in no order (R2.4, R2.9)."""
        plain = msgspec.structs.replace(
            given, pairs=tuple(sorted(given.pairs)), well=tuple(sorted(given.well))
        )
        return [f"{keyword} {text}" for keyword, text in setup.format_setup(plain) if keyword != "order"]

    def chance(self, statement: Statement, position: Position) -> list[Token] | Fault:
        """Read ``round 2  c 123 | b 112 | w 135``: one text per bridge."""
        tokens = statement.tokens
        if not tokens or tokens[0].text != str(position.round or 1):
            return self._misshapen_roll(statement, position)
        parts = [token for token in tokens[1:] if token.text != "|"]
        texts: list[Token] = []
        for index in range(0, len(parts) - 1, 2):
            head, pips = parts[index : index + 2]
            count = DICE_PER_COLOUR[position.setup.seats]
            dice = pips.text if pips.text != setup.UNKNOWN else setup.UNKNOWN * count
            texts.append(Token(head.text + dice, pips.at))
        if len(parts) != 6 or tuple(text.text[:1] for text in texts) != _LETTERS:
            return self._misshapen_roll(statement, position)
        return texts

    def _misshapen_roll(self, statement: Statement, position: Position) -> Fault:
        from . import explain_dice

        return explain_dice.misshapen_roll(statement, position)

    def chance_line(self, texts: Sequence[str], position: Position) -> str:
        """Return ``2  c 123 | b 112 | w 135`` for the rolls of a round."""
        dice = " | ".join(f"{text[0]} {text[1:]}" for text in texts)
        return f"{position.round or 1} {dice}"

    def normalise(self, token: str) -> str:
        """Undo tolerated spellings: ``S07``, and ``+if`` for ``+fi``."""
        if token.startswith("+"):
            return "+" + "".join(sorted(token[1:]))
        return setup.normalise_ids(token) if "0" in token else token

    def tolerates(self, token: str, position: Position) -> bool:
        """Whether ``>X`` names a pending effect; if it is no option, its order changes nothing (R16.9)."""
        pending = [node.effects for node in position.stack if isinstance(node, Group)]
        settled = [effects for effects in position.settled if len(effects) > 1]  # one alone has no order
        return any(f">{effect.name}" == token for effects in (*settled, *pending) for effect in effects)

    def state_facts(self, position: Position) -> list[tuple[str, list[str]]]:
        """Return what an assertion can state about a position."""
        return facts.state(position)

    def check_facts(self, statement: Statement, position: Position, turns: Sequence[Turn]) -> list[Fault]:
        """Check an assertion."""
        return facts.check(statement, position, turns)

    def explain(self, position: Position, token: str) -> Explanation:
        """Say why a token is not legal."""
        from . import explain

        return explain.explain(position, token)

    def explain_idle(self, position: Position, token: str) -> Explanation:
        """Say why a token that is passed over chooses nothing."""
        from . import explain

        return explain.explain_idle(position, token)

    def unknown_word(self, token: str) -> Explanation | None:
        """Say that a token is no word of the notation; None if it is one."""
        from . import words

        return words.unknown_word(token)

    def explain_next(self, position: Position, *, begun: bool = False) -> Explanation:
        """Say what a position waits for."""
        from . import explain

        return explain.explain_next(position, begun=begun)

    def state_words(self, position: Position) -> str:
        """Sum up a position in a line."""
        from . import explain

        return explain.state_words(position)

    def draw(self, position: Position) -> str:
        """Return the board as text for a terminal."""
        return text.draw(position)

    def scores(self, setup: Setup, balances: Sequence[int]) -> tuple[int, ...]:
        """Return a seat's points by category (R11)."""
        return scoring.score(tuple(balances), setup.garden_points)

    def ranking(self, points: Sequence[int], order: Sequence[int]) -> list[int]:
        """Return each seat's rank (R11.8)."""
        return scoring.ranking(points, order)


GAME = WhiteCastle()
