-- The White Castle's part of the views.
CREATE VIEW wc_score AS
SELECT game_id, turn_no, seat, category, amount::USMALLINT AS points
FROM (
    UNPIVOT wc_state
    ON score_play AS play,
       score_coins_seals AS coins_seals,
       score_resources AS resources,
       score_time AS time,
       score_courtiers AS courtiers,
       score_warriors AS warriors,
       score_gardeners AS gardeners
    INTO NAME category VALUE amount
);
COMMENT ON VIEW wc_score IS 'The White Castle: a row per turn, seat and score category, as if the game ended there.';
COMMENT ON COLUMN wc_score.game_id IS 'The game; see game.';
COMMENT ON COLUMN wc_score.turn_no IS 'The turn; see turn.';
COMMENT ON COLUMN wc_score.seat IS 'The seat.';
COMMENT ON COLUMN wc_score.category IS 'Score category: play, coins_seals, resources, time, courtiers, warriors or gardeners.';
COMMENT ON COLUMN wc_score.points IS 'Points in that category (a total so far, not a change).';

CREATE VIEW wc_final_scores AS
SELECT
    seat.game_id,
    seat.seat,
    seat.player,
    seat.rank,
    seat.points,
    state.score_play AS play,
    state.score_coins_seals AS coins_seals,
    state.score_resources AS resources,
    state.score_time AS time,
    state.score_courtiers AS courtiers,
    state.score_warriors AS warriors,
    state.score_gardeners AS gardeners
FROM game
JOIN seat ON seat.game_id = game.game_id
JOIN wc_state AS state
    ON state.game_id = seat.game_id AND state.seat = seat.seat AND state.turn_no = game.turns
WHERE game.state = 'complete';
COMMENT ON VIEW wc_final_scores IS 'The White Castle: a row per seat of a complete game with its final points by category.';
COMMENT ON COLUMN wc_final_scores.game_id IS 'The game; see game.';
COMMENT ON COLUMN wc_final_scores.seat IS 'The seat.';
COMMENT ON COLUMN wc_final_scores.player IS 'Name of the player.';
COMMENT ON COLUMN wc_final_scores.rank IS 'Final place, 1 = winner.';
COMMENT ON COLUMN wc_final_scores.points IS 'Final points: the sum of the categories.';
COMMENT ON COLUMN wc_final_scores.play IS 'Points made during play.';
COMMENT ON COLUMN wc_final_scores.coins_seals IS 'Points for coins and seals (1 per full 5 together).';
COMMENT ON COLUMN wc_final_scores.resources IS 'Points for food, iron and pearl.';
COMMENT ON COLUMN wc_final_scores.time IS 'Points for the time track.';
COMMENT ON COLUMN wc_final_scores.courtiers IS 'Points for courtiers.';
COMMENT ON COLUMN wc_final_scores.warriors IS 'Points for warriors.';
COMMENT ON COLUMN wc_final_scores.gardeners IS 'Points for gardeners.';

-- The same views for every game. Another game adds `UNION ALL BY NAME SELECT * FROM <its view>` to both; columns
-- that a game does not have are NULL for it.
CREATE VIEW score AS
SELECT game_id, turn_no, seat, category, points FROM wc_score;
COMMENT ON VIEW score IS 'A row per turn, seat and score category: points as if the game ended there. The same shape for every game.';
COMMENT ON COLUMN score.game_id IS 'The game; see game.';
COMMENT ON COLUMN score.turn_no IS 'The turn; see turn.';
COMMENT ON COLUMN score.seat IS 'The seat.';
COMMENT ON COLUMN score.category IS 'Score category of the game.';
COMMENT ON COLUMN score.points IS 'Points in that category (a total so far, not a change).';

CREATE VIEW final_scores AS
SELECT * FROM wc_final_scores;
COMMENT ON VIEW final_scores IS 'A row per seat of a complete game: who, which place, how many points, and how they are made up (a column per category).';
COMMENT ON COLUMN final_scores.game_id IS 'The game; see game.';
COMMENT ON COLUMN final_scores.seat IS 'The seat.';
COMMENT ON COLUMN final_scores.player IS 'Name of the player.';
COMMENT ON COLUMN final_scores.rank IS 'Final place, 1 = winner.';
COMMENT ON COLUMN final_scores.points IS 'Final points: the sum of the categories.';
COMMENT ON COLUMN final_scores.play IS 'Points made during play.';
COMMENT ON COLUMN final_scores.coins_seals IS 'Points for coins and seals (1 per full 5 together).';
COMMENT ON COLUMN final_scores.resources IS 'Points for food, iron and pearl.';
COMMENT ON COLUMN final_scores.time IS 'Points for the time track.';
COMMENT ON COLUMN final_scores.courtiers IS 'Points for courtiers.';
COMMENT ON COLUMN final_scores.warriors IS 'Points for warriors.';
COMMENT ON COLUMN final_scores.gardeners IS 'Points for gardeners.';
