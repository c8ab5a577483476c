"""The page that checks records: shows what is wrong where, replays what is right, and stores it if it may."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, abort, g, make_response, redirect, render_template, request, url_for

from wcreplay.engine.reader import read_record
from wcreplay.notation.diagnostics import notes_of
from wcreplay.notation.quote import escape, visible
from wcreplay.store.errors import StoreError
from wcreplay.web import checking, guard, queries
from wcreplay.web.pages import show_game, show_turn
from wcreplay.web.site import cursor, site
from wcreplay.web.storing import Outcome, outcome

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from wcreplay.notation.diagnostics import Diagnostic
    from wcreplay.notation.model import RawRecord
    from wcreplay.web.previews import Preview

blueprint = Blueprint("check", __name__, url_prefix="/check")

_PASTED: Final = "pasted text"
_VIEW: Final = "view-"


class Upload(NamedTuple):
    """What was sent: bytes, the name to show, and the text for the page's field, if it can stand there."""

    data: bytes
    name: str
    text: str | None


class Shown(NamedTuple):
    """A finding as the page shows it: its line in three parts, of which the middle one is meant."""

    found: Diagnostic
    before: str
    marked: str
    after: str
    notes: tuple[tuple[str, str], ...]


@blueprint.get("")
def page() -> AnyResponse:
    """The empty form."""
    return _form(Upload(b"", _PASTED, ""))


@blueprint.post("")
def send() -> AnyResponse:
    """Check what was sent; ``do`` says whether to view one of the records, or to store them, too."""
    guard.allow_upload()
    upload = _upload()
    action = request.form.get("do", "check")
    if not upload.data:
        return _form(upload, fault="Nothing was sent. Paste a record, or choose a file.", status=400)
    if action != "check" and not guard.token_is_right(request.form.get("token", "")):
        fault = (
            "This page was too old, or its cookie is missing, so nothing was done. Press the button again."
        )
        return _form(upload, fault=fault, status=403)
    try:
        checked = checking.check(upload.data, upload.name)
        if action.startswith(_VIEW):
            return _view(upload, checked, action.removeprefix(_VIEW))
        if action == "store":
            return _store(upload, checked)
    except checking.TooMuch as error:
        return _form(upload, fault=str(error), status=413)
    except checking.Busy as error:
        return _form(upload, fault=str(error), status=503)
    return _form(upload, checked)


def _upload() -> Upload:
    """Return the file that was sent, or else the text."""
    file = request.files.get("file")
    data = file.read() if file is not None else b""
    if file is not None and data:
        name = escape((file.filename or "").replace("\\", "/").rpartition("/")[2])[-80:] or "upload"
        return Upload(data, name, _editable(data))
    text = request.form.get("text", "").replace("\r\n", "\n")
    return Upload(text.encode("utf-8", "surrogatepass"), _PASTED, text)


def _editable(data: bytes) -> str | None:
    """Return a file's text if the field on the page holds it unchanged."""
    if checking.is_archive(data) or b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _form(
    upload: Upload,
    checked: checking.Check | None = None,
    *,
    fault: str = "",
    status: int = 200,
    outcomes: list[Outcome] | None = None,
) -> AnyResponse:
    """Return the page with what was sent and what was found."""
    g.pop("tag", None)  # it holds a token of its visitor
    if checked is not None:
        ids = [one.game_id for one in checked.records if one.game_id]
        stored = queries.stored_ids(cursor(), ids)
        for one in checked.records:
            one.stored = one.game_id in stored
    html = render_template(
        "check.html",
        upload=upload,
        checked=checked,
        findings=[_shown(found) for found in checked.diagnostics] if checked else [],
        fault=fault,
        outcomes=outcomes,
        token=guard.token(),
        writable=site().shelf is not None,
        limits=checking,
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "private, no-cache"
    # So that browsers say where a form comes from, which they do not with the stricter policy.
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def _shown(found: Diagnostic) -> Shown:
    line, start = found.source_line, found.column - found.source_column
    start = min(max(start, 0), len(line))
    end = min(start + found.length, len(line))
    parts = (_plain(line[:start]), _plain(line[start:end]), _plain(line[end:]))
    return Shown(found, *parts, tuple((name, text) for name, text in notes_of(found) if text))


def _plain(text: str) -> str:
    return "".join("    " if char == "\t" else visible(char) for char in text)


def _raw(upload: Upload, checked: checking.Check, number: str) -> RawRecord:
    """Return a right record by its place in the list, from 1."""
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        abort(400, "The number of the record is missing.")
    place = int(number)
    records = (raw for raw in checking.raw_records(upload.data, upload.name) if raw.number)
    raw = next((raw for count, raw in enumerate(records, 1) if count == place), None)
    if raw is None:
        abort(404, f"There are {checked.found} records; there is no record {place}.")
    return raw


def _view(upload: Upload, checked: checking.Check, number: str) -> AnyResponse:
    """Keep the replay of a record for a while and lead to its page."""
    reading = read_record(_raw(upload, checked, number))
    if reading.replay is None:
        return _form(
            upload, checked, fault="This record is wrong, so there is nothing to replay.", status=400
        )
    key = site().previews.add(reading.replay)
    return redirect(url_for("check.replay", key=key), 303)


def _store(upload: Upload, checked: checking.Check) -> AnyResponse:
    """Store the right records, and say what became of each."""
    shelf = site().shelf
    if shelf is None:
        abort(403, "This server only shows games. Start it with --writable to store some from here.")
    if not guard.host_is_certain(shelf.host):
        abort(403, "Games are stored only where the server is reached by its address, not by this name.")
    if upload.name == _PASTED:
        # The next paste is no new version of this one, as it would be under the same name.
        now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        upload = upload._replace(name=f"{_PASTED} {now}")
    raws = list(checking.raw_records(upload.data, upload.name))
    try:
        summary = shelf.add(raws)
    except StoreError as error:
        return _form(upload, checked, fault=f"Nothing was stored: {error}.", status=503)
    checked = msgspec.structs.replace(checked, diagnostics=summary.diagnostics[: checking.MOST_FINDINGS])
    records = [raw for raw in raws if raw.number]
    outcomes = [
        outcome(summary, raw.source, raw.number, one.game_id)
        for raw, one in zip(records, checked.records, strict=True)
    ]
    return _form(upload, checked, outcomes=outcomes)


def _preview(key: str) -> Preview:
    found = site().previews.get(key)
    if found is None:
        abort(404, "This game was not stored, and is no longer kept. Check its record again to see it.")
    return found


@blueprint.get("/replays/<key>")
def replay(key: str) -> str:
    """A game that is not stored, at one of its turns."""
    found = _preview(key)
    home = url_for("check.replay", key=key)
    stored = bool(queries.stored_ids(cursor(), [found.game.game_id]))
    return show_game("preview.html", found.game, found.film, home, stored=stored)


@blueprint.get("/replays/<key>/turns/<number>")
def turn(key: str, number: str) -> str:
    """The part of that page that belongs to one turn."""
    found = _preview(key)
    return show_turn(found.game, found.film, number)


@blueprint.get("/replays/<key>/record.wcr")
def record(key: str) -> Response:
    """The record of a game that is not stored, to save."""
    found = _preview(key)
    response = Response(found.game.source_text, mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.game.game_id}.wcr"'
    return response
