"""Text to record: one master expression, a table of word classes, and statements cut from runs.

A run of words is split and classified in a few calls; only the words that begin or end something
are looked at one by one. Every error is reported and reading goes on at the next statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, compress, islice
from operator import add

from wcreplay.notation import lexis
from wcreplay.notation.diagnostics import Diagnostic, in_order
from wcreplay.notation.lexis import MASTER, Words, words_of
from wcreplay.notation.locate import diagnose
from wcreplay.notation.model import Comment, Grammar, RawRecord, Record, Statement, Tag, Token, Variation
from wcreplay.notation.quote import describe, quote

_LABEL, _SEAT = lexis.LABEL, lexis.SEAT


def parse(raw: RawRecord, grammar: Grammar) -> tuple[Record, list[Diagnostic]]:
    """Read one record; return it with all its syntax errors (N2xx) in the order of the text.

    A raw record that already has diagnostics is not read: its record is empty and they are returned.
    With an empty list the record is well-formed; otherwise it holds what could be read.
    """
    text = lexis.unify_newlines(raw.text)
    record = Record([], [], text, raw.source, raw.number, raw.line, [], raw.column, raw.before)
    if raw.diagnostics:
        return record, list(raw.diagnostics)
    scan = _Scan(record, words_of(grammar))
    scan.run()
    if len(scan.findings) > 1:
        return record, in_order(scan.findings)
    return record, scan.findings


def skim(raw: RawRecord) -> list[Tag]:
    """Return the tags before the first statement without reading any further."""
    return list(islice(_leading_tags(raw), lexis.MAX_TAGS))


def first_tag(raw: RawRecord, name: str) -> str:
    """Return the value of the first tag of that name before the first statement; empty if there is none."""
    tags = islice(_leading_tags(raw), lexis.MAX_TAGS)
    return next((tag.value for tag in tags if tag.name == name), "")


def _leading_tags(raw: RawRecord) -> Iterator[Tag]:
    for m in MASTER.finditer(lexis.unify_newlines(raw.text)):
        kind = m.lastindex
        if kind == 3:
            yield Tag(m[2], lexis.tag_value(m[3]), m.start())
        elif kind not in (5, 6):
            return


class _Scan:
    """The state of reading one record."""

    __slots__ = (
        "after_label",
        "cur",
        "findings",
        "full",
        "head_comments",
        "in_turns",
        "label",
        "label_at",
        "lost",
        "record",
        "seen",
        "stack",
        "statements",
        "swallow",
        "tag_names",
        "text",
        "tokens_left",
        "trail",
        "words",
    )

    def __init__(self, record: Record, words: Words) -> None:
        self.record = record
        self.text = record.text
        self.words = words
        self.findings: list[Diagnostic] = []
        self.full = False
        self.statements = record.statements
        #: the statement that tokens are added to; a turn is closed by its mark or a variation (trail)
        self.cur: Statement | None = None
        self.trail = False
        #: seat letters that the open statement still takes as tokens or (-1) as its seat
        self.swallow = 0
        self.label = ""
        self.label_at = -1
        self.after_label: list[Comment] = []
        self.head_comments: list[Comment] = []
        #: one finding is enough for a stretch of words outside of any statement
        self.lost = False
        self.stack: list[tuple[list[Statement], Statement | None, int]] = []
        self.seen: set[str] = set()
        self.tag_names: set[str] = set()
        self.in_turns = False
        self.tokens_left = lexis.MAX_TOKENS

    # ------------------------------------------------------------------ findings

    def find(
        self, code: str, message: str, at: int, length: int, *, expected: str = "", hint: str = ""
    ) -> None:
        """Add a finding, up to the limit of one record."""
        if self.full:
            return
        if len(self.findings) >= lexis.MAX_FINDINGS:
            self.full = True
            code, expected, hint = "N290", "", "mend the errors above first"
            message = f"more than {lexis.MAX_FINDINGS} syntax errors in this record; the rest is not reported"
        self.findings.append(diagnose(self.record, code, message, at, length, expected=expected, hint=hint))

    # ------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Read the whole text."""
        pos: int | None = 0
        while pos is not None:
            pos = self.scan_from(pos)
        self.end_label()
        for _, _, at in reversed(self.stack):
            hint = "all that follows was read as part of it"
            expected = "`)` after its last statement"
            self.find("N215", "this variation is not closed", at, 1, expected=expected, hint=hint)
        self.settle_comments()

    def scan_from(self, pos: int) -> int | None:
        """Read from ``pos``; return where to read on after a jump, or None at the end."""
        for m in MASTER.finditer(self.text, pos):
            kind = m.lastindex
            if kind == 1:
                self.run_of_words(m[1], m.start())
            elif kind == 3:
                self.tag(m[2], m[3], m.start(), m.end())
            elif kind == 5:
                if m[5] != "}":
                    return self.unclosed(m.start(), m.start(5))
                self.comment(lexis.brace_text(m[4]), m.start(), line=False)
            elif kind == 6:
                self.comment(m[6].rstrip(" \t"), m.start(), line=True)
            elif kind == 7:
                if m[7] == "(":
                    self.open_variation(m.start())
                else:
                    self.close_variation(m.start())
            elif kind == 8:
                self.bad_characters(m[8], m.start())
            elif m[9] == "[":
                return self.broken_tag(m.start())
            else:
                self.stray(m[9], m.start())
            if self.tokens_left < 0:
                message = f"a record has at most {lexis.MAX_TOKENS} words"
                self.find("N219", message, m.start(), 1, hint="is this one game?")
                return None
        return None

    def run_of_words(self, piece: str, at: int) -> None:
        """Cut a run of words (it begins with one) into statements."""
        # Every blank ends a piece, so a piece begins where those before it and their blanks end.
        pieces = piece.replace("\n", " ").replace("\t", " ").split(" ")
        sizes = list(map(len, pieces))
        starts = map(add, accumulate(sizes, initial=at), range(len(pieces)))
        words = list(compress(pieces, sizes))
        tokens = list(map(Token, words, compress(starts, sizes)))
        count = len(words)
        self.tokens_left -= count
        kinds = list(map(self.words.__getitem__, words))
        special = list(compress(range(count), kinds))
        special.append(count)
        kinds.append(0)
        if special[0]:
            self.plain(tokens[: special[0]])
        statements = self.statements
        q, last = 0, len(special) - 1
        while q < last:
            i = special[q]
            kind = kinds[i]
            if kind == _LABEL and kinds[i + 1] == _SEAT and not self.label and not self.head_comments:
                # The usual turn, label and seat and tokens, without a detour.
                q += 2
                body = tokens[i + 2 : special[q]]
                at = tokens[i].at
                seat = tokens[i + 1]
                end = body[-1] if body else seat
                self.cur = Statement("", words[i], seat.text, body, at, end.at + len(end.text), at, seat.at)
                statements.append(self.cur)
                self.trail = self.lost = False
                self.in_turns = True
                self.swallow = 0
                continue
            q += 1
            self.special(kind, tokens[i])
            if i + 1 < special[q]:
                self.plain(tokens[i + 1 : special[q]])

    def special(self, kind: int, token: Token) -> None:
        """Take a word that is more than a token."""
        text, at = token.text, token.at
        if kind == lexis.SEAT:
            self.seat(token)
            return
        if kind == lexis.MARK:
            self.mark(token)
            return
        if kind == lexis.GLUED_MARK:
            self.glued(token)
            return
        self.end_label()
        if kind in (lexis.LABEL, lexis.ODD_LABEL, lexis.LABEL_CASE):
            if kind == lexis.LABEL_CASE:
                right = text.lower()
                self.find(
                    "N203",
                    f"{quote(text)} is written in the wrong case",
                    at,
                    len(text),
                    hint=f"write `{right}`",
                )
                text = right
            self.label = lexis.plain_label(text) if kind == lexis.ODD_LABEL else text
            self.label_at = at
        elif kind == lexis.EQUALS:
            self.open(Statement("=", "", "", [], at, at + 1))
            self.swallow = -1
        else:
            if kind == lexis.WRONG_CASE:
                right = self.words.folded[text.casefold()]
                self.find(
                    "N203",
                    f"{quote(text)} is written in the wrong case",
                    at,
                    len(text),
                    hint=f"write `{right}`",
                )
                token = Token(right, at)
            self.keyword(token)

    # ------------------------------------------------------------------ heads and tokens

    def open(self, statement: Statement) -> None:
        """Begin a statement."""
        if self.head_comments:
            statement.comments = self.head_comments
            self.head_comments = []
        self.statements.append(statement)
        self.cur = statement
        self.trail = self.lost = False
        self.swallow = 0

    def open_turn(self, seat: str, at: int) -> None:
        """Begin a turn with the label that was read before it, if any."""
        start = at if self.label_at < 0 else self.label_at
        end = at + 1 if seat else start + len(self.label)
        turn = Statement("", self.label, seat, [], start, end, self.label_at, at if seat else -1)
        self.open(turn)
        self.in_turns = True
        if self.after_label:
            turn.comments = turn.comments + self.after_label
            self.after_label = []
        self.label = ""
        self.label_at = -1

    def end_label(self, nearest: Token | None = None) -> bool:
        """Report a label that no seat followed, and begin its statement.

        True if ``nearest``, the word behind the label, was meant to be its seat.
        """
        if not self.label:
            return False
        at, length, code, seat = self.label_at, len(self.label), "N204", ""
        message = f"the label `{self.label}` is not followed by a seat"
        hint = "write the seat letter after the label"
        bare = nearest.text.rstrip(".:,-") if nearest is not None else ""
        meant = nearest is not None and len(bare) == 1 and (bare.isupper() or bare in self.words.lower_seats)
        if nearest is not None and meant:
            at, length = nearest.at, len(nearest.text)
            message = f"{quote(nearest.text)} is no seat"
            if bare.upper() in self.words.seats:
                seat = bare.upper()
                hint = f"write `{seat}` alone, with a blank behind it"
            if nearest.text in self.words.lower_seats:
                code, message = "N203", f"{quote(nearest.text)} is written in the wrong case"
                hint = f"seats are capital letters: write `{seat}`"
        expected = "a seat letter: " + " ".join(sorted(self.words.seats))
        self.find(code, message, at, length, expected=expected, hint=hint)
        self.open_turn(seat, at)
        return meant

    def seat(self, token: Token) -> None:
        """Take a seat letter: of an order, of an assertion, or the beginning of a turn."""
        cur = self.cur
        if self.swallow and not self.label and cur is not None:
            cur.end = token.at + 1
            if self.swallow < 0:
                cur.seat, cur.seat_at = token.text, token.at
                self.swallow = 0
            else:
                cur.tokens.append(token)
            return
        self.open_turn(token.text, token.at)

    def keyword(self, token: Token) -> None:
        """Begin a statement of the game's setup or chance lines."""
        name, at = token.text, token.at
        self.open(Statement(name, "", "", [], at, at + len(name)))
        keyword = self.words.keywords[name]
        if keyword.seats:
            self.swallow = 1
        if name in self.words.setup and (self.in_turns or self.stack):
            hint = "move it up, to the other lines of the setup"
            self.find("N222", f"`{name}` belongs before the first turn", at, len(name), hint=hint)
        elif not keyword.repeats and not self.stack:
            if name in self.seen:
                first = next(s.at for s in self.record.statements if s.keyword == name)
                hint = f"{self.line_of(first)} has it already: remove one of them"
                self.find("N221", f"`{name}` stands twice in this record", at, len(name), hint=hint)
            self.seen.add(name)

    def plain(self, tokens: list[Token]) -> None:
        """Add tokens to the open statement."""
        first = tokens[0]
        if self.label and self.end_label(first):
            del tokens[0]
            if not tokens:
                return
            first = tokens[0]
        cur = self.cur
        if cur is None:
            self.outside(first)
            return
        if self.trail:
            if not self.lost:
                message = "a turn ends with its mark" if cur.mark else "a turn ends before its variations"
                where = "before the mark" if cur.mark else "before the variation"
                self.find(
                    "N211",
                    f"{message}, but {quote(first.text)} follows",
                    first.at,
                    len(first.text),
                    expected="the next statement",
                    hint=f"move it {where}",
                )
                self.lost = True
        elif self.swallow and first.text in self.words.lower_seats:
            hint = f"seats are capital letters: write `{first.text.upper()}`"
            self.find("N203", f"{quote(first.text)} is written in the wrong case", first.at, 1, hint=hint)
            self.seat(Token(first.text.upper(), first.at))
            if len(tokens) > 1:
                self.plain(tokens[1:])
            return
        if self.swallow:
            bare = tokens[-1].text.strip(",.;:>/|-")
            if self.swallow < 0 or (bare and bare not in self.words.seats):
                self.swallow = 0  # else these are seats, wrongly parted: those behind belong here too
        if cur.tokens:
            cur.tokens.extend(tokens)
        else:
            cur.tokens = tokens
        final = tokens[-1]
        cur.end = final.at + len(final.text)

    def outside(self, token: Token) -> None:
        """Report text that belongs to no statement, once for each stretch."""
        if not self.lost:
            from wcreplay.notation.slips import meant_head

            keywords = ", ".join(self.words.keywords)
            meant = meant_head(token.text, self.words.keywords, "".join(sorted(self.words.seats)))
            hint = "" if self.stack else 'a turn is written `1.3 A ...`, a tag `[Name "value"]`'
            self.find(
                "N201",
                f"{quote(token.text)} stands outside of any statement",
                token.at,
                len(token.text),
                expected=f"a label, a seat letter, `=` or a keyword ({keywords})"
                if keywords
                else "a label, a seat letter or `=`",
                hint=f"did you mean `{meant}`?" if meant else hint,
            )
            self.lost = True

    def mark(self, token: Token) -> None:
        """Take a mark: the last word of a turn."""
        self.end_label()
        text, at = token.text, token.at
        cur = self.cur
        if cur is None or cur.keyword:
            message = f"the mark {quote(text)} does not belong to a turn"
            self.find("N212", message, at, len(text), hint="only turns are marked, at their end")
        elif cur.mark:
            message = f"a second mark {quote(text)} in one turn"
            self.find("N212", message, at, len(text), hint="a turn has one mark")
        elif cur.variations:
            message = f"the mark {quote(text)} stands behind a variation"
            self.find("N212", message, at, len(text), hint="move it before the variation")
        else:
            cur.mark = text
            cur.end = at + len(text)
            self.trail = True
            self.swallow = 0

    def glued(self, token: Token) -> None:
        """Report a word that ends like a mark without being one."""
        text, at = token.text, token.at
        bare = text.rstrip("!?")
        if bare:
            message = f"the mark at the end of {quote(text)} must be a word of its own"
            self.find(
                "N213", message, at + len(bare), len(text) - len(bare), hint="put a blank before the mark"
            )
            kind = self.words[bare]
            if kind:
                self.special(kind, Token(bare, at))
            else:
                self.plain([Token(bare, at)])
            return
        self.find("N213", f"unknown mark {quote(text)}", at, len(text), expected="! ? !! ?? !? ?!")

    # ------------------------------------------------------------------ tags, comments, variations

    def tag(self, name: str, value: str, at: int, end: int) -> None:
        """Take a tag pair."""
        if self.cur is not None or self.label or self.stack:
            self.end_label()
            self.find(
                "N209",
                f"the tag `{quote(name)[1:-1]}` stands behind a statement: another record begins here",
                at,
                end - at,
                hint="read several records as a file, one by one",
            )
        record = self.record
        if name in self.tag_names:
            first = next((tag.at for tag in record.tags if tag.name == name), at)
            hint = f"{self.line_of(first)} has it already: remove one of them"
            self.find("N210", f"the tag {quote(name)} stands twice", at, end - at, hint=hint)
        elif name not in lexis.KNOWN_TAGS and (
            right := name.upper() if name in self.words.lower_seats else _KNOWN_FOLDED.get(name.casefold())
        ):
            message = f"the tag {quote(name)} is written in the wrong case"
            self.find("N203", message, self.text.index(name, at), len(name), hint=f"write `{right}`")
        self.tag_names.add(name)
        self.settle_comments()
        if len(record.tags) < lexis.MAX_TAGS:
            record.tags.append(Tag(name, lexis.tag_value(value), at))
            if len(record.tags) == lexis.MAX_TAGS:
                self.find("N220", f"a record has fewer than {lexis.MAX_TAGS} tags", at, end - at)

    def settle_comments(self) -> None:
        """Keep comments that waited for a statement among the tags: none came."""
        count = len(self.record.tags)
        for c in self.head_comments:
            self.record.comments.append(Comment(c.text, count, c.line, c.own_line, c.at))
        self.head_comments = []

    def comment(self, text: str, at: int, *, line: bool) -> None:
        """Keep a comment where it stands."""
        newlines = self.newlines_before(at)
        own = newlines > 0
        record = self.record
        if self.label:
            self.after_label.append(Comment(text, 0, line, own, at))
        elif self.cur is not None:
            cur = self.cur
            after = 1 + len(cur.variations) if self.trail else 0
            cur.comments.append(Comment(text, len(cur.tokens), line, own, at, after))
        elif self.stack or self.head_comments or (record.tags and newlines > 1):
            self.head_comments.append(Comment(text, -1, line, own, at))
        else:
            record.comments.append(Comment(text, len(record.tags), line, own, at))

    def newlines_before(self, at: int) -> int:
        """Count the line breaks (0, 1, 2 for more) in the blanks before ``at``; the start is one."""
        text = self.text
        count = 0
        while at and count < 2:
            at -= 1
            char = text[at]
            if char == "\n":
                count += 1
            elif char not in " \t\ufeff":
                return count
        return count or 1

    def unclosed(self, at: int, end: int) -> int:
        """Report a brace comment without its end; return where to read on."""
        resumed = lexis.resume(self.text, at, end)
        if self.full:
            return resumed
        hint = "write `}` where the comment ends"
        if end < len(self.text):
            hint += ", before the next `{`; a brace inside a comment is written `\\{`"
        if resumed < len(self.text):
            hint += f"; reading goes on in {self.line_of(resumed)}"
        self.find("N205", "this comment is not closed", at, 1, expected="`}`", hint=hint)
        return resumed

    def line_of(self, at: int) -> str:
        """Name the line of the source that an offset stands in."""
        return f"line {self.record.line + self.text.count(chr(10), 0, at)}"

    def open_variation(self, at: int) -> None:
        """Begin a variation of the turn before it."""
        self.end_label()
        cur = self.cur
        inner: list[Statement] = []
        depth = len(self.stack) + 1
        if cur is None or cur.keyword:
            what = "an assertion" if cur is not None and cur.keyword == "=" else "a setup or chance line"
            message = f"a variation cannot follow {what}" if cur is not None else "a variation without a turn"
            expected = "a turn before `(`: a variation replaces the turn before it"
            self.find(
                "N214", message, at, 1, expected=expected, hint="move it directly behind the turn it replaces"
            )
        elif depth > lexis.MAX_DEPTH:
            if depth == lexis.MAX_DEPTH + 1:
                message = f"variations are nested deeper than {lexis.MAX_DEPTH}"
                self.find("N218", message, at, 1, hint="write this line as a record of its own")
        else:
            cur.variations.append(Variation(inner, at))
        self.stack.append((self.statements, cur, at))
        self.statements = inner
        self.cur = None
        self.lost = False

    def close_variation(self, at: int) -> None:
        """End the innermost variation."""
        self.end_label()
        if not self.stack:
            self.find("N216", "`)` without `(`", at, 1, hint="remove it, or open the variation with `(`")
            return
        inner = self.statements
        self.statements, self.cur, start = self.stack.pop()
        if not inner and not self.lost:
            hint = "write the turns that could have been played, or use a comment"
            self.find("N217", "this variation is empty", start, at + 1 - start, hint=hint)
        if self.head_comments:
            owner = self.cur
            if owner is not None:
                owner.comments.extend(self.head_comments)
            self.head_comments = []
        self.swallow = 0
        self.lost = False
        if self.cur is not None:
            self.trail = not self.cur.keyword
            self.cur.end = at + 1
            if self.cur.keyword in self.words.setup:
                self.in_turns = False  # a misplaced variation does not end the setup

    # ------------------------------------------------------------------ what may stand nowhere

    def bad_characters(self, text: str, at: int) -> None:
        """Report characters that no token may hold."""
        from wcreplay.notation.slips import ascii_hint

        message, expected = f"{describe(text[0])} cannot stand in a token", "printable ASCII characters"
        self.find("N202", message, at, len(text), expected=expected, hint=ascii_hint(text))

    def stray(self, char: str, at: int) -> None:
        """Report a closing bracket or brace without its beginning."""
        begin, what = ("{", "comment") if char == "}" else ("[", "tag")
        hint = f"remove it, or write `{begin}` where the {what} begins"
        self.find("N206", f"`{char}` without its beginning", at, 1, hint=hint)

    def broken_tag(self, at: int) -> int:
        """Report a `[` that begins no tag; return where to read on."""
        text = self.text
        end = lexis.broken_tag_end(text, at)
        line = text[at : min(end, at + 400)]
        from wcreplay.notation.slips import broken_tag_hint

        self.end_label()
        hint = broken_tag_hint(line)
        expected = '`[Name "value"]`'
        self.find("N207", "this is not a complete tag", at, len(line.rstrip()), expected=expected, hint=hint)
        return end


_KNOWN_FOLDED = {name.casefold(): name for name in lexis.KNOWN_TAGS}
