-- The turns of a game are numbered 0, 1, 2 ... up to the number in `game`, each once; a rejected one has none.
SELECT
    game.game_id, game.turns, count(turn.turn_no) AS rows, count(DISTINCT turn.turn_no) AS numbers,
    min(turn.turn_no) AS first, max(turn.turn_no) AS last
FROM game
LEFT JOIN turn ON turn.game_id = game.game_id
GROUP BY game.game_id, game.turns, game.state
HAVING (game.state = 'rejected' AND numbers > 0)
    OR (game.state <> 'rejected' AND (rows <> turns + 1 OR numbers <> turns + 1 OR first <> 0 OR last <> turns))
