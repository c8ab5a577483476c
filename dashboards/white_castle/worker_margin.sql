-- At the end of each round: yard points, courtiers inside, their product, and what one more of each would have
-- added to it. A warrior counts 2 in the yard of 5 iron, else 1 (rule R11.6).
WITH ends AS (
    SELECT round, max(turn_no) AS turn_no, arg_max(coalesce(nullif(label, ''), phase::VARCHAR), turn_no) AS note
    FROM turn WHERE game_id = $game_id AND round > 0
    GROUP BY round
),
counted AS (
    SELECT e.round, e.turn_no, e.note, s.seat, s.score_warriors::INTEGER AS product,
        (2 * s.warrior_5 + s.warrior_3 + s.warrior_1)::INTEGER AS yards,
        (s.courtier_steward + s.courtier_diplomat + s.courtier_daimyo)::INTEGER AS inside
    FROM ends AS e
    JOIN wc_state AS s ON s.turn_no = e.turn_no
    WHERE s.game_id = $game_id
),
parts AS (
    SELECT round, turn_no, note, seat, yards, inside, product, inside AS warrior, 2 * inside AS warrior_5, yards AS courtier
    FROM counted
)
SELECT u."row", u.seat, p.player, u.round, u.value, u.note, [u.turn_no] AS turns
FROM (UNPIVOT parts ON yards, inside, product, warrior, warrior_5, courtier INTO NAME "row" VALUE value) AS u
JOIN seated AS p ON p.seat = u.seat
WHERE p.game_id = $game_id
ORDER BY u."row", u.seat, u.round
