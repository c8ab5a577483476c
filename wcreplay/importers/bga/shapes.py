"""Documents to tables: the list of packets is found wherever it stands, in JSON, lines of JSON, or a page."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from wcreplay.notation.quote import quote

from . import schema

Packet = dict[str, Any]

_DEPTH: Final = 40
_TRIES: Final = 2000
_WORK: Final = 12
"""Characters that looking for a log in a page may read, as a multiple of the page's length."""

_CHANNEL = re.compile(r"/table/t?([0-9]+)")
_TITLE = re.compile(r"<title[^>]*>([^<]{0,200})", re.IGNORECASE)
_QUOTA = re.compile(
    r"reached (?:a|the|your) limit|limit \(replay\)|limit of replays|quota|too many requests", re.IGNORECASE
)
_OPENING = re.compile(r"(?:[=(:,>\[\s]|^)([\[{])")
_ANCHORS = ("gameStateChange", *schema.EVENTS)
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,40}")
_DIGITS = re.compile(r"[0-9]{3,}")
_CUT: Final = "the file is cut or damaged: save it again"
_LITERAL = re.compile(r"""(["'])(?=[\[{])""")


class NotALog(Exception):
    """A document that holds no table; ``code``, message and ``hint`` say what it is instead.

    ``quoted`` are words of the document itself, which only those may see who have it.
    """

    def __init__(self, code: str, message: str, hint: str = "", quoted: str = "") -> None:
        """Keep code, hint and quoted words beside the message."""
        super().__init__(message)
        self.code = code
        self.hint = hint
        self.quoted = f": {quote(quoted)}" if quoted else ""


class Table:
    """The packets of one table, in their order; ``table`` is its id as sent, empty if not sent.

    ``loose`` packets stood alone, not in a list: lines of JSON. ``where`` is the path to the list in the
    document.
    """

    def __init__(
        self, packets: list[Packet], table: str = "", *, loose: bool = False, where: str = ""
    ) -> None:
        """Take the packets of a table."""
        self.packets = packets
        self.table = table
        self.loose = loose
        self.where = where


def tables_of(data: bytes) -> list[Table]:
    """Return the tables of a document. Raises :class:`NotALog` if there is none."""
    text_start = data[:3].removeprefix(b"\xef\xbb\xbf")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    elif len(text_start) < len(data[:3]):
        data = data[3:]
    data = data.strip(b" \t\r\n\0")
    if not data:
        raise NotALog("L104", "this file is empty")
    if data[:1] in b"[{":
        tables = [table for value in _values(data) for table in _collect(value)]
        if not tables:
            raise _answer_without_log(data)
    else:
        tables = [table for value in _embedded(data) for table in _collect(value)]
        if not tables:
            raise _page_without_log(data)
    return _by_table(tables)


# -- JSON --------------------------------------------------------------------------------------------------


