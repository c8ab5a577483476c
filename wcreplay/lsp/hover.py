"""What is shown of the word under the pointer, as Markdown: turn, ledger, choice, cards, finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from lsprotocol import types

from wcreplay.engine import catalogue as rules
from wcreplay.engine import registry
from wcreplay.engine.cards import Item
from wcreplay.engine.game import Game
from wcreplay.engine.ledger import Account
from wcreplay.engine.ledger_words import tell
from wcreplay.engine.reader import grammar_of
from wcreplay.engine.values import Replay, Turn
from wcreplay.notation import catalogue as notation
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import RawRecord, Record, Statement, Token
from wcreplay.notation.quote import escape
from wcreplay.notation.scanner import parse

from .completion import in_comment
from .document import Document
from .playing import Spot, beginning_of, offered, parts_of, played_to, spot_at, take

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#~])")
_LONGEST = 1000
_WORD = re.compile(r"[A-Za-z0-9]+")


def hover(
    document: Document, position: types.Position, findings: Iterable[Diagnostic] = ()
) -> types.Hover | None:
    """Return what is known of the place at a position; ``findings`` are those about its record."""
    line, column = document.place(position)
    found = document.record_at(line, column)
    parts = [_finding(f) for f in findings if f.line - 1 == line and 0 <= column - (f.column - 1) < f.length]
    if found is not None:
        parts += _about(*found)
    text = "\n\n---\n\n".join(part for part in parts if part)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None


def _about(raw: RawRecord, offset: int) -> Iterator[str]:
    grammar = grammar_of(raw)
    if grammar is None or in_comment(raw.text[:offset]):
        return
    record, _ = parse(raw, grammar)
    spot = spot_at(record, offset)
    statement = spot.statement
    if statement is None:
        yield _tag(record, offset)
        return
    if offset > max(statement.end, statement.at + len(statement.keyword)):
        return
    token = next((t for t in statement.tokens if t.at <= offset < t.at + len(t.text)), None)
    if token is not None:
        yield _choice(record, spot, statement, token, offset)
        yield _cards(record, [token])
    elif any(statement.keyword == keyword.name for keyword in grammar.setup):
        yield _cards(record, statement.tokens)
        return
    if statement.seat or not any(statement.keyword == keyword.name for keyword in grammar.setup):
        yield _story(record, spot, statement, offset)


# -- findings and tags --------------------------------------------------------------------------


def _finding(finding: Diagnostic) -> str:
    """Return what a code means and how it is cured; the finding itself is shown by the editor."""
    info = rules.CATALOGUE.get(finding.code) or notation.CATALOGUE.get(finding.code)
    if info is None:
        return ""
    return f"**{info.code}: {_plain(info.title)}**\n\n{_plain(info.meaning)}\n\n*Cure:* {_plain(info.cure)}"


def _tag(record: Record, offset: int) -> str:
    """Return what is known of the game where its tag is pointed at."""
    tag = next((tag for tag in reversed(record.tags) if tag.at <= offset), None)
    if tag is None or tag.name != "Game" or "\n" in record.text[tag.at : offset]:
        return ""
    meta = registry.meta(tag.value)
    low, high = meta.players
    by = _plain(", ".join(meta.designers))
    return (
        f"**{_plain(meta.title)}** ({meta.year}), by {by}, for {low} to {high} players\n\n"
        f"rules version {_plain(meta.rules_version)}, {meta.stage}"
    )


# -- words of a turn ----------------------------------------------------------------------------


def _choice(record: Record, spot: Spot, statement: Statement, token: Token, offset: int) -> str:
    """Return what the choice does that a token of a turn makes, in the position where it is made."""
    if statement.keyword or not statement.seat:
        return ""
    bind = beginning_of(record, spot.before, statement.label, statement.seat)
    if bind is None or not take(bind, (t for t in statement.tokens if t.at < token.at)):
        return ""
    at = token.at
    for written in parts_of(token.text):
        if at <= offset < at + len(written):
            text = bind.game.normalise(written)
            outcome = offered(bind.game, bind.pos).get(text)
            if outcome is None:
                return ""
            head = f"`{text}` {_plain(outcome.meaning)}".strip()
            return "\n- ".join((f"{head}\n", *map(_plain, outcome.words))).rstrip()
        if not take(bind, [Token(written, at)]):
            return ""
        at += len(written)
    return ""


def _cards(record: Record, tokens: Iterable[Token]) -> str:
    """Return what the cards show that tokens name."""
    try:
        cards = registry.cards(record.tag("Game"))
    except registry.UnknownGame:
        return ""
    known = {item.id: item for item in cards.items}
    decks = {deck.name: deck for deck in cards.decks}
    game = registry.load(record.tag("Game"))
    ids = [word for token in tokens for word in _WORD.findall(game.normalise(token.text))]
    lines = [_card(known[card], decks) for card in dict.fromkeys(ids) if card in known]
    return "\n".join(lines)


def _card(item: Item, decks: Any) -> str:
    deck = decks[item.deck]
    note = f" ({_plain(item.note)})" if item.note else ""
    return f"- **{item.id}** {_plain(item.text)}{note} *{_plain(deck.title)}*"


# -- the turn -----------------------------------------------------------------------------------


def _story(record: Record, spot: Spot, statement: Statement, offset: int) -> str:
    """Return holdings and ledger of a turn; of any other statement the holdings where it stands."""
    found = played_to(record, offset)
    if found is None:
        return _beginning(record, spot, statement)
    done, rows = found
    game = registry.load(done.game)
    if statement.keyword:
        return "\n".join(_holdings(game, done, rows[-1], rows[-1]))
    turn = next((turn for turn in reversed(rows) if turn.line), rows[-1])
    name = _plain(done.record.tag(turn.seat))
    head = f"**{turn.label} {turn.seat}**" + (f" {name}" if name else "") + f", {turn.phase}"
    before = rows[max(turn.turn_no - 1, 0)]
    return "\n".join((head, "", *_holdings(game, done, turn, before), "", *_postings(game, done, turn)))


def _beginning(record: Record, spot: Spot, statement: Statement) -> str:
    """Return the position in which a wrong statement begins, if what stands before it is right."""
    bind = beginning_of(record, spot.before, "", "")
    if bind is None or bind.pos.decision is None:
        return ""
    return _plain(bind.game.state_words(bind.pos))


def _holdings(game: Game, done: Replay, turn: Turn, before: Turn) -> Iterator[str]:
    """Yield a table of what each seat holds: before and after the turn where that differs."""
    rows = (*turn.balances, *before.balances)
    shown = [
        number
        for number, account in enumerate(game.accounts)
        if account.kind in ("currency", "track") and any(row[number] for row in rows)
    ]
    names = [_name(game.accounts[number]) for number in shown]
    yield _row("", *names, "score")
    yield "|---|" + "--:|" * (len(shown) + 1)
    for seat, letter in enumerate(done.seats):
        cells = [_change(before.balances[seat][number], turn.balances[seat][number]) for number in shown]
        yield _row(letter, *cells, _change(sum(before.scores[seat]), sum(turn.scores[seat])))


def _row(*cells: str) -> str:
    return "|" + "".join(f" {cell} |" for cell in cells)


def _name(account: Account) -> str:
    return account.name.replace("_", " ")


def _change(old: int, new: int) -> str:
    return str(new) if old == new else f"{old} → **{new}**"


def _postings(game: Game, done: Replay, turn: Turn) -> Iterator[str]:
    """Yield a line for each change of a turn, and last which articles of the rules they come from."""
    story = tell(turn.postings, turn.balances, game.accounts, done.seats, game.tolls)
    for line in story.lines:
        yield f"- {line.seat} {_plain(str(line))}"
    articles = registry.articles(done.game)
    causes = dict.fromkeys(posting.cause for posting in turn.postings)
    ruled = [f"{cause} {articles[cause]}" for cause in causes if cause in articles]
    if ruled:
        yield f"\n*Rules:* {_plain(', '.join(ruled))}"


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is; what cannot be seen is shown as an escape."""
    return _MARKDOWN.sub(r"\\\1", escape(text[:_LONGEST]))
