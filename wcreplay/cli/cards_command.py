"""``wcreplay cards``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from .common import FINDINGS, USAGE, fail, note, to_json, written_in_one_step

if TYPE_CHECKING:
    from wcreplay.engine.cards import CardList, Found, Item


@click.command("cards")
@click.option("--find", "query", metavar="WORDS", help="Only cards that show all of these.")
@click.option("--sheet", is_flag=True, help="The printable sheet; the same as --format html.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="Form of the output.",
)
@click.option("--game", default="white-castle", show_default=True, metavar="NAME", help="Which game.")
@click.option("-o", "output", default="-", show_default=True, metavar="FILE", help="Where the output goes.")
@click.pass_context
def command(ctx: click.Context, query: str | None, sheet: bool, form: str, game: str, output: str) -> None:
    """List cards and tiles with their ids, or find the one in your hand by what it shows.

    Ids are not printed on the cards. `--find` wants all of its words, in any order, parted by blanks or
    commas: what the card shows, with its amount (2 food) or its background (dark warrior), the kind of card
    (steward, garden), an id, or what players call it (vp, sword). The beginning of a word will do.

    `--sheet` makes two A4 pages to print: all cards drawn with their ids, the notation, and lines for a game.

    \b
    Examples:
      wcreplay cards
      wcreplay cards --find "seal, vp"
      wcreplay cards --find "steward 2 food"
      wcreplay cards --sheet -o sheet.html
    """
    from wcreplay.engine import registry
    from wcreplay.engine.cards import find

    if sheet and form == "json":
        raise click.UsageError("--sheet is HTML; it does not go with --format json")
    try:
        cards = registry.cards(game)
    except registry.UnknownGame as error:
        fail(str(error), USAGE)
        return
    if sheet or form == "html":
        if query is not None:
            raise click.UsageError("the sheet shows all cards; --find goes with --format text or json")
        _write(_sheet(game), output)
        return
    items = cards.items
    if query is not None:
        found = find(cards, query)
        items = found.items
        if not items:
            note(not_found(cards, query, found))
            ctx.exit(FINDINGS)
    lines = [to_json(_as_json(item)) for item in items] if form == "json" else listed(cards, items)
    if form == "text" and query is None:
        lines += ["", "What the words mean", *(f"  {word:<9} {words}" for word, words in cards.legend)]
    _write("".join(f"{line}\n" for line in lines), output)


def _sheet(game: str) -> str:
    from wcreplay.web.sheet import sheet

    made = sheet(game)
    if made is None:
        fail(f"there is no sheet for {game}", USAGE)
    return made or ""


def _write(text: str, output: str) -> None:
    if output == "-":
        click.echo(text, nl=False)
        return
    with written_in_one_step(output) as file:
        file.write(text)


def _as_json(item: Item) -> dict[str, object]:
    return {
        "id": item.id,
        "deck": item.deck,
        "text": item.text,
        "parts": [{"label": part.label, "words": part.words} for part in item.parts],
        "note": item.note,
    }


def listed(cards: CardList, items: Iterable[Item]) -> list[str]:
    """Return the lines that list cards, deck by deck."""
    chosen = list(items)
    lines: list[str] = []
    for deck in cards.decks:
        rows = [item for item in chosen if item.deck == deck.name]
        if rows:
            lines += ["", f"{deck.title} ({deck.about})"] if lines else [f"{deck.title} ({deck.about})"]
            lines += (f"  {item_line(item)}" for item in rows)
    return lines


def item_line(item: Item) -> str:
    """Return a card's id and what it shows."""
    return f"{item.id:<4} {item.text}" + (f"   ({item.note})" if item.note else "")


def not_found(cards: CardList, query: str, found: Found) -> str:
    """Say why a query found nothing, and what came nearest."""
    if found.unknown:
        word, near = found.unknown[0]
        return f"no card knows '{word}'" + (f"; did you mean '{near}'?" if near else "")
    if not found.nearest:
        return f"no card shows '{query.strip()}'" if query.strip(" ,") else "say what the card shows"
    return "\n".join((f"no card shows all of '{query.strip()}'; the nearest:", *listed(cards, found.nearest)))
