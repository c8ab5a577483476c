-- What did each player hold after the last turn of each round, in one game?
SELECT turn.round, state.seat, state.coins, state.seals, state.food, state.iron, state.pearl, state.score_total
FROM wc_state AS state
JOIN (
    SELECT game_id, round, max(turn_no) AS turn_no
    FROM turn
    WHERE phase = 'turn'
    GROUP BY ALL
) AS turn ON turn.game_id = state.game_id AND turn.turn_no = state.turn_no
WHERE state.game_id = (SELECT min(game_id) FROM game WHERE state = 'complete')
ORDER BY turn.round, state.seat
