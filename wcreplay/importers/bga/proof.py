"""The proof: a record replayed by the engine, compared with all that its log states.

The record is read anew from its text, so nothing of the search that found it is trusted. Compared are every
new total of coins, seals and resources, points, the markers with their order in the piles, the turn orders,
and the breakdown of the final score.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from wcreplay.engine.ledger import Posting
from wcreplay.engine.values import Replay, Turn
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.accounts import CATEGORIES
from wcreplay.games.white_castle.game import GAME

from . import schema
from .changes import Marker
from .timeline import WORDS, Anchor, Atom, Timeline

_ACCOUNTS: Final = 7
_RESOURCES: Final = {"food": acc.FOOD, "iron": acc.IRON, "pearl": acc.PEARL}
_RARE: Final = 4
"""A statement that differs in fewer than one of so many cases is wrong; in more, it means another thing."""


class Divergence(NamedTuple):
    """Where record and log part: event, code, turn, seat, what it is about, our value and the log's."""

    at: int
    code: str
    label: str
    seat: int
    what: str
    ours: str
    theirs: str


class Proof:
    """What was compared, by kind, and where record and log part (in the order of the log)."""

    def __init__(self) -> None:
        """Begin with nothing compared."""
        self.compared = dict.fromkeys(("totals", "markers", "orders", "scores"), 0)
        self.divergences: list[Divergence] = []
        self.notes: list[str] = []

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return not self.divergences


def prove(done: Replay, line: Timeline, *, whole: bool = True) -> Proof:
    """Compare a replay with a log. With ``whole`` the log has to be explained to its end."""
    return _Prover(done, line, whole).run()


