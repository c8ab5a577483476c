-- The White Castle: each turn took exactly one of the dice on offer, and only that one has a place.
SELECT turn.game_id, turn.turn_no, count_if(dice.taken) AS taken, count(dice.space) AS placed
FROM turn
JOIN game ON game.game_id = turn.game_id AND game.game = 'white-castle'
LEFT JOIN wc_dice AS dice ON dice.game_id = turn.game_id AND dice.turn_no = turn.turn_no
WHERE turn.phase = 'turn'
GROUP BY turn.game_id, turn.turn_no
HAVING count_if(dice.taken) IS DISTINCT FROM 1 OR count(dice.space) <> 1 OR any_value(dice.space) FILTER (dice.taken) IS NULL
