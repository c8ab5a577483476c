-- Complete games by starting pair, place in the starting order and number of players. A filter that is NULL: any.
SELECT
    mine.start_resource,
    mine.start_action,
    mine.start_position,
    game.players,
    count(*) AS games,
    count(*) FILTER (mine.rank = 1) AS wins,
    avg(mine.points) AS mean_points,
    stddev_samp(mine.points) AS points_spread,
    avg(mine.points - tables.points) AS mean_lead,
    avg(mine.rank) AS mean_rank,
    stddev_samp(mine.rank) AS rank_spread
FROM game
JOIN seat AS mine ON mine.game_id = game.game_id
JOIN (SELECT game_id, avg(points) AS points FROM seat GROUP BY game_id) AS tables ON tables.game_id = game.game_id
WHERE game.state = 'complete' AND mine.start_resource IS NOT NULL
    AND ($players IS NULL OR game.players = $players)
    AND ($resource IS NULL OR mine.start_resource = $resource)
    AND ($action IS NULL OR mine.start_action = $action)
    AND ($position IS NULL OR mine.start_position = $position)
GROUP BY ALL
ORDER BY games DESC, game.players, mine.start_resource, mine.start_action, mine.start_position
LIMIT $most OFFSET $skipped
