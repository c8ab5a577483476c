-- The White Castle: holdings after a turn are the last balance posted up to it.
WITH held AS (
    UNPIVOT (
        SELECT
            game_id, turn_no, seat,
            coins::INTEGER AS coin, seals::INTEGER AS seal, food::INTEGER AS food, iron::INTEGER AS iron,
            pearl::INTEGER AS pearl, points::INTEGER AS point
        FROM wc_state
    )
    ON coin, seal, food, iron, pearl, point INTO NAME currency VALUE amount
),
posted AS (
    SELECT game_id, turn_no, seat, currency::VARCHAR AS currency, arg_max(balance, seq) AS balance
    FROM ledger
    GROUP BY ALL
)
SELECT held.game_id, held.turn_no, held.seat, held.currency, amount, coalesce(balance, 0) AS posted
FROM held
ASOF LEFT JOIN posted
    ON posted.game_id = held.game_id AND posted.seat = held.seat AND posted.currency = held.currency
    AND posted.turn_no <= held.turn_no
WHERE amount <> coalesce(balance, 0)
