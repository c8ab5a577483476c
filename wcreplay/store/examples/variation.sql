-- What would the turn that was not played have brought, beside the one that was?
SELECT game.title, turn.label, turn.text AS played, variation.text AS instead
FROM variation
JOIN game ON game.game_id = variation.game_id
JOIN turn ON turn.game_id = variation.game_id AND turn.turn_no = variation.from_turn
WHERE variation.parent_no = 0
ORDER BY game.title, turn.turn_no, variation.line_no
