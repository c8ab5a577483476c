-- The first die of those who had a start, by die and space: how many in complete games, the sums that means are made
-- of, and the newest $shown of these games. A filter that is NULL: any. The die is NULL where none is stored.
WITH mine AS (
    SELECT game.game_id, game.played_on, game.event, seated.seat, seated.player, seated.rank, seated.points
    FROM game
    JOIN seated ON seated.game_id = game.game_id
    WHERE game.state = 'complete'
        AND seated.start_resource IS NOT NULL
        AND ($players IS NULL OR game.players = $players)
        AND ($resource IS NULL OR seated.start_resource = $resource)
        AND ($action IS NULL OR seated.start_action = $action)
        AND ($position IS NULL OR seated.start_position = $position)
        AND ($game IS NULL OR game.game = $game)
        AND ($source_kind IS NULL OR game.source_kind = $source_kind
            OR ($source_kind = 'not-simulated' AND game.source_kind <> 'simulated'))
        AND ($event IS NULL OR game.event = $event)
),
taken AS (
    SELECT mine.game_id, mine.seat, dice.turn_no, dice.colour, dice.pips, dice.die_end, dice.space
    FROM mine
    JOIN wc_dice AS dice ON dice.game_id = mine.game_id AND dice.seat = mine.seat
    -- A first turn is one of the first ten units: up to five draft picks and as many turns. Few dice are left to join.
    WHERE dice.taken AND dice.turn_no <= 10
),
first_dice AS (
    SELECT
        game_id,
        seat,
        min(turn_no) AS turn_no,
        arg_min({'colour': colour, 'pips': pips, 'die_end': die_end, 'space': space}, turn_no) AS die
    FROM taken
    GROUP BY game_id, seat
)
SELECT
    first_dice.die.colour::VARCHAR AS colour,
    first_dice.die.pips AS pips,
    first_dice.die.die_end::VARCHAR AS die_end,
    first_dice.die.space::VARCHAR AS space,
    count(*) AS games,
    sum(mine.rank) AS ranks,
    sum(mine.rank::INTEGER * mine.rank) AS rank_squares,
    sum(mine.points) AS points,
    sum(mine.points::INTEGER * mine.points) AS point_squares,
    list(
        {
            'game_id': mine.game_id, 'played_on': mine.played_on, 'event': mine.event, 'player': mine.player,
            'seat': mine.seat::VARCHAR, 'rank': mine.rank, 'points': mine.points, 'turn_no': first_dice.turn_no
        }
        ORDER BY mine.played_on DESC NULLS LAST, mine.game_id DESC, mine.seat
    )[:$shown] AS newest
FROM mine
LEFT JOIN first_dice ON first_dice.game_id = mine.game_id AND first_dice.seat = mine.seat
GROUP BY first_dice.die
ORDER BY games DESC, colour, pips DESC, die_end, space
