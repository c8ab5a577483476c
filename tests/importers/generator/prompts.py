"""The prompts of a log: dice and spaces on offer, pending actions, gardens and yards to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import GARDEN_PLACES, ROOMS, YARDS
from wcreplay.games.white_castle.dice import DOMAIN_VALUE, MAIN_SPACES
from wcreplay.games.white_castle.nodes import Group
from wcreplay.games.white_castle.scoring import score

from .objects import COLOURS, board_icon, garden_object, main_space, own_space, yard_object
from .seen import YARD_PLACES
from .sheet import Sheet
from .table import place_of

DRAFT_STATE: Final = 12  # "prompt of the draft": its number is not stated
YARD_SLOTS: Final = ((0, 1), (2,), (3,))
ACTION_TYPES: Final = {
    fx.GARDENER: "AssignGardenerAction",
    fx.WARRIOR: "AssignWarriorAction",
    # The names of the other actions were not seen.
    fx.COURTIER: "PerformCourtierActionsAction",
    fx.AUDIENCE: "AssignCourtierAction",
    fx.CLIMB: "MoveCourtierUpAction",
    fx.DOMAIN: "ActivatePersonalDomainAction",
    fx.OUTSIDE: "ChooseActionAction",
}
OTHER_TYPES: Final = {
    "lantern": "GainLanternRewardsAction",
    "well": "PerformWellAction",
    "checkpoint": "PaySealsAction",
    "garden": "ActivateGardensAction",
}


class Prompts(Sheet):
    """Writes ``gameStateChange``."""

    def state(self, number: int, args: dict[str, Any]) -> None:
        """Write a change of state; the useful part is the inner ``args``."""
        self.emit("gameStateChange", {"id": self.ident(number), "type": "activeplayer", "args": args})

    def prompt(self) -> None:
        """Write the prompt of the decision at hand."""
        pos = self.table.pos
        decision = pos.decision
        assert decision is not None
        kind = decision.kind
        if kind == "die":
            if self.options.die_prompts:
                self._dice_prompt(decision)
        elif kind == "draft":
            self._draft_prompt()
        elif self.options.prompts == "none":
            return
        elif kind == "action":
            node = pos.stack[-1]
            assert isinstance(node, Group)
            self.state(81, {"actions": [self._pending(effect) for effect in node.effects]})
        elif kind == "units":
            action = {"type": "GainResourceAction", "resourceType": "resource"}
            self.state(82, {"action": self._action(action)})
        elif kind in OTHER_TYPES:
            self.state(81, {"actions": [self._action({"type": OTHER_TYPES[kind], "canSkip": True})]})

    def _action(self, action: dict[str, Any]) -> dict[str, Any]:
        self.action_id += 1
        return {"id": self.ident(self.action_id), **action}

    def _pending(self, effect: fx.Effect) -> dict[str, Any]:
        if effect.kind in (fx.BOARD_ANY, fx.BOARD_COLOUR, fx.BOARD_LIGHT):
            return self._action(
                {"type": "GainActionsAction", "actionType": board_icon(effect), "canSkip": True}
            )
        return self._action({"type": ACTION_TYPES.get(effect.kind, "PerformAction"), "canSkip": True})

    # -- dice --------------------------------------------------------------------------------

    def die_fact(self, colour: int, *, left: bool) -> str:
        """Return the name of the fact that an end die of a bridge is."""
        table = self.table
        number = table.low[colour] + (0 if left else len(table.dice[colour]) - 1)
        return f"dice {table.pos.round or 1} {'cbw'[colour]}.{number + 1}"

    def space(self, name: str, seat: int, colour: int) -> dict[str, Any]:
        """Return a space as it lies there now."""
        if name == "p":
            return own_space(self.pieces.players[seat], colour)
        number = MAIN_SPACES.index(name)
        pos = self.table.pos
        value = pos.spaces[number][0] if self.options.space_value == "covered" else 0
        return main_space(number, value, self.seats)

    def _dice_prompt(self, decision: Decision) -> None:
        table = self.table
        pos = table.pos
        seat = decision.seat
        row = pos.ledger.balances[seat]
        coins = row[acc.COIN] + (row[acc.SEAL] if self.options.offers == "with_seals" else 0)
        dice, spaces = [], {}
        for colour, pips, end in pos.offered:
            left = end == "<"
            number = table.dice[colour][0 if left else -1]
            die: dict[str, Any] = {"id": self.ident(number), "type": COLOURS[colour], "locationArg": "right"}
            if left:
                die["locationArg"] = "left"
                if self.options.left_end == "absent":
                    del die["locationArg"]
            if self.options.offer_pips:
                die[self.options.pip_field or "value"] = pips
                self.seen.shown.add(self.die_fact(colour, left=left))
            dice.append(die)
            spaces[str(number)] = self._legal(seat, colour, pips + coins)
            values = [covered for covered, colours in pos.spaces if colours[colour]]
            values += [] if pos.domain_dice[seat][colour] else [DOMAIN_VALUE]
            self.seen.bound(self.die_fact(colour, left=left), values, pips + coins, coins)
        self.rng.shuffle(dice)
        args: dict[str, Any] = {"dice": dice, "actionSpaces": spaces}
        if self.options.main_cards == "every_die":
            args["mainCards"] = self.main_cards()
        self.state(20, args)

    def _legal(self, seat: int, colour: int, most: int) -> list[dict[str, Any]]:
        """Return the spaces that a die may enter if the values up to ``most`` can be covered (R3.6, R4)."""
        pos = self.table.pos
        legal = []
        for number, (covered, colours) in enumerate(pos.spaces):
            if covered > most or not covered:
                continue
            if number < 5:
                self.seen.offered[number][colour] = colours[colour]
            if colours[colour]:
                legal.append(self.space(MAIN_SPACES[number], seat, colour))
        if not pos.domain_dice[seat][colour] and most >= DOMAIN_VALUE:
            legal.append(self.space("p", seat, colour))
        return legal

    # -- cards, gardens, yards ---------------------------------------------------------------

    def main_cards(self) -> list[dict[str, Any]]:
        """Return the castle cards in play, each with its room."""
        table = self.table
        cards = []
        for room, card in enumerate(table.pos.rooms):
            if card is not None:
                cards.append({**self.card(card.id), "location": place_of(ROOMS[room])})
                self.seen.shown.add(table.occupant[room])
        return cards

    def _draft_prompt(self) -> None:
        how = self.options.draft_prompt
        if how == "none":
            self.state(DRAFT_STATE, {})
            return
        pairs = self.table.pos.pairs
        dealt = self.replay.setup.pairs
        shown = []
        for resource, action in pairs:
            number = next(n for n, pair in enumerate(dealt) if pair[0] == resource)
            shown.append((number, self.card(resource), self.card(f"{action}#{number}")))
        if how == "pairs":
            args: dict[str, Any] = {
                "startingPairs": [{"card": one, "actionCard": two} for _, one, two in shown]
            }
        else:
            args = {
                "resourceCards": [{**one, "locationArg": n} for n, one, _ in shown],
                "actionCards": [
                    {**two, "locationArg": n} for n, _, two in self.rng.sample(shown, len(shown))
                ],
            }
        self.seen.shown.add("pair left")
        self.state(DRAFT_STATE, args)

    def garden_fact(self, place: int) -> str:
        """Return the name of the fact that a garden is."""
        colour, kind = GARDEN_PLACES[place]
        return f"gardens {colour}.{kind}"

    def yard_facts(self, yard: int) -> list[str]:
        """Return the names of the facts that the tiles of a yard are."""
        return [f"yards {YARD_PLACES[slot]}" for slot in YARD_SLOTS[yard]]

    def prompt_choice(self, decision: Decision, text: str, move: tuple[Any, ...]) -> None:
        """Write the prompt in which a choice was made, where that is one of its own."""
        if self.options.prompts == "none":
            return
        if text.startswith("G:"):
            action = {"type": "AssignGardenerAction", "actionArgs": {"gardenCards": self._gardens(decision)}}
        elif text[:1] == "W":
            action = {"type": "AssignWarriorAction", "actionArgs": {"trainingYards": self._yards(decision)}}
        elif text.startswith("B:") and self.options.main_cards == "board_actions":
            effect = move[-3]
            card = {"mainCards": self.main_cards()}
            action = {"type": "GainActionsAction", "actionType": board_icon(effect), "actionArgs": card}
        else:
            return
        self.state(82, {"action": self._action({**action, "canSkip": True})})

    def _gardens(self, decision: Decision) -> list[dict[str, Any]]:
        setup = self.replay.setup
        shown = []
        for place, garden in enumerate(setup.gardens):
            if self.options.prompts == "all" or decision.options.get(f"G:{garden}") is not None:
                copy = self.pieces.cards[garden]
                card = garden_object(garden, copy, place // 2, self.options.era)
                shown.append({**card, "id": self.ident(copy)})
                self.seen.shown.add(self.garden_fact(place))
        self.rng.shuffle(shown)
        return shown

    def _yards(self, decision: Decision) -> list[dict[str, Any]]:
        shown = []
        for yard, price in enumerate(YARDS):
            if self.options.prompts == "all" or decision.options.get(f"W{price}") is not None:
                tiles = tuple(self.replay.setup.yards[slot] for slot in YARD_SLOTS[yard])
                shown.append(yard_object(yard, tiles, self.options.era))
                self.seen.shown |= set(self.yard_facts(yard))
        return shown

    def prompt_slot(self, seat: int, slot: int) -> None:
        """Write the prompt for a slot of the daimyo card; the one taken is among those allowed."""
        if self.options.prompts == "none":
            return
        slots = self.table.pos.slots
        free = [n + 1 for n, other in enumerate(slots) if other < 0 or n == slot]
        action = {"type": "PlaceCourtierOnDaimyoCardAction", "actionArgs": {"allowedSlotIds": free}}
        self.state(82, {"action": self._action(action)})

    def points(self, row: Sequence[int]) -> tuple[int, ...]:
        """Return a seat's points by category."""
        return score(tuple(row), self.replay.setup.garden_points)
