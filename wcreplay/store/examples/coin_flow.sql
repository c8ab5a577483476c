-- Where did the coins of one game come from and go?
SELECT player, cause, received, paid, net
FROM coin_flow
WHERE game_id = (SELECT min(game_id) FROM game WHERE state = 'complete')
ORDER BY player, net
