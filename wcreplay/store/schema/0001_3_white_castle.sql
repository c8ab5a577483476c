-- The White Castle: the state after every turn, and the dice that were on offer.
CREATE TABLE wc_state (
    game_id VARCHAR NOT NULL,
    turn_no USMALLINT NOT NULL,
    seat seat_letter NOT NULL,
    coins USMALLINT NOT NULL,
    seals UTINYINT NOT NULL,
    food UTINYINT NOT NULL,
    iron UTINYINT NOT NULL,
    pearl UTINYINT NOT NULL,
    points USMALLINT NOT NULL,
    time_space UTINYINT NOT NULL,
    time_height UTINYINT NOT NULL,
    courtier_domain UTINYINT NOT NULL,
    courtier_gate UTINYINT NOT NULL,
    courtier_steward UTINYINT NOT NULL,
    courtier_diplomat UTINYINT NOT NULL,
    courtier_daimyo UTINYINT NOT NULL,
    gardener_domain UTINYINT NOT NULL,
    gardener_coral_plant UTINYINT NOT NULL,
    gardener_coral_stone UTINYINT NOT NULL,
    gardener_black_plant UTINYINT NOT NULL,
    gardener_black_stone UTINYINT NOT NULL,
    gardener_white_plant UTINYINT NOT NULL,
    gardener_white_stone UTINYINT NOT NULL,
    warrior_domain UTINYINT NOT NULL,
    warrior_5 UTINYINT NOT NULL,
    warrior_3 UTINYINT NOT NULL,
    warrior_1 UTINYINT NOT NULL,
    lantern_coin UTINYINT NOT NULL,
    lantern_seal UTINYINT NOT NULL,
    lantern_point UTINYINT NOT NULL,
    lantern_food UTINYINT NOT NULL,
    lantern_iron UTINYINT NOT NULL,
    lantern_pearl UTINYINT NOT NULL,
    lantern_time UTINYINT NOT NULL,
    score_play USMALLINT NOT NULL,
    score_coins_seals UTINYINT NOT NULL,
    score_resources UTINYINT NOT NULL,
    score_time UTINYINT NOT NULL,
    score_courtiers UTINYINT NOT NULL,
    score_warriors UTINYINT NOT NULL,
    score_gardeners UTINYINT NOT NULL,
    score_total USMALLINT NOT NULL
);
COMMENT ON TABLE wc_state IS 'A row per turn and seat: what the seat holds after the turn, where its pieces stand, and its score as if the game ended there.';
COMMENT ON COLUMN wc_state.game_id IS 'The game; see game.';
COMMENT ON COLUMN wc_state.turn_no IS 'The turn; see turn.';
COMMENT ON COLUMN wc_state.seat IS 'The seat whose holdings these are.';
COMMENT ON COLUMN wc_state.coins IS 'Coins after the turn.';
COMMENT ON COLUMN wc_state.seals IS 'Daimyo seals after the turn, 0 to 5.';
COMMENT ON COLUMN wc_state.food IS 'Food after the turn, 0 to 7.';
COMMENT ON COLUMN wc_state.iron IS 'Iron after the turn, 0 to 7.';
COMMENT ON COLUMN wc_state.pearl IS 'Mother-of-pearl after the turn, 0 to 7.';
COMMENT ON COLUMN wc_state.points IS 'Points made during play so far (final scoring not included).';
COMMENT ON COLUMN wc_state.time_space IS 'Space of the marker on the time track, 0 to 20.';
COMMENT ON COLUMN wc_state.time_height IS 'Place of the marker in the pile on its space, 1 = lowest.';
COMMENT ON COLUMN wc_state.courtier_domain IS 'Courtiers still on the domain board.';
COMMENT ON COLUMN wc_state.courtier_gate IS 'Courtiers at the gate.';
COMMENT ON COLUMN wc_state.courtier_steward IS 'Courtiers on the steward floor.';
COMMENT ON COLUMN wc_state.courtier_diplomat IS 'Courtiers on the diplomat floor.';
COMMENT ON COLUMN wc_state.courtier_daimyo IS 'Courtiers on the daimyo floor.';
COMMENT ON COLUMN wc_state.gardener_domain IS 'Gardeners still on the domain board.';
COMMENT ON COLUMN wc_state.gardener_coral_plant IS 'Gardener in the plant garden at the coral bridge: 0 or 1.';
COMMENT ON COLUMN wc_state.gardener_coral_stone IS 'Gardener in the stone garden at the coral bridge: 0 or 1.';
COMMENT ON COLUMN wc_state.gardener_black_plant IS 'Gardener in the plant garden at the black bridge: 0 or 1.';
COMMENT ON COLUMN wc_state.gardener_black_stone IS 'Gardener in the stone garden at the black bridge: 0 or 1.';
COMMENT ON COLUMN wc_state.gardener_white_plant IS 'Gardener in the plant garden at the white bridge: 0 or 1.';
COMMENT ON COLUMN wc_state.gardener_white_stone IS 'Gardener in the stone garden at the white bridge: 0 or 1.';
COMMENT ON COLUMN wc_state.warrior_domain IS 'Warriors still on the domain board.';
COMMENT ON COLUMN wc_state.warrior_5 IS 'Warriors in the yard that costs 5 iron.';
COMMENT ON COLUMN wc_state.warrior_3 IS 'Warriors in the yard that costs 3 iron.';
COMMENT ON COLUMN wc_state.warrior_1 IS 'Warriors in the yard that costs 1 iron.';
COMMENT ON COLUMN wc_state.lantern_coin IS 'Icons in the Lantern Area that give 1 coin.';
COMMENT ON COLUMN wc_state.lantern_seal IS 'Icons in the Lantern Area that give 1 seal.';
COMMENT ON COLUMN wc_state.lantern_point IS 'Icons in the Lantern Area that give 1 point.';
COMMENT ON COLUMN wc_state.lantern_food IS 'Icons in the Lantern Area that give 1 food.';
COMMENT ON COLUMN wc_state.lantern_iron IS 'Icons in the Lantern Area that give 1 iron.';
COMMENT ON COLUMN wc_state.lantern_pearl IS 'Icons in the Lantern Area that give 1 pearl.';
COMMENT ON COLUMN wc_state.lantern_time IS 'Icons in the Lantern Area that give 1 time step.';
COMMENT ON COLUMN wc_state.score_play IS 'Points made during play, as if the game ended after this turn.';
COMMENT ON COLUMN wc_state.score_coins_seals IS 'Points for coins and seals, as if the game ended after this turn.';
COMMENT ON COLUMN wc_state.score_resources IS 'Points for food, iron and pearl, as if the game ended after this turn.';
COMMENT ON COLUMN wc_state.score_time IS 'Points for the time track, as if the game ended after this turn.';
COMMENT ON COLUMN wc_state.score_courtiers IS 'Points for courtiers, as if the game ended after this turn.';
COMMENT ON COLUMN wc_state.score_warriors IS 'Points for warriors, as if the game ended after this turn.';
COMMENT ON COLUMN wc_state.score_gardeners IS 'Points for gardeners, as if the game ended after this turn.';
COMMENT ON COLUMN wc_state.score_total IS 'Sum of the score columns: the points as if the game ended after this turn.';

