-- How far had the markers come after each round, and what did the checkpoints cost?
SELECT round, player, max(space) AS space, sum(paid) AS seals
FROM time_race
WHERE round > 0 AND game_id = (SELECT min(game_id) FROM game WHERE state = 'complete')
GROUP BY round, player
ORDER BY round, space DESC
