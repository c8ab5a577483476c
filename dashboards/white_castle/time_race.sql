-- Space and place in the pile of each marker after every turn, the pile from the top, seals paid in that turn.
WITH state AS (
    SELECT turn_no, seat, time_space AS space, time_height AS height FROM wc_state WHERE game_id = $game_id
),
piles AS (
    SELECT turn_no, space, string_agg(seat::VARCHAR, ', ' ORDER BY height DESC) AS pile
    FROM state GROUP BY turn_no, space
),
payments AS (
    SELECT turn_no, seat, -sum(delta)::INTEGER AS paid
    FROM ledger WHERE game_id = $game_id AND currency = 'seal' AND cause = 'checkpoint'
    GROUP BY turn_no, seat
)
SELECT t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, s.seat, p.player, s.space, s.height, l.pile, coalesce(y.paid, 0) AS paid
FROM state AS s
JOIN turn AS t ON t.turn_no = s.turn_no
JOIN seated AS p ON p.seat = s.seat
JOIN piles AS l ON l.turn_no = s.turn_no AND l.space = s.space
LEFT JOIN payments AS y ON y.turn_no = s.turn_no AND y.seat = s.seat
WHERE t.game_id = $game_id AND p.game_id = $game_id
ORDER BY t.turn_no, s.seat