CREATE TABLE wc_dice (
    game_id VARCHAR NOT NULL,
    turn_no USMALLINT NOT NULL,
    seat seat_letter NOT NULL,
    colour die_colour NOT NULL,
    pips UTINYINT NOT NULL,
    die_end die_end NOT NULL,
    taken BOOLEAN NOT NULL,
    space die_space,
    covered UTINYINT,
    difference TINYINT
);
COMMENT ON TABLE wc_dice IS 'A row per die that could be taken in a turn, and what was done with the one taken.';
COMMENT ON COLUMN wc_dice.game_id IS 'The game; see game.';
COMMENT ON COLUMN wc_dice.turn_no IS 'The turn; see turn.';
COMMENT ON COLUMN wc_dice.seat IS 'Whose turn it was.';
COMMENT ON COLUMN wc_dice.colour IS 'Colour of the die.';
COMMENT ON COLUMN wc_dice.pips IS 'Value of the die, 1 to 6; 0: not known.';
COMMENT ON COLUMN wc_dice.die_end IS 'End of the bridge: < left (with the Lantern), > right.';
COMMENT ON COLUMN wc_dice.taken IS 'Whether this die was the one taken.';
COMMENT ON COLUMN wc_dice.space IS 'Where the taken die was placed: rooms s1 s2 s3 d1 d2, outside o1 o2, well w, own domain row (row c, row b, row w); NULL: not taken.';
COMMENT ON COLUMN wc_dice.covered IS 'Value the taken die was compared with: printed, or of the die already there; NULL: not taken.';
COMMENT ON COLUMN wc_dice.difference IS 'Coins the placement moved: positive gained, negative paid; NULL: not taken.';
