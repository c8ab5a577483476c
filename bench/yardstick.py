"""The yardstick: python-chess reading 80-ply games, the best-known record reader in Python."""

from __future__ import annotations

import io
import random
import time

import chess
import chess.pgn

PLIES = 80


def games(count: int, seed: int = 1) -> str:
    """Return ``count`` games of random legal moves, 80 plies each, as PGN text."""
    rng = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        game = chess.pgn.Game()
        board, node = chess.Board(), game
        while board.ply() < PLIES and (moves := list(board.legal_moves)):
            move = rng.choice(moves)
            board.push(move)
            node = node.add_variation(move)  # type: ignore[assignment]
        if board.ply() == PLIES:
            texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def rate(pgn: str) -> float:
    """Return games per second of reading the text on one core."""
    handle = io.StringIO(pgn)
    count = 0
    start = time.perf_counter()
    while chess.pgn.read_game(handle) is not None:
        count += 1
    return count / (time.perf_counter() - start)
