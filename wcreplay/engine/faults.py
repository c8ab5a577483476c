"""What is wrong with a record, as diagnostics. Nothing here runs before something is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.lexis import MAX_FINDINGS
from wcreplay.notation.locate import diagnose, tag_length
from wcreplay.notation.model import Record, Statement, Token

from . import registry
from .decision import UnknownFact
from .game import Explanation, Fault, Game
from .printing import SEATS
from .stray import stray_word

if TYPE_CHECKING:
    from .run import Run


class Stop(Exception):
    """The record cannot be replayed further; carries the diagnostics."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        """Keep the diagnostics; there is at least one."""
        super().__init__()
        self.diagnostics = diagnostics


def stop_at(
    record: Record, why: Explanation, at: int, length: int = 1, *, code: str = "", state: str = ""
) -> Stop:
    """Return the end of a replay at a span of the text; ``code`` stands in for that of ``why``."""
    return Stop(
        diagnose(
            record,
            code or why.code,
            why.message,
            at,
            length,
            expected=why.expected,
            hint=why.hint,
            article=why.article,
            state=state,
        )
    )


def stop_tag(record: Record, name: str, why: Explanation) -> Stop:
    """Return the end of a replay at a tag, or at the beginning of the record if it has no such tag."""
    for tag in record.tags:
        if tag.name == name:
            return stop_at(record, why, tag.at, tag_length(record, tag))
    return stop_at(record, why, 0)


def word_length(record: Record, at: int) -> int:
    """Return the length of the word that begins at an offset of the text, at least 1."""
    words = record.text[at : at + 200].split(maxsplit=1)
    return len(words[0]) if words and record.text[at : at + 1].strip() else 1


def of_fault(record: Record, fault: Fault, statement: Statement | None, game: Game) -> Diagnostic:
    """Make a diagnostic of what a game found; without a token or statement it is about the whole setup."""
    if fault.token is not None and fault.token.at >= 0:
        at, length = fault.token.at, len(fault.token.text)
    elif statement is not None:
        at, length = statement.at, max(1, statement.end - statement.at)
    else:
        setup = {keyword.name for keyword in game.grammar.setup}
        at = max((s.at for s in record.statements if s.keyword in setup), default=0)
        length = word_length(record, at)
    return diagnose(
        record,
        fault.code,
        fault.message,
        at,
        length,
        expected=fault.expected,
        hint=fault.hint,
        article=fault.article,
    )


# -- words that the notation does not have ---------------------------------------------------


def _stray(record: Record, found: tuple[Token, str]) -> Diagnostic:
    token, hint = found
    message = f"'{token.text}' begins a line but is no label, seat or keyword"
    why = Explanation(message, "", "a label, a seat or a keyword", hint, "R208")
    return stop_at(record, why, token.at, len(token.text)).diagnostics[0]


def stray(record: Record, statement: Statement | None, game: Game, last: int | None = None) -> Stop | None:
    """Return an error about a mistyped word that begins a line inside a statement, if there is one.

    Behind the offset ``last`` none is looked for. Further words that the notation does not have follow.
    """
    found = stray_word(record, statement, game.grammar) if statement else None
    if found is None or statement is None or (last is not None and found[0].at > last):
        return None
    first = _stray(record, found)
    return Stop(first, *unknown_words(record, game, [first], statement.at))


def unknown_words(
    record: Record, game: Game, found: Sequence[Diagnostic], after: int = -1
) -> list[Diagnostic]:
    """Return the first word of each further turn that the notation does not have (R208, R209).

    Only whether a word exists is asked, never whether it is legal, so no finding here follows from another.
    Turns on a line with one of the findings in ``found`` and those up to the offset ``after`` are left out.
    """
    lines = {d.line for d in found}
    more: list[Diagnostic] = []
    line, seen = record.line, 0
    for statement in record.statements:
        line += record.text.count("\n", seen, statement.at)
        seen = statement.at
        last = line + record.text.count("\n", statement.at, statement.end)
        if statement.keyword or statement.at <= after or not lines.isdisjoint(range(line, last + 1)):
            continue
        lost = stray_word(record, statement, game.grammar)
        for token in statement.tokens:
            if lost is not None and token.at >= lost[0].at:
                more.append(_stray(record, lost))
                break
            if (why := game.unknown_word(token.text)) is not None:
                more.extend(stop_at(record, why, token.at, len(token.text)).diagnostics)
                break
        room = MAX_FINDINGS - len(found)
        if more and len(more) > room:
            return [*more[:room], _too_many(more[room])] if room >= 0 else []
    return more


def _too_many(first: Diagnostic) -> Diagnostic:
    """Return the remark that stands instead of the findings from ``first`` on."""
    message = f"more than {MAX_FINDINGS} errors in this record; the rest is not reported"
    hint = "mend the errors above first"
    return msgspec.structs.replace(
        first, code="N290", message=message, expected="", hint=hint, article="", state=""
    )


# -- turns and dice that stand in the wrong place -----------------------------------------------


def awaited(run: Run) -> str:
    """Return what a record must go on with: a turn, the dice of a round, or nothing."""
    pos = run.pos
    decision = pos.decision
    if decision is None:
        return "the end of the game"
    if decision.seat < 0:
        return f"the dice of round {pos.round or 1}"
    return f"{pos.label} {SEATS[decision.seat]}"


def early_chance(run: Run, statement: Statement) -> Stop:
    """Say why a chance statement cannot stand where it does (R204)."""
    record, number = run.record, statement.tokens[0].text if statement.tokens else ""
    name = f"{statement.keyword} {number}".strip()
    hint = f"remove it, or move it to where it belongs; {awaited(run)} is next"
    message = f"'{name}' comes too early"
    for other in record.statements:
        if other is statement:
            break
        if other.keyword == statement.keyword and other.tokens and other.tokens[0].text == number:
            line = record.line + record.text.count("\n", 0, other.at)
            message = f"'{name}' stands here a second time: line {line} has it already"
    why = Explanation(message, "", awaited(run), hint, "R204")
    return stop_at(record, why, statement.at, len(statement.keyword), state=run.game.state_words(run.pos))


def misplaced(run: Run, statement: Statement) -> Stop:
    """Say why a turn cannot stand where it does (R201, R202, R203, R206)."""
    record, pos, label, letter = run.record, run.pos, statement.label, statement.seat
    decision, name = pos.decision, f"{label} {letter}".strip()
    at, length = statement.at, max(1, len(label or letter))
    after = next((turn for turn in run.turns if turn.label == label and turn.seat == letter), None)
    expected = awaited(run)
    if decision is None:
        hint = "remove what follows; another game begins with its own tags"
        why = Explanation(
            "the game is over, but the record goes on", "", "the end of the record", hint, "R203"
        )
        return stop_at(record, why, at, length)
    if after is not None and after.line:
        hint = f"line {after.line} has {name} already: remove this line"
        hint += "" if decision.seat < 0 else f", or number it {pos.label}"
        why = Explanation(f"{name} stands here a second time", "", expected, hint, "R201")
    elif label.endswith(".g") and (after is not None or label == f"{pos.round - 1}.g"):
        why = _no_activation(run, name, letter, passed=after is not None)
    elif decision.seat < 0:
        why = run.game.explain_next(pos)
        return stop_at(record, why, at, length, code="R206")
    elif label not in ("", pos.label):
        why = _wrong_label(statement, expected, later=_place(label) > _place(pos.label))
    else:
        at, length = statement.seat_at if letter else at, 1
        turns = run.game.explain_next(pos)
        message = f"{pos.label} belongs to {SEATS[decision.seat]}, not to {letter}"
        why = Explanation(message, turns.article, expected, turns.hint, "R202")
    return stop_at(record, why, at, length, state=run.game.state_words(pos))


def _no_activation(run: Run, name: str, letter: str, *, passed: bool) -> Explanation:
    """Say why a seat cannot act at a round's end: it has nothing to use, or it is past its turn."""
    if not passed:
        hint = "leave the line out, or look for a mistake in the turns before it"
        return Explanation(
            f"{letter} has nothing to use in {name.partition(' ')[0]}", "", awaited(run), hint, "R202"
        )
    order = " ".join(SEATS[seat] for seat in run.pos.order)
    hint = f"the new turn order is {order}: move the line up"
    return Explanation(f"{name} comes too late", "", awaited(run), hint, "R202")