class _Prover:
    def __init__(self, done: Replay, line: Timeline, whole: bool) -> None:
        self.done = done
        self.line = line
        self.whole = whole
        self.proof = Proof()
        self.taken = [[0] * _ACCOUNTS for _ in range(line.seats)]
        self.owed = [[0] * _ACCOUNTS for _ in range(line.seats)]
        self.piles: list[list[int]] = [list(reversed(range(line.seats))), *([] for _ in range(20))]
        self.shown = 0
        self.spans: list[tuple[int, int]] = []
        self.heights: list[tuple[int, list[int]]] = []
        self.turn: Turn = done.turns[0]
        self.known: dict[tuple[int, ...], dict[str, int]] = {}
        self.alone: dict[tuple[int, int], int] = {}

    def run(self) -> Proof:
        for turn in self.done.turns:
            self.turn = turn
            self.unit(turn)
        self.rest()
        self.steps()
        self.height_base()
        self.orders()
        self.scores()
        return self.proof

    def diverge(self, at: int, code: str, seat: int, what: str, ours: Any, theirs: Any) -> None:
        label = self.turn.label or self.turn.phase
        self.proof.divergences.append(Divergence(at, code, label, seat, what, str(ours), str(theirs)))

    # -- holdings ------------------------------------------------------------------------------

    def unit(self, turn: Turn) -> None:
        """Compare the postings of one unit with the atoms they are stated in."""
        low, high = 1 << 60, 0
        for posting, delta in _net(turn.postings):
            for atom in self.explain(posting, delta):
                low, high = min(low, atom.at), max(high, atom.at)
        for seat, owed in enumerate(self.owed):
            for account, amount in enumerate(owed):
                if amount:
                    self.missing(seat, account, turn.balances[seat][account])
                    owed[account] = 0
        self.spans.append((low, high))

    def missing(self, seat: int, account: int, ours: int) -> None:
        """Report a change that the log does not state."""
        atoms, place = self.line.atoms[seat][account], self.taken[seat][account]
        following = atoms[place] if place < len(atoms) else None
        at = following.at if following is not None else self.last_event()
        theirs = following.total if following is not None and following.total >= 0 else "nothing more"
        self.diverge(at, "L302", seat, WORDS[account], ours, theirs)

    def last_event(self) -> int:
        return max(self.line.events, default=0)

    def explain(self, posting: Posting, delta: int) -> Iterator[Atom]:
        """Yield the atoms that a posting completes."""
        seat, account = posting.seat, posting.account
        if account == acc.TIME:
            self.see_markers(seat)
            self.move(seat, posting)
        rest = self.owed[seat][account] + delta
        atoms, place = self.line.atoms[seat][account], self.taken[seat][account]
        while rest and place < len(atoms):
            atom = atoms[place]
            if not (rest >= atom.delta > 0 or rest <= atom.delta < 0):
                break
            rest -= atom.delta
            place += 1
            self.taken[seat][account] = place
            self.proof.compared["totals"] += 1
            if atom.total >= 0 and atom.total != posting.balance - rest:
                self.diverge(atom.at, "L302", seat, WORDS[account], posting.balance - rest, atom.total)
            if account == acc.TIME:
                self.passed(seat, atom.at, posting.balance, rest)
            yield atom
        if rest and (place >= len(atoms) or (atoms[place].delta > 0) != (rest > 0)):
            self.missing(seat, account, posting.balance)
            rest = 0
        self.owed[seat][account] = rest

    def rest(self) -> None:
        """Report what the log states and the record does not have."""
        for seat, accounts in enumerate(self.line.atoms):
            for account, atoms in enumerate(accounts):
                place = self.taken[seat][account]
                if place < len(atoms) and self.whole:
                    atom = atoms[place]
                    ours = self.turn.balances[seat][account]
                    self.diverge(atom.at, "L302", seat, WORDS[account], ours, atom.total)

    # -- steps ---------------------------------------------------------------------------------

    def steps(self) -> None:
        """Compare the pieces that were placed with those that the log places, by seat and place."""
        if not self.whole:
            return
        for seat, anchors in enumerate(self.line.anchors):
            ours = self.turn.balances[seat]
            at = anchors[-1].at if anchors else 0
            for what, have, stated in _pieces(ours, anchors):
                if have != stated:
                    self.diverge(at, "L303", seat, what, have, stated)

    # -- markers -------------------------------------------------------------------------------

    def move(self, seat: int, posting: Posting) -> None:
        self.piles[posting.balance - posting.delta].remove(seat)
        self.piles[posting.balance].append(seat)

    def passed(self, seat: int, at: int, space: int, rest: int) -> None:
        """Compare the markers behind an event; with steps to go the marker stands ``rest`` spaces back."""
        if rest:
            self.piles[space].remove(seat)
            self.piles[space - rest].append(seat)
        self.see_markers(seat, at)
        if rest:
            self.piles[space - rest].remove(seat)
            self.piles[space].append(seat)

    def see_markers(self, seat: int, at: int = 0) -> None:
        """Compare the markers stated up to an event: those of a move behind it, others before the next."""
        stated = self.line.markers
        atoms, place = self.line.atoms[seat][acc.TIME], self.taken[seat][acc.TIME]
        end = at + 1 if at else atoms[place].at if place < len(atoms) else 0
        while self.shown < len(stated) and stated[self.shown].at < end:
            self.compare_markers(stated[self.shown].at, stated[self.shown].value)
            self.shown += 1

    def compare_markers(self, at: int, shown: Any) -> None:
        self.proof.compared["markers"] += 1
        theirs: dict[int, list[tuple[int, int]]] = {}
        markers: dict[int, Marker] = shown
        for seat, marker in markers.items():
            if seat >= 0:
                theirs.setdefault(marker.space, []).append((marker.height or 0, seat))
        heights = []
        for space, pile in enumerate(self.piles):
            if not pile and space not in theirs:
                continue
            stated = sorted(theirs.get(space, ()))
            if [seat for _, seat in stated] != [seat for seat in pile if seat in markers]:
                what = f"markers on space {space} of the time track, bottom to top"
                self.diverge(at, "L304", -1, what, _letters(pile), _letters(seat for _, seat in stated))
                return
            heights += [height - pile.index(seat) for height, seat in stated]
        self.heights.append((at, heights))

    def height_base(self) -> None:
        """Compare the heights themselves, once it is clear from where the log counts them."""
        wrong = {
            base: [at for at, heights in self.heights if any(height != base for height in heights)]
            for base in (0, 1)
        }
        base, odd = min(wrong.items(), key=lambda entry: len(entry[1]))
        if odd and len(odd) * _RARE <= len(self.heights):
            what = f"heights of the markers, counted from {base}"
            self.diverge(odd[0], "L304", -1, what, "those of the piles", "others")

    # -- orders --------------------------------------------------------------------------------

    def orders(self) -> None:
        dice = [at for at, _ in self.line.dice]
        per_round = 3 * self.line.seats
        for at, _, value in self.line.orders:
            placed = sum(1 for die in dice if die < at)
            number, within = divmod(placed, per_round)
            current = self.order_after(number)
            if current is None:
                continue
            if value == current:
                self.proof.compared["orders"] += 1
            elif within:
                self.proof.notes.append(f"a turn order in mid-round (event {at}) was not compared")
            else:
                label = f"after round {number}" if number else "at the beginning"
                theirs = _letters(value)
                self.proof.divergences.append(
                    Divergence(at, "L305", label, -1, "turn order", _letters(current), theirs)
                )

    def order_after(self, rounds: int) -> tuple[int, ...] | None:
        """Return the turn order once some rounds are over; None if the record does not get there."""
        turns = [turn for turn in self.done.turns if turn.phase == "turn" and turn.round == rounds]
        turn = turns[-1] if turns else self.done.turns[0]
        if rounds == 3 and self.done.state == "complete":
            turn = self.done.turns[-1]
        elif rounds and (len(turns) < 3 * self.line.seats):
            return None
        places = [row[acc.ORDER] for row in turn.balances]
        return tuple(sorted(range(self.line.seats), key=places.__getitem__))

    # -- scores --------------------------------------------------------------------------------

    def scores(self) -> None:
        """Compare the final breakdown, and the running ones that stand between two units."""
        stated = self.line.scores
        if not stated:
            return
        final = stated[-1]
        last_die = self.line.dice[-1][0] if self.line.dice else 0
        if self.done.state == "complete" and final.at > last_die:
            for seat, what, ours, theirs in self.differences(self.done.turns[-1], final.value):
                self.proof.divergences.append(Divergence(final.at, "L306", "end", seat, what, ours, theirs))
            self.proof.compared["scores"] += 1
            stated = stated[:-1]
        odd: list[Divergence] = []
        compared = 0
        for at, _, value in stated:
            turn = self.turn_before(at)
            if turn is None:
                continue
            compared += 1
            for seat, what, ours, theirs in self.differences(turn, value):
                odd.append(Divergence(at, "L306", turn.label or turn.phase, seat, what, ours, theirs))
        events = {found.at for found in odd}
        if odd and len(events) * _RARE <= compared:
            self.proof.divergences.append(odd[0])
        elif odd:
            self.proof.notes.append("running scores count otherwise and were not compared")
            return
        self.proof.compared["scores"] += compared

    def turn_before(self, at: int) -> Turn | None:
        """Return the unit behind which an event stands, if it is not inside one."""
        found = None
        for turn, (low, high) in zip(self.done.turns, self.spans, strict=True):
            if low < at < high:
                return None
            if high and high < at:
                found = turn
            elif low < 1 << 60 and low > at:
                break
        return found

    def differences(self, turn: Turn, shown: Any) -> Iterator[tuple[int, str, str, str]]:
        """Yield seat, category, our points and the stated ones where they differ."""
        for seat, row in shown.items():
            ours = self.points(turn.balances[seat])
            for name, _ in schema.CATEGORIES:
                theirs = schema.as_int(schema.get(row, name))
                if theirs is not None and theirs != ours[name]:
                    what = "score" if name == "score" else f"points for {name}"
                    yield seat, what, str(ours[name]), str(theirs)

    def points(self, balances: tuple[int, ...]) -> dict[str, int]:
        """Return a seat's points by the log's categories; of one resource as if it held nothing else."""
        known = self.known.get(balances)
        if known is not None:
            return known
        scores = dict(zip(CATEGORIES, GAME.scores(self.done.setup, balances), strict=True))
        points = {name: sum(scores[part] for part in parts) for name, parts in schema.CATEGORIES}
        points["score"] = sum(scores.values())
        for name, account in _RESOURCES.items():
            points[name] = self.points_alone(len(balances), account, balances[account])
        self.known[balances] = points
        return points

    def points_alone(self, accounts: int, account: int, held: int) -> int:
        """Return the points of one resource if nothing else is held."""
        if (account, held) not in self.alone:
            row = [0] * accounts
            row[account] = held
            scores = GAME.scores(self.done.setup, row)
            self.alone[account, held] = scores[CATEGORIES.index("resources")]
        return self.alone[account, held]


