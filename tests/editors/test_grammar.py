"""The TextMate grammar of the notation, read by an engine as editors have one: every word has its colour."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babi.highlight import Compiler, Grammars, highlight_line

from wcreplay.engine.replay import replay
from wcreplay.games.white_castle.game import GAME
from wcreplay.notation.model import Comment, Record, Statement
from wcreplay.notation.scanner import parse
from wcreplay.notation.stream import expand_paths, read_records, read_sources

ROOT = Path(__file__).parents[2]
FILE = ROOT / "editors" / "wcreplay.tmLanguage.json"
SETUP = [keyword.name for keyword in GAME.grammar.setup]
CHANCE = [keyword.name for keyword in GAME.grammar.chance]

CARD = r"[SDMRAPKY]\d+"
ROOM = r"(?:s[1-3]|d[12])"
SCOPES: dict[str, dict[str, tuple[str, ...]]] = {
    "setup": {
        rf"({CARD}|_)": ("support.class.card",),
        rf"({CARD})(\+)({CARD})": ("support.class.card", "punctuation.separator.pair", "support.class.card"),
        r"([cbw]{1,3})": ("constant.other.colour",),
        r"(food|iron|pearl|any|coin)": ("constant.other.resource",),
        r"(\|)": ("punctuation.separator.group",),
        r"([A-D])": ("entity.name.type.seat",),
    },
    "chance": {
        r"(\d+)": ("constant.numeric",),
        r"([cbw])": ("constant.other.colour",),
        r"(\|)": ("punctuation.separator.group",),
    },
    "assertion": {r"([csfipvt]\d+|=\d+|[A-D]{2,4}|[cbw]:[1-6]*)": ("constant.other.fact",)},
    "turn": {
        rf"([cbw][1-6])([<>])({ROOM}|o[12]|w|p)": (
            "constant.numeric.die", "keyword.operator.end", "support.type.space",
        ),
        r"(G:)([PK]\d)": ("support.function.action", "support.class.card"),
        r"(@)([PK]\d)": ("support.function.garden", "support.class.card"),
        r"(W[531]|Q)": ("support.function.action",),
        rf"([gsd]\^)({ROOM}(?:\.\d)?|m\d?)": ("support.function.action", "support.type.space"),
        rf"([gsd]\^)({ROOM}(?:\.\d)?)(/)([SD]\d+|_|-)": (
            "support.function.action", "support.type.space",
            "keyword.operator.chance", "variable.other.chance",
        ),
        r"(/)([SD]\d+|_|-)": ("keyword.operator.chance", "variable.other.chance"),
        rf"(B:)({ROOM}\.\d)": ("support.function.action", "support.type.space"),
        r"(P:)([cbw])": ("support.function.action", "constant.other.colour"),
        r"(x:[cfip])": ("keyword.operator.exchange",),
        r"(\+[fip]+)": ("constant.other.resource",),
        r"(-[LTw])": ("keyword.operator.refusal",),
        r"(>(?:\d|y\d|[sLTwQ^GWBPo+])\^*)": ("keyword.operator.order",),
        r"([.LTw])": ("keyword.operator.go-on",),
        r"(R\d)": ("support.class.card",),
    },
}  # fmt: skip
"""What the words of each kind of statement look like, and the scopes of their parts."""


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    """The grammar, compiled."""
    folder = tmp_path_factory.mktemp("grammars")
    (folder / "source.wcreplay.json").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    return Grammars(str(folder)).compiler_for_scope("source.wcreplay")


def scopes(compiler: Compiler, text: str) -> list[str]:
    """Return the scopes of each character of a text, joined by blanks."""
    state, found = compiler.root_state, list[str]()
    for number, line in enumerate(text.splitlines(keepends=True)):
        state, regions = highlight_line(compiler, state, line, number == 0)
        for region in regions:
            found += [" ".join(region.scope)] * (region.end - region.start)
    assert len(found) == len(text)
    return found


def innermost(found: list[str], start: int, end: int) -> str:
    """Return the innermost scope of a stretch of text, which must have one."""
    names = {scope.split()[-1].removesuffix(".wcreplay") for scope in found[start:end]}
    assert len(names) == 1, names
    return names.pop()


def records() -> Iterator[tuple[str, str]]:
    for raw in read_sources(expand_paths([ROOT / "records", ROOT / "tests" / "cli" / "game.wcr"])):
        yield f"{Path(raw.source).stem}-{raw.number}", raw.text


def all_of(statements: list[Statement]) -> Iterator[Statement]:
    for statement in statements:
        yield statement
        for variation in statement.variations:
            yield from all_of(variation.statements)


def comments(record: Record) -> Iterator[Comment]:
    yield from record.comments
    for statement in all_of(record.statements):
        yield from statement.comments


def check_token(found: list[str], kind: str, text: str, at: int) -> None:
    """Hold a token to the scopes that its parts must have."""
    for pattern, wanted in SCOPES[kind].items():
        if match := re.fullmatch(pattern, text):
            for group, scope in enumerate(wanted, start=1):
                name = innermost(found, at + match.start(group), at + match.end(group))
                assert name.startswith(scope), (text, name)
            return
    if kind == "chance":
        assert innermost(found, at, at + len(text)) == "constant.numeric.dice", text
        return
    raise AssertionError(f"{text}: no such word in a {kind} statement")


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in records()])
def test_every_word_of_the_sample_records_has_its_scope(compiler: Compiler, text: str) -> None:
    (raw,) = read_records(io.BytesIO(text.encode()), "x")
    record, faults = parse(raw, GAME.grammar)
    assert not faults
    found = scopes(compiler, text)
    for tag in record.tags:
        assert innermost(found, tag.at, tag.at + 1) == "punctuation.definition.tag.begin"
        assert innermost(found, tag.at + 1, tag.at + 1 + len(tag.name)) == "entity.name.tag"
        assert innermost(found, text.index('"', tag.at), text.index("]", tag.at)) == "string.quoted.double"
    for comment in comments(record):
        kind = "line.semicolon" if comment.line else "block.brace"
        stop = comment.at + len(comment.text)
        assert f"comment.{kind}" in innermost(found, comment.at, stop)
    for statement in all_of(record.statements):
        check_statement(found, text, statement)


def check_statement(found: list[str], text: str, statement: Statement) -> None:
    """Hold head, tokens, mark and parentheses of a statement to their scopes."""
    keyword = statement.keyword
    kind = (
        "turn"
        if not keyword
        else "assertion"
        if keyword == "="
        else "setup"
        if keyword in SETUP
        else "chance"
    )
    if keyword:
        head = "keyword.operator.assertion" if keyword == "=" else f"keyword.control.{kind}"
        assert innermost(found, statement.at, statement.at + len(keyword)) == head
    if statement.label:
        at = statement.label_at
        assert innermost(found, at, at + len(statement.label)) == "entity.name.section.label"
    if statement.seat:
        assert innermost(found, statement.seat_at, statement.seat_at + 1) == "entity.name.type.seat"
    for token in statement.tokens:
        check_token(found, kind, token.text, token.at)
    if statement.mark:
        at = text.index(f" {statement.mark}", statement.tokens[-1].at) + 1
        assert innermost(found, at, at + len(statement.mark)) == "keyword.other.mark"
    for variation in statement.variations:
        assert innermost(found, variation.at, variation.at + 1) == "punctuation.section.variation.begin"
        assert all("meta.variation" in found[inner.at] for inner in variation.statements)


def test_every_choice_of_a_game_is_a_word_of_the_grammar(compiler: Compiler) -> None:
    """All options of all decisions of the sample games."""
    words: set[str] = set()
    for _, text in records():
        (raw,) = read_records(io.BytesIO(text.encode()), "x")
        done = replay(parse(raw, GAME.grammar)[0])
        position = GAME.start(done.setup)
        for choice in done.history:
            assert position.decision is not None
            if position.decision.seat >= 0:
                words.update(position.options())
            position.apply(choice)
    assert len(words) > 300
    for word in sorted(words - {""}):
        line = f"1.1 A {word}\n"
        check_token(scopes(compiler, line), "turn", word, len("1.1 A "))


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        ('[Event "a \\"b\\" \\\\ c"]', '\\"', "constant.character.escape"),
        ('[Event "unclosed\n\n1.1 A Q', "1.1", "entity.name.section.label"),
        ('[Event "unclosed\n[A "x"]', "A", "entity.name.tag"),
        ("{ a \\} b } 1.1", "\\}", "constant.character.escape"),
        ("{ a \\} b } 1.1", "1.1", "entity.name.section.label"),
        ("; 1.1 A\n1.1 A", "1.1 A", "comment.line.semicolon"),
        ("order C A B\n", "A", "entity.name.type.seat"),
        ("order C A\n  B\n", "B", "entity.name.type.seat"),
        ("castle S07 _ S3", "S07", "support.class.card"),
        ("tiles _ cb_ | wb wb | any food", "cb_", "constant.other.colour"),
        ("pairs R4+A1 _+A2 R2+_", "_+A2", "support.class.card"),
        ("round 2 c _ | b 1_4 | w 123", "1_4", "constant.numeric.dice"),
        ("castle S1\n  S2 S3\n1.1 A Q", "S2", "support.class.card"),
        ("castle S1 {S9} S2", "S9", "comment.block.brace"),
        ("= A c4\nB b5>w", "b5", "constant.numeric.die"),
        ("= CAB c:12_", "c:12_", "constant.other.fact"),
        ("1.1 A Q (1.1 A w (1.1 A L) Q) 1.2 B T", "T", "keyword.operator.go-on"),
        ("1.1 A Q !? (1.1 A w)", "!?", "keyword.other.mark"),
        ("01.02 A b5>o1", "01.02", "entity.name.section.label"),
        ("1.1 A @_ _", "_", "support.class.card"),
        ("1.1 A >^^", ">^^", "keyword.operator.order"),
    ],
)
def test_corners(compiler: Compiler, text: str, word: str, scope: str) -> None:
    at = text.index(word)
    assert innermost(scopes(compiler, text), at, at + 1) == scope


@pytest.mark.parametrize("word", ["x5>w", "Q!", "c7>w", "W4", "1.1.1", "F", "S3x", "é"])
def test_what_is_no_word_has_no_scope(compiler: Compiler, word: str) -> None:
    line = f"1.1 A {word}\n"
    assert set(scopes(compiler, line)[6 : 6 + len(word)]) == {"source.wcreplay"}


def test_keywords_are_those_of_the_game() -> None:
    grammar: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["repository"]
    ends = {grammar[name]["end"] for name in ("setup", "chance", "assertion")}
    assert len(ends) == 1, "one and the same beginning of the next statement"
    words = "|".join([*SETUP, *CHANCE])
    assert f"|{words}|=|[A-E])" in ends.pop()
