-- A variation has as many turns as it says, numbered from the one it replaces, and leaves a line of its game.
SELECT variation.game_id, variation.line_no, from_turn, turns, own.rows, own.first, own.last
FROM variation
LEFT JOIN (
    SELECT game_id, line_no, count(*) AS rows, min(turn_no) AS first, max(turn_no) AS last
    FROM variation_turn
    GROUP BY ALL
) AS own
    ON own.game_id = variation.game_id AND own.line_no = variation.line_no
WHERE coalesce(own.rows, 0) <> turns
    OR (turns > 0 AND (first <> from_turn OR last <> from_turn + turns - 1))
    OR parent_no >= variation.line_no
