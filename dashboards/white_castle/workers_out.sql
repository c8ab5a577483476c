-- Workers that have left the domain board, of each seat after every turn, and which.
SELECT t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, s.seat, p.player,
    (courtiers + gardeners + warriors)::INTEGER AS value,
    courtiers || if(courtiers = 1, ' courtier, ', ' courtiers, ')
        || gardeners || if(gardeners = 1, ' gardener, ', ' gardeners, ')
        || warriors || if(warriors = 1, ' warrior', ' warriors') AS note
FROM (
    SELECT turn_no, seat,
        courtier_gate + courtier_steward + courtier_diplomat + courtier_daimyo AS courtiers,
        gardener_coral_plant + gardener_coral_stone + gardener_black_plant + gardener_black_stone
            + gardener_white_plant + gardener_white_stone AS gardeners,
        warrior_5 + warrior_3 + warrior_1 AS warriors
    FROM wc_state WHERE game_id = $game_id
) AS s
JOIN turn AS t ON t.turn_no = s.turn_no
JOIN seated AS p ON p.seat = s.seat
WHERE t.game_id = $game_id AND p.game_id = $game_id
ORDER BY t.turn_no, s.seat
