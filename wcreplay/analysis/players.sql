-- A row per player over complete games.
SELECT
    seated.player,
    list(DISTINCT seated.name ORDER BY seated.name) AS names,
    count(*) AS games,
    count(*) FILTER (seated.rank = 1) AS wins,
    avg(seated.rank) AS mean_rank,
    avg(seated.points) AS mean_points,
    min(game.played_on) AS first_played,
    max(game.played_on) AS last_played
FROM game
JOIN seated ON seated.game_id = game.game_id
WHERE game.state = 'complete' AND seated.player <> ''
GROUP BY seated.player
ORDER BY seated.player
