"""``wcreplay recheck``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import FINDINGS, colour_option, fail, note, prefix_option, to_json
from .progress import Progress

if TYPE_CHECKING:
    from wcreplay.store.recheck import Group, RecheckSummary

_WHAT = {
    "wrong": "{count} wrong now: {what}: {message}",
    "cut": "{count} kept up to the first fault: {what}: {message}",
    "changed": "{count} with other rows in {what}",
    "id": "{count} with another id: {message}",
}


@click.command("recheck")
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--write", is_flag=True, help="Bring the tables up to date.")
@prefix_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the differences."
)
@click.option(
    "--lock-timeout",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for an import, or a program that has the file open.",
)
@colour_option
@click.pass_context
def command(
    ctx: click.Context,
    db: str,
    jobs: int,
    write: bool,
    keep_prefix: bool,
    form: str,
    lock_timeout: float,
) -> None:
    """Replay all stored games with this version and show what comes out differently.

    Every game keeps the record it was read from. Differences are grouped by error, or by the tables whose
    rows differ; the exit code is 1 if there are any. --write replaces those rows. A game that is wrong now
    keeps its record and the findings (state rejected), and nothing else, until a corrected record replaces
    it; with --keep-prefix also what comes before its first fault (state cut). Games that were stored so stay
    so. Of a large file, --write also puts the rows in the order of the games: questions about one are
    answered faster then. Imports and the dashboard work meanwhile; with --write, imports wait.

    \b
    Examples:
      wcreplay recheck --db games.duckdb
      wcreplay recheck --db games.duckdb --jobs 2 --write
      wcreplay recheck --db games.duckdb --format json
    """
    from wcreplay.store.errors import StoreError
    from wcreplay.store.recheck import recheck

    progress = Progress()

    def show(done: int, total: int) -> None:
        progress.total = total
        progress.show(done, done)

    try:
        summary = recheck(
            db,
            jobs=jobs,
            write=write,
            keep_prefix=keep_prefix,
            lock_wait=lock_timeout,
            waiting=note,
            progress=show,
        )
    except StoreError as error:
        progress.clear()
        fail(f"[{error.code}] {error}")
        return
    finally:
        progress.clear()
    _tell(summary, form)
    if summary.changed or summary.wrong:
        ctx.exit(FINDINGS)


def _tell(summary: RecheckSummary, form: str) -> None:
    for group in summary.groups:
        if form == "json":
            examples = [example._asdict() for example in group.examples]
            parts = {"kind": group.kind, "what": group.what, "message": group.message, "count": group.count}
            click.echo(to_json({**parts, "examples": examples}))
        else:
            _show(group)
    known = f" ({summary.known} known to be)" if summary.known else ""
    written = "; the tables are up to date" if summary.written else ""
    note(
        f"{summary.found} found = {summary.same} the same + {summary.changed} changed + "
        f"{summary.wrong} wrong{known}{written}"
    )
    if not summary.written and (summary.changed or summary.wrong > summary.known):
        note("--write brings the tables up to date")


def _show(group: Group) -> None:
    from wcreplay.notation.quote import escape

    noun = f"{group.count:,} game{'s' * (group.count != 1)}"
    click.echo(escape(_WHAT[group.kind].format(count=noun, what=group.what, message=group.message)))
    for example in group.examples:
        click.echo(f"  {example.game_id}  {escape(example.file)} (record {example.record})")
    if group.count > len(group.examples):
        click.echo(f"  and {group.count - len(group.examples):,} more")
