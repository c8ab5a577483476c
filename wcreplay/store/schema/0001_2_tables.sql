-- The tables every game shares. Only `game` has a key: keys on the long tables halve the loading speed and make
-- no point read faster; the checks of the store test their uniqueness instead.
CREATE TABLE schema_version (
    version UTINYINT NOT NULL,
    applied_at TIMESTAMP NOT NULL,
    package_version VARCHAR NOT NULL
);
COMMENT ON TABLE schema_version IS 'A row per version of these tables that this file has been brought to; the highest counts.';
COMMENT ON COLUMN schema_version.version IS 'Version of the tables, counted from 1.';
COMMENT ON COLUMN schema_version.applied_at IS 'When the file was brought to this version (UTC).';
COMMENT ON COLUMN schema_version.package_version IS 'Version of wcreplay that did it.';

CREATE TABLE game (
    game_id VARCHAR PRIMARY KEY CHECK (length(game_id) = 16),
    game VARCHAR NOT NULL,
    ruleset VARCHAR NOT NULL,
    rulings VARCHAR NOT NULL,
    players UTINYINT NOT NULL,
    played_on DATE,
    event VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    source_kind VARCHAR NOT NULL,
    state game_state NOT NULL,
    title VARCHAR NOT NULL,
    turns USMALLINT NOT NULL,
    file VARCHAR NOT NULL,
    record_no UINTEGER NOT NULL,
    package_version VARCHAR NOT NULL,
    rules_version VARCHAR NOT NULL,
    notation_version VARCHAR NOT NULL,
    schema_version UTINYINT NOT NULL,
    imported_at TIMESTAMP NOT NULL,
    tags VARCHAR NOT NULL,
    source_text VARCHAR NOT NULL
);
COMMENT ON TABLE game IS 'A row per game: what was played, by how many, where it was read from, and which versions judged it.';
COMMENT ON COLUMN game.game_id IS 'Identity: first 16 hex digits of a SHA-256 over game, ruleset, setup, chance and decisions, seats named by starting order. The same game from two people has the same id.';
COMMENT ON COLUMN game.game IS 'Name of the game, as in the record: white-castle.';
COMMENT ON COLUMN game.ruleset IS 'Ruleset of the record, such as base-2023.';
COMMENT ON COLUMN game.rulings IS 'Rulings of the record that differ from the default ones; empty: none.';
COMMENT ON COLUMN game.players IS 'Number of seats.';
COMMENT ON COLUMN game.played_on IS 'Date of play from the record; NULL: not given, or not a full date.';
COMMENT ON COLUMN game.event IS 'Event from the record; empty: not given.';
COMMENT ON COLUMN game.place IS 'Place of play from the record; empty: not given.';
COMMENT ON COLUMN game.source_kind IS 'How the record came about: notation (written by people), simulated, or the name of an importer.';
COMMENT ON COLUMN game.state IS 'complete: played to the end; partial: the record stops earlier; rejected: a recheck found an error in it.';
COMMENT ON COLUMN game.title IS 'One line for lists: the players, best first, with their points.';
COMMENT ON COLUMN game.turns IS 'Number of the last row of the game in `turn`: that row holds the last known position.';
COMMENT ON COLUMN game.file IS 'File the game was first read from.';
COMMENT ON COLUMN game.record_no IS 'Place of the record in that file, counted from 1.';
COMMENT ON COLUMN game.package_version IS 'Version of wcreplay that judged the record.';
COMMENT ON COLUMN game.rules_version IS 'Version of the rules of the game that judged the record.';
COMMENT ON COLUMN game.notation_version IS 'Version of the notation the record was read as.';
COMMENT ON COLUMN game.schema_version IS 'Version of the tables the rows were made for.';
COMMENT ON COLUMN game.imported_at IS 'When the game was stored (UTC).';
COMMENT ON COLUMN game.tags IS 'All tags of the record as a JSON list of [name, value] pairs, in their order.';
COMMENT ON COLUMN game.source_text IS 'The record as it was read; everything else follows from it.';

