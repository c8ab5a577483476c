-- What each seat holds of each currency after every turn, and why that changed in the turn.
WITH held AS (
    SELECT turn_no, seat, currency, value
    FROM (
        SELECT turn_no, seat, coins::SMALLINT AS coin, seals::SMALLINT AS seal, food::SMALLINT AS food,
            iron::SMALLINT AS iron, pearl::SMALLINT AS pearl
        FROM wc_state WHERE game_id = $game_id
    )
    UNPIVOT (value FOR currency IN (coin, seal, food, iron, pearl))
),
moved AS (
    SELECT turn_no, seat, currency::VARCHAR AS currency, cause, sum(delta)::INTEGER AS delta, min(seq) AS place
    FROM ledger WHERE game_id = $game_id
    GROUP BY turn_no, seat, currency, cause
),
notes AS (
    SELECT turn_no, seat, currency,
        string_agg(if(delta < 0, '−', '+') || abs(delta) || ' ' || cause, ', ' ORDER BY place) AS note
    FROM moved GROUP BY turn_no, seat, currency
)
SELECT h.currency, t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, h.seat, p.player, h.value,
    coalesce(n.note, '') AS note
FROM held AS h
JOIN turn AS t ON t.turn_no = h.turn_no
JOIN seated AS p ON p.seat = h.seat
LEFT JOIN notes AS n ON n.turn_no = h.turn_no AND n.seat = h.seat AND n.currency = h.currency
WHERE t.game_id = $game_id AND p.game_id = $game_id
ORDER BY h.currency, t.turn_no, h.seat