def _wrong_label(statement: Statement, expected: str, *, later: bool) -> Explanation:
    """Say what a label that does not count its turn means: a turn is missing, or the number is wrong."""
    label, letter = statement.label, statement.seat
    right, _, seat = expected.partition(" ")
    message = f"the label says {label}, but this is turn {right}"
    hint = f"write {right}"
    if later and letter == seat:
        hint += ", or put in the turns that are missing before this one"
    elif later:
        message = f"{label} {letter} comes too early: {expected} is missing"
        hint = f"put {expected} in before it"
    return Explanation(message, "", expected, hint, "R201")


def _place(label: str) -> tuple[int, int]:
    """Return a label as numbers that sort as the game goes on; gardens come behind the round's turns."""
    round_, _, turn = label.partition(".")
    return int(round_ or 0), 999 if turn == "g" else int(turn or 0)


# -- tokens -------------------------------------------------------------------------------------


def illegal(run: Run, written: str, at: int) -> Stop:
    """Say why a token cannot be read where it stands (R208, R209, R210, R401)."""
    record, game, bind, statement = run.record, run.game, run.bind, run.statement
    if lost := stray(record, statement, game, at):
        return lost
    before = bind.position_after(bind.anchor)
    text = game.normalise(written)
    chosen = bind.expected
    if chosen is not None and bind.pos.decision is not None and text in bind.pos.decision.options:
        mark = max((t for t in statement.tokens if t.at < at), key=lambda t: t.at).text if statement else ">"
        message = f"'{mark}' says what is done next, but '{written}' is no part of that"
        why = Explanation(
            message, "R16.9", " ".join(sorted(chosen)) or "nothing", f"leave {mark} out, or mend it"
        )
    elif (unknown := game.unknown_word(written)) is not None:
        nearer = game.explain(before, written)
        why = nearer if nearer.code == "R209" else unknown
    else:
        before, why = _explained(run, before, text)
    state = game.state_words(before) if before.unit_number == bind.unit else ""
    stop = stop_at(record, why, at, len(written), state=state)
    if why.code == "R209" and statement is not None:
        return Stop(*stop.diagnostics, *unknown_words(record, game, stop.diagnostics, statement.at))
    return stop


