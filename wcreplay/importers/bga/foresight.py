"""Looking ahead in the log, to leave out choices that it cannot mean and to try likely ones first.

Gains happen by themselves (R16.1): an effect whose gains the rest of the unit does not state was not
resolved. Actions may be declined, so they rule nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.accounts import CAPS
from wcreplay.games.white_castle.components import load
from wcreplay.games.white_castle.effects import Effect
from wcreplay.games.white_castle.gains import CHECKPOINTS, LAST_SPACE

from .match import Matcher
from .state import ACCOUNTS, State
from .timeline import NEVER

RESOURCES: Final = (("f", acc.FOOD), ("i", acc.IRON), ("p", acc.PEARL))
_ALL: Final = tuple(account for _, account in RESOURCES)
_STOPS: Final = frozenset((*CHECKPOINTS, LAST_SPACE))
_STEPS_OF: Final = {fx.COURTIER: "Q^", fx.GARDENER: "G", fx.WARRIOR: "W"}
_ICONS: Final = (acc.COIN, acc.POINT)
"""Lantern icons without a limit: their gain is always stated."""

Head = tuple[int, int, int]
"""The first event that is not explained: its number, its account (-1: a step), the sign of its change."""


class Foresight:
    """What the rest of a unit may still be."""

    def __init__(self, match: Matcher) -> None:
        """Look at the log of a game."""
        self.match = match
        self.names_cards = any(atom.cards for atoms in match.lists for atom in atoms)

    def head(self, state: State) -> Head:
        """Return the first event of the unit that is not explained; its number is NEVER if all are."""
        match, seat = self.match, state.pos.seat
        first, found = NEVER, -1
        sign = 0
        for account in range(ACCOUNTS):
            atom = match.next_atom(state, seat, account)
            if atom is not None and atom.at < first:
                first, found, sign = atom.at, account, 1 if atom.delta > 0 else -1
        anchor = match.next_anchor(state, seat)
        if anchor is not None and anchor.at < first:
            return anchor.at, -1, 0
        return first, found, sign

    # -- may it have been resolved -------------------------------------------------------------

    def follows(self, state: State, effects: Iterable[Effect]) -> bool:
        """Whether the rest of the unit states what effects gain."""
        return all(self._follows(state, effect) for effect in effects)

    def _follows(self, state: State, effect: Effect) -> bool:
        match, seat = self.match, state.pos.seat
        row = state.pos.ledger.balances[seat]
        kind = effect.kind
        if kind == fx.GAIN:
            room = CAPS[effect.what] - row[effect.what]
            # What is paid before the gain makes room for it, never the other way round.
            return match.gained(state, seat, effect.what) >= min(effect.n, room)
        if kind == fx.TIME:
            return row[acc.TIME] in _STOPS or match.gained(state, seat, acc.TIME) > 0
        if kind == fx.ANY:
            room = min(acc.RESOURCE_CAP - row[account] for account in _ALL)
            return sum(match.gained(state, seat, account) for account in _ALL) >= min(effect.n, room)
        if kind == fx.LANTERN:
            return all(
                match.gained(state, seat, icon) >= row[acc.LANTERN_OF[icon]]
                for icon in _ICONS
                if row[acc.LANTERN_OF[icon]]
            )
        if kind == fx.BLOCK:
            return self.follows(state, effect.parts)
        return True

    def acted(self, state: State, effects: Sequence[Effect]) -> bool:
        """Whether the next step may be that of the actions among effects; without one they did nothing.

        Then they were declined or could not be paid, which is only to be seen where the log asks for them, or
        for a block. Gains do something.
        """
        if any(effect.kind < fx.FIRST_ACTION for effect in effects):
            return True
        if self.match.more_asked(state) or self.match.chooses_block(state):
            return True
        for effect in effects:
            steps = _STEPS_OF.get(effect.kind)
            if steps is not None:
                anchor = self.match.next_anchor(state, state.pos.seat)
                if anchor is None or anchor.kind not in steps:
                    return False
        return True

    # -- may it come next ----------------------------------------------------------------------

    def begins(self, state: State, effects: Iterable[Effect], head: Head) -> bool:
        """Whether an event may be the first that effects cause."""
        return any(self._begins(state, effect, head) for effect in effects)

    def _begins(self, state: State, effect: Effect, head: Head) -> bool:
        _, account, sign = head
        kind = effect.kind
        if kind >= fx.FIRST_ACTION:
            if effect.coins:
                return account == acc.COIN and sign < 0
            return kind >= fx.DOMAIN or account < 0 or sign < 0
        if kind in (fx.WELL, fx.LANTERN) and self.match.said_gain(state):
            return True
        if kind == fx.GAIN:
            return sign > 0 and account == effect.what
        if kind == fx.ANY:
            return sign > 0 and account in _ALL
        if kind == fx.WELL:
            return sign > 0 and (account == acc.SEAL or account in self.well_accounts(state))
        if kind == fx.TIME:
            return account == acc.TIME or (account == acc.SEAL and sign < 0)
        if kind == fx.LANTERN:
            row = state.pos.ledger.balances[state.pos.seat]
            return account >= 0 and (row[acc.LANTERN_OF[account]] > 0 or (account == acc.SEAL and sign < 0))
        return self.begins(state, effect.parts, head)

    def well_accounts(self, state: State) -> frozenset[int]:
        """Return the accounts that the tiles at the well may gain."""
        found: set[int] = set()
        for pair in state.hidden.wells:
            for tile in pair:
                found.update(_ALL if tile == "any" else (load().well[tile].what,))
        return frozenset(found)

    # -- the Lantern ---------------------------------------------------------------------------

    def lantern_told(self, state: State) -> bool | None:
        """Whether the Lantern was collected, by the cards that gains name; None if the log does not tell."""
        if not self.names_cards:
            return None
        pos, match = state.pos, self.match
        seat = pos.seat
        row = pos.ledger.balances[seat]
        for card in pos.lantern[seat]:
            account = acc.LANTERN_ICONS[card.icon_account - acc.LANTERN_FIRST]
            if account in (acc.POINT, acc.TIME, acc.SEAL) or row[account] >= CAPS[account]:
                continue  # points name no card, and seals may be paid for the time steps first
            atom = match.next_atom(state, seat, account)
            if atom is None or atom.delta < 0:
                return False
            if atom.cards is not None:
                named = {other.id for other in pos.lantern[seat]}
                return not named.isdisjoint(atom.cards)
        return None
