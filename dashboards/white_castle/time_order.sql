-- The turn order at the start and after every complete round, and the order if one seat's marker had stood one
-- space further: it would lie on top of the pile there. Seals are those held when the round ended.
WITH ends AS (
    SELECT 0 AS round, 0 AS turn_no, 'start' AS label
    UNION ALL
    SELECT round, max(turn_no), arg_max(label, turn_no)
    FROM turn WHERE game_id = $game_id AND phase = 'turn'
    GROUP BY round HAVING count(*) = 3 * (SELECT players FROM game WHERE game_id = $game_id)
),
held AS (
    SELECT e.round, e.turn_no, e.label, s.seat, s.time_space::INTEGER AS space, s.time_height AS height, s.seals
    FROM ends AS e
    JOIN wc_state AS s ON s.turn_no = e.turn_no
    WHERE s.game_id = $game_id
),
placed AS (
    SELECT e.round, k.seat, arg_max(k.space, (k.turn_no, k.seq)) AS place
    FROM ends AS e
    JOIN turn AS t ON t.round <= e.round  -- after the last round the order is made in the end's own row
    JOIN track AS k ON k.turn_no = t.turn_no
    WHERE k.game_id = $game_id AND t.game_id = $game_id AND k.track = 'order'
    GROUP BY e.round, k.seat
),
moved AS (
    SELECT m.round, m.seat AS mover, h.seat,
        row_number() OVER (
            PARTITION BY m.round, m.seat
            ORDER BY h.space + (h.seat = m.seat)::INTEGER DESC, h.seat = m.seat DESC, h.height DESC
        ) AS place
    FROM held AS m
    JOIN held AS h ON h.round = m.round
),
tried AS (
    SELECT round, mover AS seat, string_agg(seat::VARCHAR, ' ' ORDER BY place) AS more_order,
        (max(place) FILTER (seat = mover))::INTEGER AS more_place
    FROM moved GROUP BY round, mover
)
SELECT h.round, h.turn_no, h.label, h.seat, p.player, l.place, h.space, h.height, h.seals, x.more_place, x.more_order
FROM held AS h
JOIN placed AS l ON l.round = h.round AND l.seat = h.seat
JOIN tried AS x ON x.round = h.round AND x.seat = h.seat
JOIN seated AS p ON p.seat = h.seat
WHERE p.game_id = $game_id
ORDER BY h.round, l.place
