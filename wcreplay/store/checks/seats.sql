-- A game has as many seats as players, each once, and their starting positions are 1, 2, 3 ...
SELECT
    game.game_id, game.players, count(seat.seat) AS seats, count(DISTINCT seat.seat) AS letters,
    count(DISTINCT seat.start_position) AS positions, max(seat.start_position) AS last_position
FROM game
LEFT JOIN seat ON seat.game_id = game.game_id
GROUP BY game.game_id, game.players
HAVING seats <> players OR letters <> players OR positions <> players OR last_position <> players
