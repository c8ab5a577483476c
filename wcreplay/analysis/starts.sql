-- Complete games by starting pair, place in the starting order and number of players; $players NULL: any number.
SELECT
    mine.start_resource,
    mine.start_action,
    mine.start_position,
    game.players,
    count(*) AS games,
    count(*) FILTER (mine.rank = 1) AS wins,
    round(avg(mine.points), 2) AS mean_points,
    round(avg(mine.points - tables.points), 2) + 0 AS mean_lead,
    round(avg(mine.rank), 2) AS mean_rank
FROM game
JOIN seated AS mine ON mine.game_id = game.game_id
JOIN (SELECT game_id, avg(points) AS points FROM seat GROUP BY game_id) AS tables ON tables.game_id = game.game_id
WHERE game.state = 'complete' AND mine.start_resource IS NOT NULL
    AND ($players IS NULL OR game.players = $players)
GROUP BY ALL
ORDER BY games DESC, game.players, mine.start_resource, mine.start_action, mine.start_position
LIMIT $most OFFSET $skipped
