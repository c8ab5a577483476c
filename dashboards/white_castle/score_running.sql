-- Total points of each seat after every turn, as if the game ended there, and which categories changed.
WITH changed AS (
    SELECT turn_no, seat, category,
        points::INTEGER - lag(points::INTEGER) OVER (PARTITION BY seat, category ORDER BY turn_no) AS delta
    FROM score WHERE game_id = $game_id
),
notes AS (
    SELECT turn_no, seat,
        string_agg(
            if(delta < 0, '−', '+') || abs(delta) || ' ' || replace(category, '_', ' and '), ', ' ORDER BY category
        ) AS note
    FROM changed WHERE delta <> 0
    GROUP BY turn_no, seat
)
SELECT t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, s.seat, p.player, s.score_total AS value,
    coalesce(n.note, '') AS note
FROM wc_state AS s
JOIN turn AS t ON t.turn_no = s.turn_no
JOIN seated AS p ON p.seat = s.seat
LEFT JOIN notes AS n ON n.turn_no = s.turn_no AND n.seat = s.seat
WHERE s.game_id = $game_id AND t.game_id = $game_id AND p.game_id = $game_id
ORDER BY t.turn_no, s.seat
