"""What can be written at the cursor: the legal choices, the beginning of the next statement, cards, tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from lsprotocol import types

from wcreplay.engine import registry
from wcreplay.engine.decision import UnknownFact
from wcreplay.engine.game import Game
from wcreplay.engine.printing import SEATS, chance_line
from wcreplay.engine.reader import grammar_of
from wcreplay.notation import lexis
from wcreplay.notation.model import Grammar, RawRecord, Record, Statement
from wcreplay.notation.scanner import parse, skim

from .document import Document
from .playing import beginning_of, offered, spot_at, take

MOST_ITEMS = 500

_BETWEEN = frozenset(" \t\n\ufeff(){};[]")
_HEAD = re.compile(r"[ \t(]*+((?:[0-9]{1,3}(?:\.(?:[0-9]{1,3}|g)?)?[ \t]*+)?(?:[A-Z]|[a-z]*+))\Z")
_TAG = re.compile(r"[ \t]*(\[[A-Za-z]*)\Z")


class Choice(NamedTuple):
    """Something that can be written: its text, what it does in few words, more of it, what to filter by."""

    text: str
    detail: str = ""
    more: str = ""
    sought: str = ""
    kind: types.CompletionItemKind = types.CompletionItemKind.Value


def complete(document: Document, position: types.Position) -> types.CompletionList:
    """Return what can be written at a position; nothing inside comments or where the record is wrong."""
    found = document.record_at(*document.place(position))
    items: list[types.CompletionItem] = []
    if found is not None:
        raw, offset = found
        start, choices = _choices(raw, offset)
        where = document.range_between(raw, start, offset)
        for choice in choices:
            if len(items) >= MOST_ITEMS:
                return types.CompletionList(is_incomplete=True, items=items)
            items.append(_item(choice, where, len(items)))
    elif not document.text.strip():
        where = types.Range(position, position)
        items = [_item(choice, where, number) for number, choice in enumerate(_game_tags())]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(choice: Choice, where: types.Range, number: int) -> types.CompletionItem:
    return types.CompletionItem(
        label=choice.text.strip(),
        kind=choice.kind,
        detail=choice.detail or None,
        documentation=choice.more or None,
        sort_text=f"{number:04}",
        filter_text=choice.sought or choice.text.strip(),
        text_edit=types.TextEdit(where, choice.text),
    )


def _choices(raw: RawRecord, offset: int) -> tuple[int, Iterable[Choice]]:
    """Return where in the record the text begins that a choice replaces, and the choices."""
    text = raw.text[:offset]
    line = text[text.rfind("\n") + 1 :]
    grammar = grammar_of(raw)
    if _unfinished(text):
        return offset, ()
    if match := _TAG.match(line):
        return offset - len(match[1]), _tags(raw, grammar)
    if grammar is None:
        return offset, ()
    if match := _HEAD.match(line):
        start = offset - len(match[1])
        record, _ = parse(_cut(raw, start), grammar)
        return start, _heads(record, grammar, start)
    start = offset
    while start and text[start - 1] not in _BETWEEN:
        start -= 1
    record, _ = parse(_cut(raw, start), grammar)
    spot = spot_at(record, start)
    statement = spot.statement
    if statement is None or statement.mark:
        return offset, ()
    if statement.keyword:
        names_cards = {keyword.name for keyword in grammar.setup if not keyword.seats}
        start += text[start:].rfind("+") + 1  # two ids glued together are two ids
        return start, _cards(record) if statement.keyword in names_cards else ()
    return _tokens(record, spot.before, statement, text[start:], start)


def in_comment(text: str) -> bool:
    """Whether the end of a record's text stands in a comment."""
    return _unfinished(text) == "comment"


def _unfinished(text: str) -> str:
    """Return what the end of a text stands in: ``comment``, ``tag`` (in its value), or nothing."""
    at = 0
    while match := lexis.MASTER.search(text, at):
        start, at = match.span()
        if match.lastindex == 5 and match[5] != "}":
            at = lexis.resume(text, start, match.start(5))
            if at >= len(text):
                return "comment"
        elif match.lastindex == 6 and at == len(text):
            return "comment"
        elif match.lastindex == 9 and match[9] == "[":
            at = lexis.broken_tag_end(text, start)
            if at >= len(text) and '"' in text[start:]:
                return "tag"
    return ""


def _cut(raw: RawRecord, end: int) -> RawRecord:
    return RawRecord(raw.text[:end], raw.source, raw.number, raw.line, (), raw.column, raw.before)