CREATE TABLE seat (
    game_id VARCHAR NOT NULL,
    seat seat_letter NOT NULL,
    player VARCHAR NOT NULL,
    start_position UTINYINT NOT NULL,
    rank UTINYINT,
    points USMALLINT,
    start_resource VARCHAR,
    start_action VARCHAR
);
COMMENT ON TABLE seat IS 'A row per game and seat: who sat there, how they started and how they ended.';
COMMENT ON COLUMN seat.game_id IS 'The game; see game.';
COMMENT ON COLUMN seat.seat IS 'Seat letter of the record.';
COMMENT ON COLUMN seat.player IS 'Name of the player as written; empty: not given.';
COMMENT ON COLUMN seat.start_position IS 'Place in the starting order, 1 = first player.';
COMMENT ON COLUMN seat.rank IS 'Final place, 1 = winner, ties broken by the rules; NULL: the game is not complete.';
COMMENT ON COLUMN seat.points IS 'Final points; NULL: the game is not complete.';
COMMENT ON COLUMN seat.start_resource IS 'Starting resource card (White Castle: R1 to R9); NULL: not drafted, or the game has none.';
COMMENT ON COLUMN seat.start_action IS 'Starting action card (White Castle: A1 to A3); NULL: not drafted, or the game has none.';

CREATE TABLE turn (
    game_id VARCHAR NOT NULL,
    turn_no USMALLINT NOT NULL,
    round UTINYINT NOT NULL,
    turn_in_round UTINYINT NOT NULL,
    phase turn_phase NOT NULL,
    seat seat_letter,
    label VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    mark turn_mark NOT NULL,
    comment VARCHAR NOT NULL,
    source_line UINTEGER NOT NULL
);
COMMENT ON TABLE turn IS 'A row per unit of a game: row 0 is the position after setup, then draft picks, turns and round-end activations, and at last the end.';
COMMENT ON COLUMN turn.game_id IS 'The game; see game.';
COMMENT ON COLUMN turn.turn_no IS 'Number of the row in its game, from 0; the key of all tables by turn.';
COMMENT ON COLUMN turn.round IS 'Round, from 1; 0: before the first round.';
COMMENT ON COLUMN turn.turn_in_round IS 'Place of the unit within its round and phase, from 1; 0: setup and end.';
COMMENT ON COLUMN turn.phase IS 'setup, draft, turn, gardens (round-end activation) or end.';
COMMENT ON COLUMN turn.seat IS 'Who acted; NULL: nobody (setup, end).';
COMMENT ON COLUMN turn.label IS 'Label as in the record: 0.1 draft, 2.7 round and turn, 2.g round-end gardens.';
COMMENT ON COLUMN turn.text IS 'The decisions in canonical notation.';
COMMENT ON COLUMN turn.mark IS 'Mark of the annotator (! ? !! ?? !? ?!); empty: none.';
COMMENT ON COLUMN turn.comment IS 'Comments at this turn, a line each; empty: none.';
COMMENT ON COLUMN turn.source_line IS 'Line of the source file where the turn is written, from 1; 0: not written.';

CREATE TABLE ledger (
    game_id VARCHAR NOT NULL,
    turn_no USMALLINT NOT NULL,
    seq USMALLINT NOT NULL,
    seat seat_letter NOT NULL,
    currency currency_name NOT NULL,
    delta SMALLINT NOT NULL,
    balance SMALLINT NOT NULL,
    cause cause_name NOT NULL,
    source VARCHAR NOT NULL,
    provenance fact_provenance NOT NULL
);
COMMENT ON TABLE ledger IS 'A row per gain, payment and loss of a currency (points too). A gain is posted in full; what a limit takes away again is a negative row with cause cap.';
COMMENT ON COLUMN ledger.game_id IS 'The game; see game.';
COMMENT ON COLUMN ledger.turn_no IS 'The turn it happened in; see turn.';
COMMENT ON COLUMN ledger.seq IS 'Place among everything posted in that turn, from 0; shared by ledger, track and placement.';
COMMENT ON COLUMN ledger.seat IS 'Whose holdings changed; not always the seat whose turn it was.';
COMMENT ON COLUMN ledger.currency IS 'What changed.';
COMMENT ON COLUMN ledger.delta IS 'Change in units of the currency: positive gained, negative paid or lost.';
COMMENT ON COLUMN ledger.balance IS 'What the seat holds of it afterwards.';
COMMENT ON COLUMN ledger.cause IS 'Why, in a word of the rules; see the documentation of the tables.';
COMMENT ON COLUMN ledger.source IS 'The component that did it: card (S7), block of a card (S10.3), slot (M7.3), garden (P4), tile (Y1), room or space (s2, w), domain row (row c), gate or checkpoint (11).';
COMMENT ON COLUMN ledger.provenance IS 'observed: the record shows it; inferred: it follows from what the record shows; unknown: neither.';