def _values(data: bytes) -> list[Any]:
    """Decode a JSON document, or one document a line."""
    try:
        return [msgspec.json.decode(data)]
    except RecursionError:
        raise NotALog("L105", "the JSON is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        first = error
    lines = data.splitlines()
    values = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            values.append(msgspec.json.decode(line))
        except RecursionError:
            raise NotALog("L105", f"the JSON of line {number} is nested too deeply") from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            if not values:
                raise _broken(data, first) from None
            raise NotALog("L105", f"line {number} is no JSON: {error}", _CUT) from None
    return values


def _broken(data: bytes, error: Exception) -> NotALog:
    words = str(error)
    if "truncated" in words:
        words = f"it ends after {len(data)} bytes in the middle of a value"
    return NotALog("L105", f"the JSON is broken: {words}", _CUT)


def _collect(value: Any) -> list[Table]:
    """Find every list of packets in a value; packets side by side without a list are one table."""
    found: list[Table] = []
    loose: list[Packet] = []
    stack: list[tuple[Any, int, str]] = [(value, 0, "")]
    while stack:
        here, depth, where = stack.pop()
        if depth > _DEPTH:
            continue
        if isinstance(here, dict):
            if _is_packet(here):
                loose.append(here)
            elif _is_event(here):
                loose.append({"data": [here]})
            else:
                stack.extend(
                    (child, depth + 1, f"{where}.{shown_key(key)}")
                    for key, child in reversed(here.items())
                    if _may_hold(child)
                )
        elif isinstance(here, list):
            packets = [item for item in here if _is_packet(item)]
            if packets:
                found.append(Table(packets, where=f"{where}[] packets"))
            elif any(_is_event(item) for item in here):
                found.append(Table([{"data": here}], where=f"{where}[] events"))
            else:
                stack.extend((child, depth + 1, f"{where}[]") for child in reversed(here) if _may_hold(child))
    return [*found, *([Table(loose, loose=True, where="lines")] if loose else [])]


def shown_key(key: str) -> str:
    """Return a key as anybody may see it: a name as it is, numbers in it blotted out, one alone as ``*``."""
    if _KEY.fullmatch(key):
        return _DIGITS.sub("#", key)
    return "*" if key.lstrip("-").isdecimal() else "(another key)"


def _may_hold(value: Any) -> bool:
    return isinstance(value, (dict, list)) and bool(value)


def _is_event(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("type"), str)
        and ("args" in value or "log" in value or schema.fold(value["type"]) in schema.GAME_EVENTS)
    )


def _is_packet(value: Any) -> bool:
    """Whether a value is a packet: its ``data`` is a list of events and not of further packets."""
    data = value.get("data") if isinstance(value, dict) else None
    if isinstance(data, list):
        for item in data[:50]:
            if _is_event(item):
                return True
    return False


# -- tables ------------------------------------------------------------------------------------------------


def _by_table(tables: list[Table]) -> list[Table]:
    """Part the packets of several tables; packets without a table belong to the one before them."""
    parted: list[Table] = []
    single: Table | None = None
    for table in tables:
        if table.loose:
            # A packet a line; without table ids they are one game.
            if single is None:
                single = Table([], where=table.where)
                parted.append(single)
            single.packets.extend(table.packets)
        else:
            parted.append(table)
            single = None
    return [part for table in parted for part in _split(table)]


def _split(table: Table) -> Iterator[Table]:
    groups: dict[str, list[Packet]] = {}
    current = ""
    for packet in table.packets:
        current = table_id(packet) or current
        groups.setdefault(current, []).append(packet)
    if "" in groups and len(groups) > 1:  # what stood before the first id belongs to that table
        lead = groups.pop("")
        first = next(iter(groups))
        groups[first] = lead + groups[first]
    for name, packets in groups.items():
        yield Table(packets, name, where=table.where)


def table_id(packet: Packet) -> str:
    """Return the table that a packet names, as text; empty if it names none."""
    for key in ("table_id", "tableId", "table"):
        if found := schema.as_id(packet.get(key)):
            return found
    channel = packet.get("channel")
    match = _CHANNEL.search(channel) if isinstance(channel, str) else None
    return match[1] if match else ""


# -- pages -------------------------------------------------------------------------------------------------


def _embedded(data: bytes) -> list[Any]:
    """Return the JSON values of a page that hold events: in a script, an attribute or a string."""
    text = data.decode("utf-8", "replace")
    values = _decoded_at_anchors(text)
    if not values and "&quot;" in text:
        values = _decoded_at_anchors(html.unescape(text))
    if not values and '\\"' in text:
        values = _from_literals(text)
    return values


def _anchors(text: str, mark: str) -> list[int]:
    return sorted(
        match.start() for match in re.finditer(f"{mark}(?:{'|'.join(_ANCHORS)}){mark}", text, re.IGNORECASE)
    )


