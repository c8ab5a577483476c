-- Whom $player met in complete games, most often first.
SELECT
    other.player,
    count(*) AS games,
    count(*) FILTER (mine.rank < other.rank) AS ahead,
    count(*) FILTER (mine.rank > other.rank) AS behind,
    avg(mine.points::INTEGER - other.points) AS margin
FROM game
JOIN seated AS mine ON mine.game_id = game.game_id
JOIN seated AS other ON other.game_id = game.game_id AND other.seat <> mine.seat
WHERE game.state = 'complete' AND mine.player = $player AND other.player NOT IN ('', $player)
GROUP BY other.player
ORDER BY games DESC, other.player
LIMIT $size