def _explained(run: Run, before: Any, text: str) -> tuple[Any, Explanation]:
    """Explain a word that is not legal at a position; if nothing there is of its kind, look back in the turn.

    Returns the position that the explanation is about, too.
    """
    bind, game = run.bind, run.game
    over = before.unit_number != bind.unit
    why = Explanation("", closed=True) if over else game.explain(before, text)
    if not why.closed:
        return before, why
    history = bind.pos.history
    for steps in range(bind.anchor - 1, bind.first - 1, -1):
        position = bind.position_after(steps)
        if history[steps] == text or position.decision is None or text[0] == ">" or text.startswith("x:"):
            break
        if "" not in position.decision.options:
            continue  # what had to be answered there is answered
        if text in position.decision.options:
            chosen = next(other for other in history[steps : bind.anchor] if other)
            message = f"'{text}' comes too late: it belongs before '{chosen}'"
            hint = f"move it before '{chosen}'"
            if history[steps]:
                message = f"'{text}' comes too late: where it could be chosen, the record has '{chosen}'"
                hint = f"leave one of the two out, or write '{text}' first"
            return position, Explanation(message, "", why.expected or "the end of the turn", hint)
        earlier = game.explain(position, text)
        if not earlier.closed and earlier.code == "R210":
            return position, earlier
    if over:
        last = bind.printed[-1] if bind.printed else "the turn"
        hint = f"remove '{text}', or begin the next turn with its label"
        message = f"nothing is left to do after '{last}' in this turn"
        why = Explanation(message, "", "the end of the turn", hint)
    return before, why


def unfinished(run: Run, statement: Statement | None) -> Stop:
    """Say which choice a turn stops before (R207); the last word of the turn is marked."""
    at, length = 0, 1
    if statement is not None:
        at, length = statement.at, len(statement.label or statement.seat)
        if statement.tokens:
            at, length = statement.tokens[-1].at, len(statement.tokens[-1].text)
        elif statement.seat_at >= 0:
            at, length = statement.at, statement.seat_at + 1 - statement.at
    why = run.game.explain_next(run.pos, begun=True)
    return stop_at(run.record, why, at, length, code="R207", state=run.game.state_words(run.pos))