def _decoded_at_anchors(text: str) -> list[Any]:
    """Decode the outermost JSON value around each place where an event is named."""
    decoder = json.JSONDecoder()
    values: list[Any] = []
    budget = _WORK * len(text) + 1000
    tries = _TRIES
    done = 0
    for anchor in _anchors(text, '"'):
        if anchor < done:
            continue
        for opening in _OPENING.finditer(text, done, anchor):
            at = opening.start(1)
            tries -= 1
            if tries < 0 or budget < 0:
                return values
            try:
                value, end = decoder.raw_decode(text, at)
            except (ValueError, RecursionError) as error:
                if _is_cut(error, text):
                    raise NotALog("L105", "the page ends in the middle of its log", _CUT) from None
                budget -= max(getattr(error, "pos", at) - at, 1)
                continue
            budget -= end - at
            if end > anchor:
                values.append(value)
                done = end
                break
        done = max(done, anchor + 1) if not values else done
    return values


def _is_cut(error: Exception, text: str) -> bool:
    """Whether JSON goes on to the very end of a text without ending."""
    if not isinstance(error, json.JSONDecodeError):
        return False
    return error.msg.startswith("Unterminated string") or error.pos >= len(text) - len("false")


def _from_literals(text: str) -> list[Any]:
    """Decode string literals that hold JSON: ``JSON.parse("...")``."""
    values: list[Any] = []
    done = 0
    budget = _WORK * len(text) + 1000
    for literal in _LITERAL.finditer(text):
        at = literal.start()
        if at < done or budget < 0:
            continue
        end = _literal_end(text, at + 1, literal[1])
        body = text[at + 1 : end]
        budget -= len(body)
        if not any(f'\\"{name}\\"' in body for name in _ANCHORS):
            continue
        if literal[1] == "'":
            body = body.replace("\\'", "'")
        try:
            values.append(json.loads(json.loads(f'"{body}"', strict=False)))
        except (ValueError, RecursionError):
            continue
        done = end
    return values


def _literal_end(text: str, at: int, mark: str) -> int:
    """Return where a string literal ends: the next quotation mark that no backslash escapes."""
    end = text.find(mark, at)
    while end > 0:
        run = end - len(text[max(at, end - 64) : end].rstrip("\\")) - max(at, end - 64)
        if run % 2 == 0:
            return end
        end = text.find(mark, end + 1)
    return len(text)


# -- what it is instead ------------------------------------------------------------------------------------


def _answer_without_log(data: bytes) -> NotALog:
    """Say what a JSON document without events is: an error the site answered with, or something else."""
    value = _values(data)[0]
    words = _error_words(value)
    if words and _QUOTA.search(words):
        return _quota(words)
    if words:
        return NotALog(
            "L107",
            "this is an error that the site answered with, not a log",
            "open the page again in the browser, and save the log once it is shown",
            words,
        )
    return NotALog(
        "L106", "there is JSON here but no list of events", "docs/import_bga.md: how to save a log"
    )


def _error_words(value: Any, depth: int = 0) -> str:
    """Return the text of an error in the answer of a site, if it is one."""
    if not isinstance(value, dict) or depth > 4:
        return ""
    for key in ("error", "message", "exception"):
        words = value.get(key)
        if isinstance(words, str) and words.strip():
            return words
    for child in value.values():
        if words := _error_words(child, depth + 1):
            return words
    return ""


def _page_without_log(data: bytes) -> NotALog:
    text = data[: 1 << 20].decode("utf-8", "replace")
    if match := _QUOTA.search(text):
        return _quota(" ".join(text[max(0, match.start() - 40) : match.end() + 40].split()))
    if "<" not in text[:2000]:
        return NotALog("L106", "this is neither JSON nor a page", "docs/import_bga.md: how to save a log")
    title = _TITLE.search(text)
    named = html.unescape(title[1]).strip() if title else ""
    return NotALog(
        "L106",
        "this page holds no log",
        "an error page or one that needs a login looks so; docs/import_bga.md says how to save a log",
        named,
    )


def _quota(words: str) -> NotALog:
    return NotALog(
        "L108",
        "the site refused to show the log, because too many were asked for",
        "wait a day, then save the log again; nothing here asks the site for anything",
        words,
    )
