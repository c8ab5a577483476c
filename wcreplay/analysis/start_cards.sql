-- The cards and places that complete games were begun with.
SELECT DISTINCT seat.start_resource, seat.start_action, seat.start_position
FROM game
JOIN seat ON seat.game_id = game.game_id
WHERE game.state = 'complete' AND seat.start_resource IS NOT NULL
