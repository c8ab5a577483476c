-- Complete games by game, starting pair, place in the starting order and number of players. A filter that is NULL: any.
WITH played AS (
    SELECT game_id, game, players
    FROM game
    WHERE state = 'complete'
        AND ($players IS NULL OR players = $players)
        AND ($game IS NULL OR game = $game)
        AND ($source_kind IS NULL OR source_kind = $source_kind
            OR ($source_kind = 'not-simulated' AND source_kind <> 'simulated'))
        AND ($event IS NULL OR event = $event)
),
tables AS (SELECT game, players, count(*) AS games FROM played GROUP BY ALL)
SELECT
    mine.start_resource,
    mine.start_action,
    mine.start_position,
    played.players,
    count(*) AS games,
    count(*) FILTER (mine.rank = 1) AS wins,
    avg(mine.points) AS mean_points,
    stddev_samp(mine.points) AS points_spread,
    avg(mine.points - means.points) AS mean_lead,
    avg(mine.rank) AS mean_rank,
    stddev_samp(mine.rank) AS rank_spread,
    any_value(tables.games) AS of_games,
    played.game
FROM played
JOIN seat AS mine ON mine.game_id = played.game_id
JOIN (SELECT game_id, avg(points) AS points FROM seat GROUP BY game_id) AS means ON means.game_id = played.game_id
JOIN tables ON tables.game = played.game AND tables.players = played.players
WHERE mine.start_resource IS NOT NULL
    AND ($resource IS NULL OR mine.start_resource = $resource)
    AND ($action IS NULL OR mine.start_action = $action)
    AND ($position IS NULL OR mine.start_position = $position)
GROUP BY ALL
ORDER BY games DESC, played.players, mine.start_resource, mine.start_action, mine.start_position, played.game
LIMIT $most OFFSET $skipped
