-- The complete games of $player by the starting pair; lead is over the mean of the table.
SELECT
    mine.start_resource,
    mine.start_action,
    count(*) AS games,
    count(*) FILTER (mine.rank = 1) AS wins,
    avg(mine.rank) AS mean_rank,
    avg(mine.points) AS mean_points,
    avg(mine.points - tables.points) AS mean_lead
FROM game
JOIN seated AS mine ON mine.game_id = game.game_id
JOIN (SELECT game_id, avg(points) AS points FROM seat GROUP BY game_id) AS tables ON tables.game_id = game.game_id
WHERE game.state = 'complete' AND mine.player = $player AND mine.start_resource IS NOT NULL
GROUP BY ALL
ORDER BY games DESC, mine.start_resource, mine.start_action
