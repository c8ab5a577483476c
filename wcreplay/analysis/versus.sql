-- The complete games in which $first and $second sat once each, newest first.
SELECT
    game.game_id, game.played_on, game.event, game.players,
    max(seated.rank) FILTER (seated.player = $first) AS rank,
    max(seated.points) FILTER (seated.player = $first) AS points,
    max(seated.rank) FILTER (seated.player = $second) AS other_rank,
    max(seated.points) FILTER (seated.player = $second) AS other_points
FROM game
JOIN seated ON seated.game_id = game.game_id
WHERE game.state = 'complete' AND seated.player IN ($first, $second)
GROUP BY ALL
HAVING count(*) = 2 AND count(DISTINCT seated.player) = 2
ORDER BY game.played_on DESC NULLS LAST, game.game_id DESC
