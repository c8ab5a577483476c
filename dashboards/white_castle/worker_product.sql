-- Points of the warriors of each seat after every turn: yard points times courtiers inside (the gate does not
-- count), and what one more of either would add. A warrior counts 2 in the yard of 5 iron, else 1 (rule R11.6).
WITH counted AS (
    SELECT turn_no, seat, score_warriors::INTEGER AS value, 2 * warrior_5 + warrior_3 + warrior_1 AS yards,
        courtier_steward + courtier_diplomat + courtier_daimyo AS inside
    FROM wc_state WHERE game_id = $game_id
)
SELECT t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, s.seat, p.player, s.value,
    yards || ' yard points × ' || inside || ' inside; one more warrior: +' || inside || ' or +' || 2 * inside
        || ', courtier: +' || yards AS note
FROM counted AS s
JOIN turn AS t ON t.turn_no = s.turn_no
JOIN seated AS p ON p.seat = s.seat
WHERE t.game_id = $game_id AND p.game_id = $game_id
ORDER BY t.turn_no, s.seat
