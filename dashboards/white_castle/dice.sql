-- Every die that could be taken in every turn: what it would have moved over the value that the taken die covered,
-- what the Lantern Area would have given with a left die, and (what = 'gone') the die that the take just before
-- removed although it could still be taken at the seat's turn before.
-- A die keeps its end until it is taken, so that colour and end name it between two takes.
WITH offered AS (
    SELECT d.turn_no, t.round, t.turn_in_round, t.label, d.seat, d.colour, d.die_end, d.pips, d.taken, d.space,
        d.covered, d.difference
    FROM wc_dice AS d
    JOIN turn AS t ON t.turn_no = d.turn_no
    WHERE d.game_id = $game_id AND t.game_id = $game_id
),
taken AS (SELECT * FROM offered WHERE taken),
own AS (
    SELECT turn_no, round, label, seat, space, covered,
        lag(turn_no) OVER (PARTITION BY round, seat ORDER BY turn_no) AS earlier
    FROM taken
),
gone AS (
    SELECT o.turn_no, g.colour, g.die_end, g.pips, g.seat AS by_seat, g.label AS by_label
    FROM own AS o
    JOIN taken AS g ON g.round = o.round AND g.turn_no + 1 = o.turn_no AND g.seat <> o.seat
    JOIN offered AS b ON b.turn_no = o.earlier AND b.colour = g.colour AND b.die_end = g.die_end
    WHERE NOT EXISTS (
        FROM taken AS c
        WHERE c.turn_no >= o.earlier AND c.turn_no < g.turn_no AND c.colour = g.colour AND c.die_end = g.die_end
    )
),
lit AS (
    SELECT turn_no + 1 AS turn_no, seat,
        (lantern_coin + lantern_seal + lantern_food + lantern_iron + lantern_pearl + lantern_point + lantern_time)
            ::INTEGER AS icons,
        list_aggregate(list_filter([
            if(lantern_coin > 0, lantern_coin || ' coin', NULL), if(lantern_seal > 0, lantern_seal || ' seal', NULL),
            if(lantern_food > 0, lantern_food || ' food', NULL), if(lantern_iron > 0, lantern_iron || ' iron', NULL),
            if(lantern_pearl > 0, lantern_pearl || ' pearl', NULL),
            if(lantern_point > 0, lantern_point || ' point', NULL), if(lantern_time > 0, lantern_time || ' time', NULL)
        ], lambda word: word IS NOT NULL), 'string_agg', ', ') AS lantern
    FROM wc_state WHERE game_id = $game_id
),
lines AS (
    SELECT if(taken, 'taken', 'offered') AS what, turn_no, colour, die_end, pips, NULL AS by_seat, NULL AS by_label
    FROM offered
    UNION ALL BY NAME
    SELECT 'gone' AS what, * FROM gone
)
SELECT w.what, w.turn_no, o.label, o.round, o.seat, p.player, w.colour, w.die_end, nullif(w.pips, 0) AS pips, o.space,
    o.covered, nullif(w.pips, 0)::INTEGER - o.covered AS coins, l.icons, l.lantern, w.by_seat, w.by_label
FROM lines AS w
JOIN own AS o ON o.turn_no = w.turn_no
JOIN lit AS l ON l.turn_no = w.turn_no AND l.seat = o.seat
JOIN seated AS p ON p.seat = o.seat
WHERE p.game_id = $game_id
ORDER BY w.turn_no, w.colour, w.die_end, w.what