def _net(postings: tuple[Posting, ...]) -> Iterator[tuple[Posting, int]]:
    """Yield the postings that a log states, with what a cap took away taken off."""
    count = len(postings)
    place = 0
    while place < count:
        posting = postings[place]
        place += 1
        if posting.account >= _ACCOUNTS or posting.cause == "setup":
            continue
        delta = posting.delta
        if place < count and postings[place].cause == "cap" and postings[place].account == posting.account:
            delta += postings[place].delta
            posting = posting._replace(balance=postings[place].balance)
            place += 1
        if delta:
            yield posting, delta


def _pieces(row: tuple[int, ...], anchors: list[Anchor]) -> Iterator[tuple[str, int, int]]:
    """Yield kinds of steps with how many the record and the log have."""
    kinds = [anchor.kind for anchor in anchors]
    yield "courtiers sent to the gate", acc.WORKERS - row[acc.COURTIER_DOMAIN], kinds.count("Q")
    yield "gardeners placed", acc.WORKERS - row[acc.GARDENER_DOMAIN], kinds.count("G")
    for yard, price in enumerate("531"):
        stated = sum(1 for anchor in anchors if anchor.kind == "W" and anchor.what in (price, "_"))
        if all(anchor.what != "_" for anchor in anchors if anchor.kind == "W"):
            yield f"warriors in the yard for {price} iron", row[acc.WARRIOR_FIRST + yard], stated
    top = sum(1 for anchor in anchors if anchor.kind == "^" and anchor.what[0] == "m")
    yield "courtiers on the daimyo floor", row[acc.COURTIER_DAIMYO], top


def _letters(seats: Any) -> str:
    return "".join("ABCD"[seat] for seat in seats) or "none"
