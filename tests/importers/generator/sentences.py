"""Sentences of the log, in two languages."""

from __future__ import annotations

from typing import Final

_EN: Final = {
    "diceRolled": "The dice are rolled for a new round",
    "diePlaced": "${player_name} places a die",
    "coinGained": "${player_name} gains ${numberOfCoins} coin(s)",
    "coinPaid": "${player_name} pays ${numberOfCoins} coin(s)",
    "resourceGained": "${player_name} gains ${numberOfResources} ${resource}",
    "resourcePaid": "${player_name} pays ${numberOfResources} ${resource}",
    "sealGained": "${player_name} gains ${numberOfSeals} seal(s)",
    "sealPaid": "${player_name} pays ${numberOfSeals} seal(s)",
    "scoreUpdated": "${player_name} scores ${numberOfVp} point(s)",
    "passageOfTimeMoved": "${player_name} moves ${steps} step(s)",
    "courtierAssigned": "${player_name} sends a courtier to the gate",
    "courtierMovedUp": "${player_name} moves a courtier up",
    "gardenerAssigned": "${player_name} sends a gardener",
    "warriorAssigned": "${player_name} sends a warrior",
    "confirm": "${player_name} confirms his turn",
    "restart": "${player_name} restarts his turn",
    "undo": "${player_name} takes a step back",
    "well": "${player_name} uses the ${iconPlaceholder}",
    "lantern": "${player_name} collects the ${iconPlaceholder}",
    "quit": "${player_name} has left the game",
}
_PT: Final = {
    "diceRolled": "Os dados são lançados para uma nova ronda",
    "diePlaced": "${player_name} coloca um dado",
    "coinGained": "${player_name} ganha ${numberOfCoins} moeda(s)",
    "coinPaid": "${player_name} paga ${numberOfCoins} moeda(s)",
    "resourceGained": "${player_name} ganha ${numberOfResources} ${resource}",
    "resourcePaid": "${player_name} paga ${numberOfResources} ${resource}",
    "sealGained": "${player_name} ganha ${numberOfSeals} selo(s)",
    "sealPaid": "${player_name} paga ${numberOfSeals} selo(s)",
    "scoreUpdated": "${player_name} marca ${numberOfVp} ponto(s)",
    "passageOfTimeMoved": "${player_name} avança ${steps} passo(s)",
    "courtierAssigned": "${player_name} envia um cortesão ao portão",
    "courtierMovedUp": "${player_name} faz subir um cortesão",
    "gardenerAssigned": "${player_name} envia um jardineiro",
    "warriorAssigned": "${player_name} envia um guerreiro",
    "confirm": "${player_name} confirma a sua vez",
    "restart": "${player_name} recomeça a sua vez",
    "undo": "${player_name} volta um passo atrás",
    "well": "${player_name} usa o ${iconPlaceholder}",
    "lantern": "${player_name} recebe o ${iconPlaceholder}",
    "quit": "${player_name} deixou o jogo",
}


def of(kind: str, language: str) -> str:
    """Return the sentence of an event, empty for one that says nothing."""
    return (_PT if language == "pt" else _EN).get(kind, "")