# -- tokens -------------------------------------------------------------------------------------


def _tokens(
    record: Record, before: list[Statement], statement: Statement, written: str, start: int
) -> tuple[int, Iterable[Choice]]:
    """Return the legal choices behind the tokens of a turn."""
    bind = beginning_of(record, before, statement.label, statement.seat)
    if bind is None or not take(bind, statement.tokens):
        return start, ()
    head, slash, _ = written.partition("/")
    if slash:
        start += len(head)
        try:
            if head and not bind.take(head):
                return start, ()
        except UnknownFact:
            return start, ()
    return start, _options(bind.game, bind.pos)


def _options(game: Game, position: Any) -> Iterator[Choice]:
    articles = registry.articles(game.meta.name)
    for text, outcome in offered(game, position).items():
        causes = dict.fromkeys(change.cause for change in outcome.changes)
        ruled = dict.fromkeys(articles[cause] for cause in causes if cause in articles)
        more = "\n".join(part for part in (*outcome.words, ", ".join(ruled)) if part)
        yield Choice(text, outcome.meaning, more)


# -- beginnings of statements -------------------------------------------------------------------


def _heads(record: Record, grammar: Grammar, start: int) -> Iterator[Choice]:
    """Yield how the next statement can begin: the seat whose turn it is, dice, or a line of the setup."""
    spot = spot_at(record, start)
    before = [*spot.before, *([spot.statement] if spot.statement is not None else [])]
    written = {statement.keyword for statement in before}
    if not any(statement.seat for statement in before):
        for keyword in grammar.setup:
            if keyword.name not in written:
                text = keyword.name.ljust(grammar.pad) + " "
                yield Choice(text, "setup", kind=types.CompletionItemKind.Keyword)
    bind = beginning_of(record, before, "", "")
    if bind is None:
        return
    game, position = bind.game, bind.pos
    for label, seat in _next_units(position):
        state = game.state_words(position) if (label, seat) == _unit(position) else ""
        yield Choice(f"{label} {seat} ", state, kind=types.CompletionItemKind.Event)
    if position.decision is not None and position.decision.seat < 0:
        why = game.explain_next(position)
        for keyword in grammar.chance:
            line = chance_line(keyword.name, game.chance_line((), position))
            yield Choice(line, why.message, why.expected, kind=types.CompletionItemKind.Keyword)


def _unit(position: Any) -> tuple[str, str]:
    return position.label, SEATS[position.decision.seat]


def _next_units(position: Any) -> Iterator[tuple[str, str]]:
    """Yield label and seat of the next unit, and of those behind it if it may be left out."""
    here = position.clone()
    while here.decision is not None and here.decision.seat >= 0:
        yield _unit(here)
        unit = here.unit_number
        while here.decision is not None and here.unit_number == unit:
            if "" not in here.decision.options:
                return
            here.apply("")


# -- tags and cards -----------------------------------------------------------------------------


def _game_tags() -> Iterator[Choice]:
    for name in registry.names():
        meta = registry.meta(name)
        yield Choice(
            f'[Game "{name}"]', f"{meta.title} ({meta.year})", kind=types.CompletionItemKind.Property
        )


def _tags(raw: RawRecord, grammar: Grammar | None) -> Iterator[Choice]:
    """Yield the known tags that the record does not have yet."""
    there = {tag.name for tag in skim(raw)}
    if "Game" not in there:
        yield from _game_tags()
    if grammar is None:
        return
    for ruleset in registry.meta(grammar.game).rulesets if "Ruleset" not in there else ():
        yield Choice(f'[Ruleset "{ruleset}"]', "rules", kind=types.CompletionItemKind.Property)
    for name in (*lexis.KNOWN_TAGS, *grammar.seats):
        if name not in there and name not in ("Game", "Ruleset"):
            what = "player" if name in grammar.seats else "tag"
            yield Choice(f'[{name} ""]', what, kind=types.CompletionItemKind.Property)


def _cards(record: Record) -> Iterator[Choice]:
    """Yield the cards that the setup does not name yet; what they show finds them too."""
    try:
        items = registry.cards(record.tag("Game")).items
    except registry.UnknownGame:
        return
    words = (token.text for statement in record.statements for token in statement.tokens)
    there = {part for word in words for part in word.split("+")}
    for item in items:
        if item.id not in there:
            kind = types.CompletionItemKind.Constant
            yield Choice(item.id, item.text, item.note, f"{item.id} {item.deck} {item.text}", kind)
