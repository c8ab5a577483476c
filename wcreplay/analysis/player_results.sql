-- The complete games of $player, newest first: the result, and the points of the best other seat.
WITH page AS (
    SELECT
        game.game_id,
        game.played_on,
        game.event,
        game.players,
        mine.seat,
        mine.start_position,
        mine.start_resource,
        mine.start_action,
        mine.rank,
        mine.points
    FROM game
    JOIN seated AS mine ON mine.game_id = game.game_id
    WHERE game.state = 'complete' AND mine.player = $player
    ORDER BY game.played_on DESC NULLS LAST, game.game_id DESC, mine.seat
    LIMIT $size OFFSET $skip
)
SELECT
    page.*,
    max(other.points) AS best_other,
    list({'player': other.player, 'seat': other.seat, 'points': other.points} ORDER BY other.rank, other.seat)
        FILTER (other.seat IS NOT NULL) AS others
FROM page
LEFT JOIN seated AS other ON other.game_id = page.game_id AND other.seat <> page.seat
GROUP BY ALL
ORDER BY page.played_on DESC NULLS LAST, page.game_id DESC, page.seat
