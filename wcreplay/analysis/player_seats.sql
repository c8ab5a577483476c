-- The complete games of $player by the number of seats and the place in the starting order.
SELECT
    game.players,
    seated.start_position,
    count(*) AS games,
    count(*) FILTER (seated.rank = 1) AS wins,
    avg(seated.rank) AS mean_rank,
    avg(seated.points) AS mean_points
FROM game
JOIN seated ON seated.game_id = game.game_id
WHERE game.state = 'complete' AND seated.player = $player
GROUP BY ALL
ORDER BY game.players, seated.start_position
