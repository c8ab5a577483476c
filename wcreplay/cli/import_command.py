"""``wcreplay import``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from wcreplay.notation.quote import escape

from .common import (
    ENVIRONMENT,
    FINDINGS,
    USAGE,
    colour_option,
    fail,
    note,
    prefix_option,
    records_argument,
    show,
    written_in_one_step,
)
from .log_options import given_log_options, log_options
from .players_command import given_players, players_option, take_over
from .progress import Progress

if TYPE_CHECKING:
    from wcreplay.store.errors import StoreError
    from wcreplay.store.loader import Options
    from wcreplay.store.summary import ImportSummary

    from .players_command import Given

_SHOWN = 20
"""Games named one by one of each kind; the rest are counted."""


@click.command("import")
@records_argument
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file; made if it is not there.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option(
    "--on-error",
    type=click.Choice(["skip", "stop"]),
    default="skip",
    show_default=True,
    help="At a wrong record: go on with the next, or end there. What is right and stands before is stored.",
)
@click.option(
    "--replace", metavar="GAME_ID", default="", help="The stored game that the one record corrects."
)
@prefix_option
@players_option
@log_options
@click.option("--report", metavar="FILE", help="Write what was done as JSON; `-` is standard output.")
@click.option(
    "--lock-timeout",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for another import, or a program that has the file open.",
)
@colour_option
def command(  # noqa: PLR0913 (the options, by name)
    paths: tuple[str, ...],
    *,
    db: str,
    jobs: int,
    on_error: str,
    replace: str,
    keep_prefix: bool,
    players: str | None,
    report: str | None,
    lock_timeout: float,
) -> None:
    """Store records, and logs of games played online, in a DuckDB file.

    Reads files, archives (.gz, .zip), folders of them, and standard input. Each record is checked in full.
    Right ones are stored, wrong ones reported with their place (exit code 1). A game that is stored already,
    also from another file or person, is left as it is and named. A record with the tag `Replaces`, or one
    that --replace is given for, takes the place of a stored game.

    With --keep-prefix what comes before the first fault of a wrong record is stored, too, and named (state
    cut). Such games can be looked at; statistics leave them out, and they replace nothing.

    A log, known by what it holds, is converted as by `wcreplay convert`, and stored if its record agrees with
    all that it states. With --keep-unproved the others are stored too; statistics leave them out.

    Ctrl-C leaves whole games; the same command goes on where it ended. The dashboard and queries work
    meanwhile; a second import waits for the first.

    \b
    Examples:
      wcreplay import records --db games.duckdb
      wcreplay import evening.wcr more/ season.zip --db games.duckdb --jobs 2
      wcreplay import corrected.wcr --db games.duckdb --replace 0f3a5c7e9b1d2468
      wcreplay import logs/ table.json.gz --db games.duckdb --names keep
      wcreplay import entries/ --db cup.duckdb --on-error stop --report report.json
      wcreplay simulate -n 1000 | wcreplay import - --db test.duckdb
    """
    from wcreplay.store.loader import Options
    from wcreplay.store.summary import ImportSummary

    started = time.monotonic()
    options = Options(
        jobs=jobs,
        stop=on_error == "stop",
        keep_prefix=keep_prefix,
        replace=replace.strip(),
        lock_wait=lock_timeout,
    )
    summary = ImportSummary()
    aliases = given_players(db, players)
    ended, error = _import(db, paths, options, summary, aliases)
    _tell(summary)
    if report is not None:
        seconds = round(time.monotonic() - started, 3)
        _write(
            report, {"database": escape(db), "ended": ended, "seconds": seconds, **_report(summary, error)}
        )
    if error is not None:
        fail(f"[{error.code}] {error}", USAGE if error.code == "S305" else ENVIRONMENT)
    if ended == "stopped":
        note("stopped at the first fault (--on-error stop); what stands before it is stored")
    if ended == "interrupted":
        note("interrupted: only whole games are stored. Run the same command again to go on")
    if not summary.clean or ended != "done":
        raise click.exceptions.Exit(FINDINGS)


def _import(
    db: str, paths: tuple[str, ...], options: Options, summary: ImportSummary, aliases: Given
) -> tuple[str, StoreError | None]:
    """Run the import; return how it ended (done, stopped, interrupted, failed) and the failure, if any."""
    from wcreplay.importers.intake import expand, read_any
    from wcreplay.notation.stream import SUFFIX
    from wcreplay.store.errors import StoreError
    from wcreplay.store.loader import import_raw

    sources = list(expand(paths))
    # How much of a log is read cannot be told from the size of its record.
    sizes = [source.size if source.name.endswith(SUFFIX) else -1 for source in sources]
    progress = Progress(None if -1 in sizes else sum(sizes))
    logs = given_log_options()

    def waiting(words: str) -> None:
        progress.clear()
        note(words)

    try:
        take_over(db, aliases, options.lock_wait)
        import_raw(
            db,
            read_any(sources, logs),
            options,
            summary=summary,
            progress=lambda so_far: progress.show(so_far.judged, so_far.characters),
            waiting=waiting,
        )
    except StoreError as failure:
        return "failed", failure
    except KeyboardInterrupt:
        return "interrupted", None
    finally:
        progress.clear()
    return "stopped" if summary.stopped else "done", None


def _tell(summary: ImportSummary) -> None:
    """Print findings, games of interest, and the counts."""
    show(summary.diagnostics)
    for place in summary.repeats[:_SHOWN]:
        if place.replaced_by:
            what = f"was replaced by {place.replaced_by}"
        else:
            what = f"is stored from {place.stored_file} (record {place.stored_record})"
        note(f"unchanged: {place.file} (record {place.record}) is game {place.game_id}, which {what}")
    if summary.unchanged > _SHOWN:
        note(f"unchanged: {summary.unchanged - _SHOWN} more")
    for new in summary.replacements[:_SHOWN]:
        where = f"{new.replaced_file} (record {new.replaced_record})"
        note(f"replaced: {new.file} (record {new.record}) took the place of game {new.replaced} from {where}")
    if summary.replaced > _SHOWN:
        note(f"replaced: {summary.replaced - _SHOWN} more")
    for kept in summary.cuts[:_SHOWN]:
        where = f"{kept.file} (record {kept.record})"
        note(f"cut: {where} is stored up to its first fault, as game {kept.game_id}")
    if summary.cut > _SHOWN:
        note(f"cut: {summary.cut - _SHOWN} more")
    for new in summary.missed[:_SHOWN]:
        note(f"note: {new.file} (record {new.record}) replaces game {new.replaced}, which is not stored here")
    for new in summary.revised[:_SHOWN]:
        note(
            f"note: {new.file} (record {new.record}) is a new game; {new.replaced} was read from there "
            f"before. If it corrects that one, import it with --replace {new.replaced}"
        )
    unreadable = f"; {summary.unreadable} sources without a record" if summary.unreadable else ""
    if summary.unproved:
        note(f"unproved: {summary.unproved} of them do not agree with their logs (--keep-unproved)")
    cut = f"{summary.cut} cut + " if summary.cut else ""
    note(
        f"{summary.found} found = {summary.stored} stored + {summary.unchanged} unchanged + "
        f"{summary.replaced} replaced + {cut}{summary.rejected} rejected{unreadable}"
    )


def _report(summary: ImportSummary, error: StoreError | None) -> dict[str, Any]:
    """Return the parts of the report that come from the import."""
    failure = None if error is None else {"code": error.code, "message": error.what, "hint": error.todo}
    counts = (
        "found",
        "stored",
        "unchanged",
        "replaced",
        "cut",
        "rejected",
        "unreadable",
        "unproved",
        "left_out",
    )
    lists = ("repeats", "replacements", "cuts", "missed", "revised")
    return {
        "error": failure,
        **{name: getattr(summary, name) for name in counts},
        "findings": summary.diagnostics,
        **{name: [item._asdict() for item in getattr(summary, name)] for name in lists},
    }


def _write(name: str, report: dict[str, Any]) -> None:
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
    if name == "-":
        click.echo(text, nl=False)
        return
    try:
        with written_in_one_step(name) as file:
            file.write(text)
    except OSError as error:
        fail(f"cannot write the report to {name}: {error.strerror or error}")
