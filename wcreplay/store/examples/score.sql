-- From which turn on was the later winner in front for good?
WITH total AS (
    SELECT score.game_id, score.turn_no, seated.rank, sum(score.points) AS points
    FROM score
    JOIN seated ON seated.game_id = score.game_id AND seated.seat = score.seat
    WHERE seated.rank IS NOT NULL
    GROUP BY ALL
),
behind AS (
    SELECT winner.game_id, max(winner.turn_no) AS turn_no
    FROM total AS winner
    JOIN total AS other ON other.game_id = winner.game_id AND other.turn_no = winner.turn_no AND other.rank > 1
    WHERE winner.rank = 1 AND winner.points <= other.points
    GROUP BY winner.game_id
)
SELECT game.title, turn.label
FROM behind
JOIN turn ON turn.game_id = behind.game_id AND turn.turn_no = behind.turn_no + 1
JOIN game ON game.game_id = behind.game_id
ORDER BY behind.turn_no
LIMIT 10