def unknown_fact(run: Run, unknown: UnknownFact) -> Stop:
    """Say which fact the replay needs that the record leaves open (R401)."""
    statement = run.statement
    at = statement.at if statement else 0
    length = statement.end - statement.at if statement else 1
    message = f"the replay needs {unknown}, which the record leaves open"
    hint = "find the fact out, or end the record before this turn"
    return stop_at(run.record, Explanation(message, "", "the fact instead of _", hint, "R401"), at, length)


def nothing_chosen(run: Run, token: str, position: Any) -> Diagnostic:
    """Warn of a token that chooses nothing and is passed over (R211)."""
    statement = run.statement
    tokens = statement.tokens if statement else []
    at = next((t.at for t in tokens if t.text is token), statement.at if statement else 0)
    why = run.game.explain_idle(position, token)
    warning = stop_at(run.record, why, at, len(token), code="R211").diagnostics[0]
    return msgspec.structs.replace(warning, severity="warning")


def impossible_roll(run: Run, text: str, at: int) -> Stop:
    """Say why dice cannot have been rolled like that (R205)."""
    why = run.game.explain(run.pos, text)
    return stop_at(run.record, why, at, word_length(run.record, at), code="R205")


# -- tags ---------------------------------------------------------------------------------------


def no_game(record: Record) -> Stop:
    """Say that the record does not name its game (R001)."""
    names = registry.names()
    hint = f'begin the record with [Game "{names[0]}"]' if len(names) == 1 else "`wcreplay games` lists them"
    expected = f'a tag such as [Game "{names[0]}"]' if names else "a tag Game"
    why = Explanation("the record does not say which game it is", "", expected, hint, "R001")
    if record.tags:
        return stop_at(record, why, record.tags[0].at, tag_length(record, record.tags[0]))
    return stop_at(record, why, 0, word_length(record, 0))


def no_seat(run: Run, name: str) -> Stop:
    """Say that a tag names a player who has no seat (R004)."""
    seats = " ".join(SEATS[: run.count])
    message = f"the tag {name} names a player, but the seats of this game are {seats}"
    hint = f"put {name} into the starting order, or remove the tag"
    return stop_tag(run.record, name, Explanation(message, "", f"one of {seats}", hint, "R004"))


def early_end(run: Run) -> Stop:
    """Say that a result is stated but the game is not over (R302)."""
    message = f"a result is stated, but the record stops before {awaited(run)}"
    hint = 'add what is missing, or write [Result "*"] for an unfinished game'
    return stop_tag(run.record, "Result", Explanation(message, "", "a finished game", hint, "R302"))


def other_result(run: Run, stated: str, points: Sequence[int], ranks: Sequence[int]) -> Stop:
    """Say where the stated result and the replay's differ, and what the replay's is made of (R303)."""
    seats = sorted(range(run.count), key=ranks.__getitem__)
    right = ", ".join(f"{SEATS[seat]} {points[seat]}" for seat in seats)
    parts = [part.strip() for part in stated.split(",")]
    wrong = [part for part in parts if part not in right.split(", ")]
    hint = "a result is seats with their points, parted by commas; * stands for an unfinished game"
    message = f"'{wrong[0]}' is no seat with its points"
    seat = SEATS.find(wrong[0][:1]) if wrong[0][1:].strip().isdigit() else -1
    if seat >= run.count:
        message = (
            f"the result names {SEATS[seat]}, but the seats of this game are {' '.join(SEATS[: run.count])}"
        )
    elif seat >= 0:
        message = f"the result states {', '.join(wrong)}, the replay ends in {right}"
        row = zip(run.game.categories, run.scores[seat], strict=True)
        made = ", ".join(f"{name.replace('_', ' and ')} {count}" for name, count in row)
        hint = f"{SEATS[seat]} has {made}; `wcreplay replay` shows where they come from"
    return stop_tag(run.record, "Result", Explanation(message, "", right, hint, "R303"))
