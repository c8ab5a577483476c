-- A row per seat of a complete game, for the ratings.
SELECT game.played_on, game.game_id, seated.player, seated.rank
FROM game
JOIN seated ON seated.game_id = game.game_id
WHERE game.state = 'complete' AND seated.player <> ''
