"""Findings in the forms that people, programs and build services read; written one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

import click

from wcreplay import __version__
from wcreplay.notation.diagnostics import CodeInfo, Diagnostic, encodable, notes_of
from wcreplay.notation.quote import escape

from .common import show, to_json

FORMATS: Final = ("text", "json", "sarif", "github")
"""Text for people, an object a line, one SARIF 2.1.0 document, and commands that GitHub marks lines by."""

Reporter = Callable[[Iterable[Diagnostic]], None]


@contextmanager
def reporter(form: str) -> Iterator[Reporter]:
    """Open the report on standard output; what it yields writes findings, and the end closes the report."""
    if form == "sarif":
        with _sarif() as write:
            yield write
    elif form == "github":
        yield _github
    elif form == "json":
        yield _json
    else:
        yield _text


def _text(found: Iterable[Diagnostic]) -> None:
    show(found, err=False)


def _json(found: Iterable[Diagnostic]) -> None:
    for diagnostic in found:
        click.echo(to_json(encodable(diagnostic)))


# -- GitHub workflow commands ---------------------------------------------------------------------


def _github(found: Iterable[Diagnostic]) -> None:
    for d in found:
        places = {"title": f"wcreplay {d.code}"}
        if d.file != "-":
            places["file"] = d.file
        if d.record:
            places |= {
                "line": str(d.line),
                "col": str(d.column),
                "endLine": str(d.line),
                "endColumn": str(d.column + d.length),
            }
        listed = ",".join(f"{name}={_github_value(value)}" for name, value in places.items())
        where = f"{d.file}:{d.line}:{d.column}: " if d.record else f"{d.file}: "
        click.echo(f"::{d.severity} {listed}::{_github_text(where + _whole_message(d))}")


def _github_text(text: str) -> str:
    """Escape the text of a command: it ends with its line, and % begins an escape."""
    lines = "\n".join(map(escape, text.split("\n")))
    return lines.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_value(text: str) -> str:
    """Escape a property of a command: colon and comma end it, too."""
    return _github_text(text).replace(":", "%3A").replace(",", "%2C")


def _whole_message(d: Diagnostic) -> str:
    """Return the message with what was expected and what to do, a line each."""
    return "\n".join((d.message, *(f"{name}: {text}" for name, text in notes_of(d) if text)))


# -- SARIF 2.1.0 ----------------------------------------------------------------------------------

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_MARK = '"results":[]'


@contextmanager
def _sarif() -> Iterator[Reporter]:
    """Write one log; the results stand between its head and its tail as they are found."""
    from .codes import all_codes

    rules = [info for info in all_codes().values() if info.code[0] != "S"]
    numbers = {info.code: number for number, info in enumerate(rules)}
    head, mark, tail = to_json(_log(rules)).partition(_MARK)
    assert mark
    click.echo(head + mark[:-1], nl=False)
    separator = "\n"

    def write(found: Iterable[Diagnostic]) -> None:
        nonlocal separator
        for diagnostic in found:
            click.echo(separator + to_json(_result(encodable(diagnostic), numbers)), nl=False)
            separator = ",\n"

    yield write
    click.echo(mark[-1] + tail)


def _log(rules: list[CodeInfo]) -> dict[str, Any]:
    driver = {
        "name": "wcreplay",
        "semanticVersion": __version__,
        "rules": [_rule(info) for info in rules],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": []}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(info: CodeInfo) -> dict[str, Any]:
    return {
        "id": info.code,
        "shortDescription": {"text": info.title},
        "fullDescription": {"text": info.meaning},
        "help": {"text": info.cure},
        "defaultConfiguration": {"level": info.severity},
    }


def _result(d: Diagnostic, numbers: dict[str, int]) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(d.file)}}
    if d.record:
        place["region"] = {
            "startLine": d.line,
            "startColumn": d.column,
            "endColumn": d.column + d.length,
        }
    result: dict[str, Any] = {
        "ruleId": d.code,
        "level": d.severity,
        "message": {"text": _whole_message(d)},
        "locations": [{"physicalLocation": place}],
    }
    if d.code in numbers:
        result["ruleIndex"] = numbers[d.code]
    if d.record:
        result["properties"] = {"record": d.record}
    return result


def _uri(name: str) -> str:
    """Return a file's name as the reference of a URI: relative as it was given, absolute with its scheme."""
    path = quote(os.fsencode(PurePath(name).as_posix()), safe="/")
    return f"file://{path}" if path.startswith("/") else path
