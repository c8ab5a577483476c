-- Closed vocabularies. Words that belong to a game's rules (currencies, tracks, pieces, causes) hold the words
-- of every game of this schema version: a new game brings a new schema version that extends them.
CREATE TYPE seat_letter AS ENUM ('A', 'B', 'C', 'D', 'E');
CREATE TYPE game_state AS ENUM ('complete', 'partial', 'rejected');
CREATE TYPE turn_phase AS ENUM ('setup', 'draft', 'turn', 'gardens', 'end');
CREATE TYPE turn_mark AS ENUM ('', '!', '?', '!!', '??', '!?', '?!');
CREATE TYPE fact_provenance AS ENUM ('observed', 'inferred', 'unknown');

CREATE TYPE currency_name AS ENUM ('coin', 'seal', 'food', 'iron', 'pearl', 'point');
CREATE TYPE track_name AS ENUM ('time', 'order', 'time_lost');
CREATE TYPE piece_name AS ENUM (
    'courtier_domain', 'courtier_gate', 'courtier_steward', 'courtier_diplomat', 'courtier_daimyo',
    'gardener_domain', 'gardener_coral_plant', 'gardener_coral_stone', 'gardener_black_plant',
    'gardener_black_stone', 'gardener_white_plant', 'gardener_white_stone',
    'warrior_domain', 'warrior_5', 'warrior_3', 'warrior_1'
);
CREATE TYPE cause_name AS ENUM (
    'setup', 'draft', 'die difference', 'room block', 'well', 'domain row', 'domain card', 'lantern', 'garden',
    'yard tile', 'daimyo slot', 'climb card', 'main board', 'outside', 'audience', 'climb', 'gardener', 'warrior',
    'price', 'checkpoint', 'exchange', 'cap', 'unpaid', 'refused', 'turn order', 'placement'
);

CREATE TYPE die_colour AS ENUM ('coral', 'black', 'white');
CREATE TYPE die_end AS ENUM ('<', '>');
CREATE TYPE die_space AS ENUM (
    's1', 's2', 's3', 'd1', 'd2', 'o1', 'o2', 'w', 'row c', 'row b', 'row w'
);
