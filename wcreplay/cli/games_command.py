"""``wcreplay games``."""

from __future__ import annotations

import click

from .common import to_json


@click.command("games")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
def command(form: str) -> None:
    """List the games: title, players, rulesets, version of the rules, and stage of development.

    Stages: alpha (incomplete), beta (complete, few outside checks), stable (checked against many real games).

    \b
    Examples:
      wcreplay games
      wcreplay games --format json
    """
    from wcreplay.engine import registry

    for name in registry.names():
        meta = registry.meta(name)
        if form == "json":
            click.echo(to_json(meta))
            continue
        low, high = meta.players
        rulesets = ", ".join(meta.rulesets)
        click.echo(f"{meta.name}  {meta.title} ({meta.year}), {low} to {high} players")
        click.echo(
            f"  by {', '.join(meta.designers)}; rulesets {rulesets}; rules version {meta.rules_version}"
        )
        click.echo(f"  stage: {meta.stage}; rules: {meta.reference}")
