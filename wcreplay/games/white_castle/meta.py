"""What The White Castle is, without its rules."""

from wcreplay.engine.game import GameMeta

META = GameMeta(
    name="white-castle",
    title="The White Castle",
    year=2023,
    designers=("Sheila Santos", "Israel Cendrero"),
    players=(2, 4),
    rulesets=("base-2023",),
    rules_version="1",
    stage="beta",
    reference="docs/rules/white_castle.md",
)