CREATE TABLE track (
    game_id VARCHAR NOT NULL,
    turn_no USMALLINT NOT NULL,
    seq USMALLINT NOT NULL,
    seat seat_letter NOT NULL,
    track track_name NOT NULL,
    delta SMALLINT NOT NULL,
    space SMALLINT NOT NULL,
    height TINYINT,
    paid UTINYINT NOT NULL,
    cause cause_name NOT NULL,
    source VARCHAR NOT NULL
);
COMMENT ON TABLE track IS 'A row per movement of a marker on a track.';
COMMENT ON COLUMN track.game_id IS 'The game; see game.';
COMMENT ON COLUMN track.turn_no IS 'The turn it happened in; see turn.';
COMMENT ON COLUMN track.seq IS 'Place among everything posted in that turn, from 0; shared by ledger, track and placement.';
COMMENT ON COLUMN track.seat IS 'Whose marker moved.';
COMMENT ON COLUMN track.track IS 'time: the time track; order: place in the turn order; time_lost: running count of time steps that were lost.';
COMMENT ON COLUMN track.delta IS 'Spaces moved; negative: backwards.';
COMMENT ON COLUMN track.space IS 'Space the marker stands on afterwards.';
COMMENT ON COLUMN track.height IS 'Place in the pile on that space afterwards, 1 = lowest; NULL: the track has no piles.';
COMMENT ON COLUMN track.paid IS 'Units of currency that this movement cost (seals at a checkpoint of the time track); 0: free.';
COMMENT ON COLUMN track.cause IS 'Why, in a word of the rules.';
COMMENT ON COLUMN track.source IS 'The component that did it; see ledger.source.';

CREATE TABLE placement (
    game_id VARCHAR NOT NULL,
    turn_no USMALLINT NOT NULL,
    seq USMALLINT NOT NULL,
    seat seat_letter NOT NULL,
    piece piece_name NOT NULL,
    delta TINYINT NOT NULL,
    balance UTINYINT NOT NULL,
    cause cause_name NOT NULL,
    source VARCHAR NOT NULL
);
COMMENT ON TABLE placement IS 'Two rows per piece that moves: -1 where it leaves, +1 where it arrives.';
COMMENT ON COLUMN placement.game_id IS 'The game; see game.';
COMMENT ON COLUMN placement.turn_no IS 'The turn it happened in; see turn.';
COMMENT ON COLUMN placement.seq IS 'Place among everything posted in that turn, from 0; shared by ledger, track and placement.';
COMMENT ON COLUMN placement.seat IS 'Whose piece it is.';
COMMENT ON COLUMN placement.piece IS 'Kind of piece and place, such as courtier_gate or warrior_5.';
COMMENT ON COLUMN placement.delta IS 'Change in the number of pieces there.';
COMMENT ON COLUMN placement.balance IS 'Pieces the seat has there afterwards.';
COMMENT ON COLUMN placement.cause IS 'Why, in a word of the rules.';
COMMENT ON COLUMN placement.source IS 'The component that did it; see ledger.source.';

CREATE TABLE diagnostic (
    game_id VARCHAR,
    file VARCHAR NOT NULL,
    record_no UINTEGER NOT NULL,
    code VARCHAR NOT NULL,
    line UINTEGER NOT NULL,
    "column" UINTEGER NOT NULL,
    length UINTEGER NOT NULL,
    message VARCHAR NOT NULL
);
COMMENT ON TABLE diagnostic IS 'A row per finding about a stored game: warnings, and the errors of a later recheck. A record with an error is not stored.';
COMMENT ON COLUMN diagnostic.game_id IS 'The game; NULL: a finding about a file.';
COMMENT ON COLUMN diagnostic.file IS 'File of the record.';
COMMENT ON COLUMN diagnostic.record_no IS 'Place of the record in the file, from 1.';
COMMENT ON COLUMN diagnostic.code IS 'Code of the finding, as docs/errors.md lists them.';
COMMENT ON COLUMN diagnostic.line IS 'Line of the file, from 1.';
COMMENT ON COLUMN diagnostic."column" IS 'Column of the line, from 1, in code points.';
COMMENT ON COLUMN diagnostic.length IS 'Code points the finding covers.';
COMMENT ON COLUMN diagnostic.message IS 'What is wrong.';
