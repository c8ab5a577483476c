-- A balance in the ledger is the sum of the changes up to it, per game, seat and currency.
SELECT game_id, turn_no, seq, seat, currency, balance, summed
FROM (
    SELECT
        *,
        sum(delta) OVER (PARTITION BY game_id, seat, currency ORDER BY turn_no, seq) AS summed
    FROM ledger
)
WHERE balance <> summed
