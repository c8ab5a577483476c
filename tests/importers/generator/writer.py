"""Events of a game: the engine is stepped node by node, and each posting becomes an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from wcreplay.engine.ledger import Posting
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import ROOMS
from wcreplay.games.white_castle.flow import next_unit
from wcreplay.games.white_castle.gains import lantern_group
from wcreplay.games.white_castle.nodes import Group, Steps
from wcreplay.games.white_castle.resolve import HANDLERS

from .objects import COLOURS, ICONS
from .prompts import Prompts
from .table import FLOORS, HOME, Table, place_of

FROM_CARD: Final = frozenset(("room block", "climb card", "main board", "domain card", "draft"))
Event = dict[str, Any]


class Writer(Prompts):
    """Writes the events of one game: steps the engine and tells each posting."""

    # -- stepping ----------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """Take an option and write all that happens up to the next decision."""
        table = self.table
        pos = table.pos
        decision = pos.decision
        assert decision is not None
        move = decision.options.get(text)
        if move is None:
            raise ValueError(f"{text} is no option at {pos.label}")
        seat, kind = decision.seat, decision.kind
        self.prompt_choice(decision, text, move)
        if "^" in text or text.startswith("B:"):
            self._reveal(all_of_them=True)
        placed = self._placing(text, seat) if kind == "die" and text[0] != "x" else None
        self._told(kind, text, move)
        mark = len(pos.ledger.postings)
        pos.history.append(text)
        pos.settled = []
        move[0](pos, *move[1:])
        if placed is not None:
            self.emit("diePlaced", placed, {})
        self.post(pos.ledger.postings[mark:], choice=text, die=placed and placed["die"]["id"])
        if "^m" in text and len(text) > 3:
            table.slot = (len(pos.stack) - 1, seat, self.climber, int(text[3]) - 1)
        elif kind == "draft":
            self._drafted(seat, text)
        elif kind == "refill" and text not in ("/-", "/_"):
            self._refilled(seat, text[1:])
        self._advance()

    def _advance(self) -> None:
        pos = self.table.pos
        decision = None
        while decision is None:
            self._settle()
            if not pos.stack and not self._next_unit():
                break
            mark = len(pos.ledger.postings)
            node = pos.stack[-1]
            decision = HANDLERS[type(node)](pos, node)
            self.post(pos.ledger.postings[mark:])
        pos.decision = decision

    def _next_unit(self) -> bool:
        """End the unit: confirmation, score, and at a round's end the turn order."""
        pos = self.table.pos
        self._reveal(all_of_them=True)
        seat, phase, label = pos.seat, pos.phase, pos.label
        if seat >= 0:
            if self.options.end_states and phase != "draft":
                self.state(31, {"canUndo": True})
            self.say("confirm", self.who(seat))
        last = phase == "turn" and pos.turn == self.seats * 3
        more = next_unit(pos)
        pos.finished.clear()
        if self.options.live_scores == "running" and seat >= 0:
            self.scores()
        if last:
            self.cut()
            self.herons()
        self.cut()
        if seat >= 0:
            self.ends.append((label, len(self.packets) - 1, self.board()))
        return more

    def _settle(self) -> None:
        """Write what waited for the end of something on the stack."""
        table = self.table
        stack = table.pos.stack
        top = stack[-1] if stack else None
        if table.held and not _more_of_the_well(top):
            self._flush_held()
        if isinstance(top, Group) and top is not table.announced and _is_whole(table, top):
            table.announced = top
            self.say(top.cause, {**self.who(table.pos.seat), "iconPlaceholder": f"action-{top.cause}"})
        if not isinstance(top, Steps):
            self._tell_time()
            table.moved = table.told = 0
        if table.slot is not None and len(stack) <= table.slot[0]:
            self._take_slot()
        if table.reveals:
            self._reveal()

    # -- dice --------------------------------------------------------------------------------

    def _placing(self, text: str, seat: int) -> dict[str, Any]:
        """Return the args of ``diePlaced`` and take the die off its bridge."""
        table = self.table
        pos = table.pos
        colour, pips = "cbw".index(text[0]), int(text[1])
        left = text[2] == "<"
        # Without prompts for dice it is not told which one of its bridge a die is.
        shown = self.options.pip_field is not None and self.options.die_prompts
        (self.seen.shown if shown else self.seen.used).add(self.die_fact(colour, left=left))
        table.low[colour] += left
        number = table.dice[colour].pop(0 if left else -1)
        die: dict[str, Any] = {"id": self.ident(number), "type": COLOURS[colour]}
        if self.options.pip_field is not None:
            die[self.options.pip_field] = pips
        space = self.space(text[3:], seat, colour)
        if text[3:] in ROOMS:
            room = ROOMS.index(text[3:])
            tiles = pos.setup.tiles[room]
            fired = frozenset(k for k, tile in enumerate(tiles, start=1) if tile == colour)
            self.seen.fire(room, colour, fired, all_of_them=True)
            self.seen.used.add(table.occupant[room])
        elif text[3:] == "w":
            self.seen.used.add("well")
        elif text[3:] == "p":
            self._used_own_card(seat)
        return {**self.who(seat), "die": die, "actionSpace": space}

    def rolled(self) -> None:
        """Write that all dice were rolled; each bridge shows them in ascending order."""
        table = self.table
        pos = table.pos
        dice: list[dict[str, Any]] = []
        for colour in range(3):
            ids = self.pieces.dice[colour].copy()
            self.rng.shuffle(ids)
            table.dice[colour] = ids
            table.low[colour] = 0
            pips = tuple(pos.bridges[colour])
            roll = f"{pos.round or 1} {'cbw'[colour]}"
            self.seen.rolls[roll] = pips
            for n, value in enumerate(pips):
                place = {0: "left", len(pips) - 1: "right"}.get(n, "center")
                shown = {"id": self.ident(ids[n]), "type": COLOURS[colour], "locationArg": place}
                dice.append({**shown, self.options.pip_field or "value": value})
            if self.options.dice_rolled == "all":
                self.seen.shown |= {f"dice {roll}.{n + 1}" for n in range(len(pips))}
        self.rng.shuffle(dice)
        args: dict[str, Any] = {}
        if self.options.dice_rolled == "all":
            args["dice"] = dice
            if self.options.rolled_shape == "by_colour":
                args["dice"] = {c: [die for die in dice if die["type"] == c] for c in COLOURS}
        self.emit("diceRolled", args)

    # -- order, time, scores -----------------------------------------------------------------

    def herons(self) -> None:
        """Write the turn order."""
        base = self.options.heron_base
        order = [
            {"playerId": self.ident(self.pieces.players[seat]), "locationArg": place + base}
            for place, seat in enumerate(self.table.pos.order)
        ]
        self.rng.shuffle(order)
        self.emit("heronsUpdated", {"herons": order})

    def markers(self, piles: list[list[int]], seat: int) -> list[dict[str, Any]]:
        """Return the markers on the time track."""
        head, base = self.options.marker_prefix, self.options.height_base
        return [
            {
                "playerId": self.ident(self.pieces.players[other]),
                "location": f"{head}-{space}",
                "locationArg": height + base,
            }
            for space, pile in enumerate(piles)
            for height, other in enumerate(pile)
            if other == seat or self.options.markers == "all"
        ]

    def _tell_time(self) -> None:
        table = self.table
        steps = table.moved - table.told
        if steps:
            pos = table.pos
            seat = pos.seat
            args = {**self.who(seat), "steps": steps, "influenceMarkers": self.markers(pos.piles, seat)}
            self.emit("passageOfTimeMoved", args, {"influenceMarkers": self.markers(table.piles, seat)})
            table.piles = [pile.copy() for pile in pos.piles]
        table.told = table.moved

    def scores(self) -> None:
        """Write the score board."""
        self.emit("updateLiveScore", {"scoreBreakdown": self.board()})

    def board(self) -> dict[str, Any]:
        """Return the score board, players in any order."""
        board = {}
        seats = list(range(self.seats))
        self.rng.shuffle(seats)
        for seat in seats:
            board[self.pieces.players[seat]] = self.breakdown(self.table.pos.ledger.balances[seat])
        return board

    def breakdown(self, row: Sequence[int]) -> dict[str, int]:
        """Return a seat's points by category, resources one by one."""
        play, coins, _, time, courtiers, warriors, gardeners = self.points(row)
        by_resource = [(0, 0, 0, 1, 1, 1, 1, 2)[row[account]] for account in (acc.FOOD, acc.IRON, acc.PEARL)]
        food, iron, pearl = by_resource
        return {
            "vpDuringTheGame": play,
            "coinsAndSeals": coins,
            "food": food,
            "iron": iron,
            "pearl": pearl,
            "passageOfTime": time,
            "courtiers": courtiers,
            "warriors": warriors,
            "gardeners": gardeners,
            "score": play + coins + sum(by_resource) + time + courtiers + warriors + gardeners,
        }

    # -- postings ----------------------------------------------------------------------------

    def post(self, postings: Sequence[Posting], *, choice: str = "", die: Any = None) -> None:
        """Write the events of postings; what a cap took away has none."""
        told: list[tuple[Posting, int]] = []
        for posting in postings:
            if posting.cause == "cap" and posting.account <= acc.POINT and told:
                told[-1] = (told[-1][0]._replace(balance=posting.balance), told[-1][1] + posting.delta)
            else:
                told.append((posting, posting.delta))
        if choice.startswith("+") and any(net < posting.delta for posting, net in told):
            self._lost_unit()
        if any(posting.cause == "well" for posting, _ in told) and choice[:1] != "+":
            self.table.held += [(p, n) for p, n in told if p.account == acc.SEAL and p.cause == "well"]
            told = [(p, n) for p, n in told if p.account != acc.SEAL or p.cause != "well"]
        for posting, net in told:
            self._post_one(posting, net, single=choice.startswith("+"), die=die)

    def _lost_unit(self) -> None:
        if not self.trying:
            label = self.table.pos.label
            n = 1 + sum(fact.startswith(f"units {label}.") for fact in self.seen.lost)
            self.seen.lost.add(f"units {label}.{n}")

    def _flush_held(self) -> None:
        held, self.table.held = self.table.held, []
        for posting, net in held:
            self._post_one(posting, net)

    def _post_one(self, posting: Posting, net: int, *, single: bool = False, die: Any = None) -> None:
        account, seat = posting.account, posting.seat
        if account <= acc.POINT:
            units = 1 if single and self.options.units == "single" and net > 0 else 0
            for left in range(abs(net) - 1, -1, -1) if units else ((0,) if net else ()):
                self._currency(posting, 1 if units else net, posting.balance - left, die)
        elif account == acc.TIME:
            self.table.moved += posting.delta
            if self.options.time_moves == "segments":
                self._tell_time()
        elif account == acc.TIME_LOST:
            if posting.cause != "cap":
                moved = self.table.moved
                self._tell_time()
                if self.options.stop_event == "always" or not moved:
                    self._stopped(seat)
        elif posting.delta > 0 and account in FLOORS:
            self._courtier(seat, account, posting)
        elif posting.delta > 0 and acc.GARDENER_FIRST <= account < acc.WARRIOR_DOMAIN:
            self._worker(seat, 1, account - acc.GARDENER_FIRST)
        elif posting.delta > 0 and acc.WARRIOR_FIRST <= account < acc.LANTERN_FIRST:
            self._worker(seat, 2, account - acc.WARRIOR_FIRST)
        elif acc.LANTERN_FIRST <= account < acc.ORDER:
            self._to_lantern(seat, posting)

    def _stopped(self, seat: int) -> None:
        here = self.markers(self.table.pos.piles, seat)
        args = {**self.who(seat), "steps": 0, "influenceMarkers": here}
        self.emit("passageOfTimeMoved", args, {})

    def _currency(self, posting: Posting, net: int, total: int, die: Any) -> None:
        account = posting.account
        args = self.who(posting.seat)
        if account == acc.POINT:
            sign = -1 if self.options.score_undo == "negative" else 1
            self.emit("scoreUpdated", {**args, "numberOfVp": net}, {"numberOfVp": sign * net})
            return
        card = self._card_id(posting)
        if card is not None:
            args["cardId"] = self.ident(card)
        if posting.cause == "die difference":
            args["dieId"] = die
        word = "Gained" if net > 0 else "Paid"
        if account in (acc.COIN, acc.SEAL):
            kind, count, value = (
                ("coin", "numberOfCoins", "coinValue")
                if account == acc.COIN
                else ("seal", "numberOfSeals", "sealValue")
            )
        else:
            kind, count, value = "resource", "numberOfResources", "resourceValue"
            args["resource"] = ICONS[account]
        args |= {count: abs(net), value: total}
        self.emit(kind + word, args, {value: total - net})

    def _card_id(self, posting: Posting) -> int | None:
        """Return the id of the card that a posting came from, if the log names it."""
        options, cause = self.options, posting.cause
        named = (
            cause in FROM_CARD
            or (cause == "lantern" and options.lantern_card_id)
            or (cause == "garden" and options.garden_card_id)
            or (cause == "price" and options.paid_card_id)
        )
        if not named:
            return None
        base = posting.source.partition(".")[0]
        if base[0] == "A":
            base += self.taken[posting.seat]
        return self.pieces.cards.get(base)

    # -- workers and cards -------------------------------------------------------------------

    def _courtier(self, seat: int, account: int, posting: Posting) -> None:
        table = self.table
        where = place_of(posting.source)
        floors = table.courtiers[seat]
        if posting.cause == "audience":
            number = table.left[seat][0].pop(0)
            floors[0].append((number, where))
            before, kind = HOME, "courtierAssigned"
        else:
            start = self.climbing_from
            number, before = floors[start].pop(self.rng.randrange(len(floors[start])))
            floors[FLOORS.index(account)].append((number, where))
            kind = "courtierMovedUp"
        self.climber = number
        courtier = {"id": self.ident(number), "location": where}
        self.emit(
            kind, {**self.who(seat), "courtier": courtier}, {"courtier": {**courtier, "location": before}}
        )

    def _worker(self, seat: int, kind: int, place: int) -> None:
        word, key = (("gardenerAssigned", "gardener"), ("warriorAssigned", "warrior"))[kind - 1]
        number = self.table.left[seat][kind].pop(0)
        where: int | str
        if kind == 1:
            garden = self.replay.setup.gardens[place]
            where = self.ident(self.pieces.cards[garden])
            self.seen.used.add(self.garden_fact(place))
        else:
            where = self.ident(place + 1)
            self.seen.used |= set(self.yard_facts(place))
        worker = {"id": self.ident(number), "locationArg": where}
        undone = worker if self.options.undo_place == "same" else {**worker, "locationArg": None}
        self.emit(word, {**self.who(seat), key: worker}, {key: undone})

    def _take_slot(self) -> None:
        table = self.table
        assert table.slot is not None
        _, seat, number, slot = table.slot
        table.slot = None
        self.seen.slots.add(slot)
        self.prompt_slot(seat, slot)
        courtier = {"id": self.ident(number), "location": "daimyo-card", "locationArg": self.ident(slot + 1)}
        back = {"id": self.ident(number), "location": "main-board-daimyo", "locationArg": 0}
        self.emit("courtierPlacedOnDaimyoCard", {**self.who(seat), "courtier": courtier})
        self.undoable.append(("courtierPlacedOnDaimyoCard", {**self.who(seat), "courtier": back}))

    def _card_event(self, kind: str, seat: int, key: str, before: str = "") -> None:
        args = self.who(seat)
        back: dict[str, Any] = {}
        if self.options.whole_cards:
            args["card"] = self.card(key)
            back = {"card": self.card(before or key)}
            self.seen.shown |= self.facts_of(seat, key)
        self.emit(kind, args, back)

    def facts_of(self, seat: int, key: str) -> set[str]:
        """Return the facts that a card object shows: what its seat began with."""
        if "#" in key:
            return {f"pair {self.replay.seats[seat]} action"}
        return {f"pair {self.replay.seats[seat]} resource"} if key[0] == "R" else set()

    def _to_lantern(self, seat: int, posting: Posting) -> None:
        table = self.table
        if posting.cause == "draft":
            if self.options.draft_events:
                self._card_event("lanternCardGained", seat, posting.source)
            return
        old = table.own_card[seat]
        card = table.pos.card[seat]
        assert card is not None
        self._card_event("lanternCardGained", seat, old)
        self._card_event("actionCardGained", seat, card.id, before=old)
        table.own_card[seat] = card.id
        taken = table.occupant[self.target_room]
        self.seen.used.add(taken)
        if self.options.whole_cards:
            self.seen.shown.add(taken)

    def _drafted(self, seat: int, resource: str) -> None:
        number = next(n for n, pair in enumerate(self.replay.setup.pairs) if pair[0] == resource)
        self.taken[seat] = f"#{number}"
        key = f"{self.replay.setup.pairs[number][1]}#{number}"
        self.table.own_card[seat] = key
        self.seen.used.add(f"pair {self.replay.seats[seat]} resource")
        if self.options.draft_events:
            self._card_event("actionCardGained", seat, key)
        if self.options.draft_prompt != "none":
            self.seen.used.add(f"pair {self.replay.seats[seat]} action")

    def _refilled(self, seat: int, card: str) -> None:
        table = self.table
        pos = table.pos
        room = self.target_room
        if not self.trying:
            n = 1 + sum(name.startswith(f"refill {pos.label}.") for name in self.seen.refills)
            table.occupant[room] = f"refill {pos.label}.{n}"
            self.seen.refills[table.occupant[room]] = card
        table.reveals.append((len(pos.stack), room, card, seat))
        if self.options.reveal == "at_once":
            self._reveal(all_of_them=True)

    def _reveal(self, *, all_of_them: bool = False) -> None:
        """Write refills that are due; one that was only tried out is never shown."""
        table = self.table
        for entry in table.reveals.copy():
            depth, room, card, seat = entry
            due = self.options.reveal == "after_block" and len(table.pos.stack) < depth
            if not (due or all_of_them):
                continue
            table.reveals.remove(entry)
            if self.trying:
                continue
            args = self.who(seat)
            if self.options.whole_cards:
                args["card"] = self.card(card)
                if self.options.reveal_room:
                    args["card"]["location"] = place_of(ROOMS[room])
                self.seen.shown.add(table.occupant[room])
            self.emit("newMainBoardCardRevealed", args)

    def _used_own_card(self, seat: int) -> None:
        if "#" in self.table.own_card[seat]:
            self.seen.used.add(f"pair {self.replay.seats[seat]} action")

    def _told(self, kind: str, text: str, move: tuple[Any, ...]) -> None:
        """Note which blocks a choice uses and where a climb goes."""
        table = self.table
        if "^" in text[1:2]:
            self.climbing_from = "gsd".index(text[0])
            self.target_room = ROOMS.index(text[2:4]) if text[2] in "sd" else -1
        if text.startswith("B:"):
            effect, room, block = move[-3:]
            self.seen.used.add(table.occupant[room])
            if effect.kind == fx.BOARD_COLOUR:
                self.seen.fire(room, effect.what, frozenset((block.number,)), all_of_them=False)
        elif text.startswith("P:"):
            self._used_own_card(table.pos.seat)
        elif kind == "well" and not text:
            self.seen.used.add("well")


def _more_of_the_well(top: object) -> bool:
    """Whether a tile of the well is still to be gained by itself."""
    return (
        isinstance(top, Group)
        and top.cause == "well"
        and bool(top.effects)
        and top.effects[0].kind == fx.GAIN
    )


def _is_whole(table: Table, top: Group) -> bool:
    """Whether a group is a Lantern or a well of which nothing was gained yet."""
    if top.cause == "lantern":
        return top.effects == lantern_group(table.pos).effects
    return top.cause == "well" and len(top.effects) == 3
