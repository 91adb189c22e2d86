//! Codes of the games' rules: why something that was reported cannot be so.

super::codes! {
    VARIANT_NOT_FOUND = NOT_FOUND "variant_not_found", "There is no such variant",
        "GET /v1/variants lists the games that can be played.";
    GAME_NOT_FOUND = NOT_FOUND "game_not_found", "There is no such game",
        "No game has this id, or it belongs to another club; the two are not told apart.";
    INVALID_RULES = UNPROCESSABLE_ENTITY "invalid_rules", "The rules cannot be played",
        "A parameter of `rules` is unknown, has a value that it cannot have, or contradicts another. `errors` has all of them with their places. GET /v1/variants/{variant} lists the parameters and what they may be.";
    SEAT_UNKNOWN = UNPROCESSABLE_ENTITY "seat_unknown", "The player of a seat is not in the club",
        "A seat names a player by an id that the club does not have. Give the id of a player of this club, or a name.";
    PLAYER_TWICE = UNPROCESSABLE_ENTITY "player_twice", "A player sits in two seats",
        "Nobody can play against or with himself. Two names that differ only in letter case or spacing are the same player.";
    SEAT_NEEDS_PLAYER = UNPROCESSABLE_ENTITY "seat_needs_player", "A seat has no player, or two",
        "Each seat names its player by `player` (an id) or by `name`, and not by both.";
    SIDES = UNPROCESSABLE_ENTITY "sides", "These sides are not possible",
        "Partners sit opposite each other: the sides of four players are [[\"A\",\"C\"],[\"B\",\"D\"]]. Leave `sides` out when everybody plays alone.";
    DRAWS_NEEDED = UNPROCESSABLE_ENTITY "draws_needed", "The lead is drawn for in this game",
        "In this game the hands do not tell who leads. Everybody draws a tile first: send them as `draws`.";
    ONE_OF = UNPROCESSABLE_ENTITY "one_of", "Either this or that",
        "Of several members exactly one is needed; the detail names them.";
    NOT_IN_SET = UNPROCESSABLE_ENTITY "not_in_set", "The tile is not in the set",
        "The set of the game has no tile with this number. Look whether a digit was misread; `suggestions` has tiles that would fit.";
    TILE_USED = UNPROCESSABLE_ENTITY "tile_used", "The tile is on the table already",
        "Every tile exists once, and this one was played before. This cannot be overridden: one of the two reports is mistaken.";
    TILE_TWICE = UNPROCESSABLE_ENTITY "tile_twice", "A tile is named twice",
        "Every tile exists once, so it cannot be in two places of what was reported.";
    HELD_BY_OTHER = UNPROCESSABLE_ENTITY "held_by_other", "The tile is in another hand",
        "From what was reported earlier, another player holds this tile.";
    NOT_OPEN = UNPROCESSABLE_ENTITY "not_open", "There is no such open place",
        "The place does not exist on the table or a tile is joined there already. `outlets` lists the open places.";
    OBLIGATION = UNPROCESSABLE_ENTITY "obligation", "Another double has to be filled first",
        "In this game a double must be filled before anything else is played. `outlets` lists its free places. The table may have let it stand; then record it with an override.";
    NO_MATCH = UNPROCESSABLE_ENTITY "no_match", "The tile does not fit",
        "Neither number of the tile is the one that the place asks for. `outlets` lists what is open, `suggestions` tiles that would fit if a digit was misread.";
    AMBIGUOUS_OUTLET = UNPROCESSABLE_ENTITY "ambiguous_outlet", "The tile fits at several places",
        "Say in `at` where the tile went; `outlets` lists the places. It may be left out only where one place fits, or where all that fit are alike.";
    NO_COVER = UNPROCESSABLE_ENTITY "no_cover", "The tile may not cover that one",
        "In Build Up a tile covers one with as many dots or fewer, a double any tile that is no double, and a double only a smaller double.";
    OUT_OF_TURN = UNPROCESSABLE_ENTITY "out_of_turn", "Somebody else is on turn",
        "The member `turn` says whose turn it is. If the table played out of turn and let it stand, record it with an override.";
    NO_SUCH_SEAT = UNPROCESSABLE_ENTITY "no_such_seat", "The table has no such seat",
        "Seats are lettered from A in the order of turns, as many as there are players.";
    SEAT_EMPTY = UNPROCESSABLE_ENTITY "seat_empty", "Nobody plays in this seat in this round",
        "The player came later or has left, so the order of turns skips the seat. If the player is back, record it with POST /v1/games/{game}/seats/{seat}/return.";
    SEAT_TAKEN = CONFLICT "seat_taken", "The player has not left",
        "Only who left can return. Somebody else can take the seat over.";
    SEAT_UNCHANGED = UNPROCESSABLE_ENTITY "seat_unchanged", "The seat changed later",
        "Changes of a seat are told in the order in which they happened. Who sat there all the time is corrected with PUT /v1/games/{game}/seats.";
    PLAYER_SITS = CONFLICT "player_sits", "The player has a seat in this game",
        "Nobody sits in two seats of a game, not even one after the other: the result would count twice. Two names of one person are merged players.";
    SEAT_PLAYED = CONFLICT "seat_played", "The seat cannot be taken away",
        "Only the last seat can be taken away, before a round or a penalty was recorded since it is there. Later, record that the player left.";
    PARTNERS_FIXED = CONFLICT "partners_fixed", "Nobody joins a game of partners",
        "Partners are four players. Somebody can take the place of one of them.";
    PLAY_OR_PASS = UNPROCESSABLE_ENTITY "play_or_pass", "A turn is a play or a pass",
        "Give `play` with a tile, or `pass` as true; not both and not neither. Draws come on top as `drew`.";
    MUST_PLAY = UNPROCESSABLE_ENTITY "must_play", "A player who can play has to",
        "The player is known to hold a tile that fits, so passing or drawing is not possible. If the table let it stand, record it with an override.";
    MUST_DRAW = UNPROCESSABLE_ENTITY "must_draw", "There are tiles to draw",
        "In this game a player who cannot play draws before passing. Say how many tiles were drawn in `drew`.";
    NO_DRAWING = UNPROCESSABLE_ENTITY "no_drawing", "Nothing is drawn in this game",
        "The tiles that were not dealt stay where they are; a player who cannot play passes.";
    DREW_TOO_MANY = UNPROCESSABLE_ENTITY "drew_too_many", "So many tiles may not be drawn",
        "The game limits how many tiles are drawn in a turn or how many stay in the boneyard.";
    BONEYARD_EMPTY = UNPROCESSABLE_ENTITY "boneyard_empty", "The boneyard has fewer tiles",
        "More tiles were drawn than there are. One of the earlier draws may be miscounted; undo and correct it.";
    DREW_AND_PLAYED = UNPROCESSABLE_ENTITY "drew_and_played", "A drawn tile is not played at once",
        "In this game a player draws one tile and passes. The option draw.play_drawn allows playing it.";
    DRAWN_MISMATCH = UNPROCESSABLE_ENTITY "drawn_mismatch", "The drawn tiles are miscounted",
        "The number in `drew` and the number of tiles in `drawn` differ. Leave one of them out, or correct it.";
    NOT_IN_HAND = UNPROCESSABLE_ENTITY "not_in_hand", "The player does not hold the tile",
        "All tiles of the player's hand are known, and this is none of them.";
    KNOWN_IN_HAND = UNPROCESSABLE_ENTITY "known_in_hand", "A tile is missing in the hand",
        "From what was reported earlier the player still holds this tile, and the hand as shown does not have it.";
    PASS_ON_LEAD = UNPROCESSABLE_ENTITY "pass_on_lead", "The leader cannot pass",
        "Nothing is on the table yet, so there is nothing that a tile could fail to fit.";
    MUST_LEAD_DOUBLE = UNPROCESSABLE_ENTITY "must_lead_double", "The lead is a double",
        "In this game the round opens with a double.";
    WRONG_LEAD = UNPROCESSABLE_ENTITY "wrong_lead", "Another tile has to be led",
        "The rules name the tile that opens the round, and it is not this one.";
    DOUBLE_LED_BEFORE = UNPROCESSABLE_ENTITY "double_led_before", "The double has opened a round before",
        "In this game every double opens one round of a match.";
    WRONG_LEADER = UNPROCESSABLE_ENTITY "wrong_leader", "Another player leads",
        "The rounds before tell who leads this one. If the table did otherwise, record the round with its `leader` and an `override`, or the first turn with one.";
    ROUND_OVER = CONFLICT "round_over", "The round is over",
        "The round has ended, so it takes no more turns. Start the next one, or undo the last turn.";
    ROUND_NOT_OVER = CONFLICT "round_not_over", "The round is not over",
        "The plays have not come to an end that can be scored. The detail says what is missing.";
    HAND_SIZE = UNPROCESSABLE_ENTITY "hand_size", "A hand has the wrong number of tiles",
        "What was dealt and drawn less what was played is what must be left.";
    HAND_MISSING = UNPROCESSABLE_ENTITY "hand_missing", "A hand is missing",
        "The score depends on this hand: give its tiles, or its dots. Nothing is not the same as zero.";
    TILES_OR_PIPS = UNPROCESSABLE_ENTITY "tiles_or_pips", "A hand is tiles or dots",
        "Give a hand as `tiles` or as `pips`, not as both and not as neither.";
    TOO_MANY_PIPS = UNPROCESSABLE_ENTITY "too_many_pips", "So many dots are not possible",
        "The tiles that can be in this hand do not have so many dots.";
    WRONG_PIPS = UNPROCESSABLE_ENTITY "wrong_pips", "The dots are not those of the known tiles",
        "From what was reported earlier all or some tiles of this hand are known, and they have other dots.";
    OUT_WITH_TILES = UNPROCESSABLE_ENTITY "out_with_tiles", "Who went out has tiles left",
        "The player who went out has no tiles, so the hand is empty or not given.";
    BOTH_OUT = UNPROCESSABLE_ENTITY "both_out", "Two players cannot both be out",
        "The round ends with the first player who has no tiles left.";
    BLOCKED_WITH_OUT = UNPROCESSABLE_ENTITY "blocked_with_out", "Somebody is out, so it is no block",
        "A player without tiles ends the round with a domino. A single 0-0 is a hand of 0 dots and not an empty one.";
    OUT_MISSING = UNPROCESSABLE_ENTITY "out_missing", "It is not said who went out",
        "Name the seat in `out`, or show that hand as empty.";
    OUT_IN_BLOCKED = UNPROCESSABLE_ENTITY "out_in_blocked", "Nobody goes out in a blocked round",
        "Leave `out` away, or say that the round ended with a domino.";
    ENDING_MISSING = UNPROCESSABLE_ENTITY "ending_missing", "It is not said how the round ended",
        "Say in `ending` whether the round ended with a domino or blocked.";
    WRONG_ENDING = UNPROCESSABLE_ENTITY "wrong_ending", "The plays ended otherwise",
        "The reported end contradicts the recorded plays.";
    NOT_BLOCKED = UNPROCESSABLE_ENTITY "not_blocked", "A shown tile fits, so it is no block",
        "Somebody could still play, so the round goes on.";
    TIE_NEEDS_TILES = UNPROCESSABLE_ENTITY "tie_needs_tiles", "The tie is decided by tiles",
        "The lowest hands are level and the lightest tile decides. Give these hands as tiles.";
    TIE_NEEDS_LEADER = UNPROCESSABLE_ENTITY "tie_needs_leader", "The tie is decided by the lead",
        "The lowest hands are level and who led the round decides. Name the `leader`.";
    NO_SUCH_SIDE = UNPROCESSABLE_ENTITY "no_such_side", "The table has no such side",
        "A side is a seat such as A, or partners such as A+C.";
    POINTS_MISSING = UNPROCESSABLE_ENTITY "points_missing", "The points of a side are missing",
        "Every side needs its points; 0 has to be said, because nothing is not the same as zero.";
    POINTS_OUT_OF_RANGE = UNPROCESSABLE_ENTITY "points_out_of_range", "So many points are not possible",
        "No round of this game gives so many or so few points; a total that the table declares, or at which a player starts, is from -100,000 to 100,000.";
    LOSER_SCORED = UNPROCESSABLE_ENTITY "loser_scored", "Only the winner of a round scores",
        "In this game the winner of a round takes all its points; one side has points, the others 0, and the one with points is the winner.";
    WRONG_SHAPE = UNPROCESSABLE_ENTITY "wrong_shape", "The report does not fit the game",
        "A member is given that this game does not have, or one is missing that it needs. The detail says which.";
    GAME_FINISHED = CONFLICT "game_finished", "The game is finished",
        "The match has come to its end and takes no more rounds.";
    ROUND_RUNNING = CONFLICT "round_running", "A round is still being played",
        "Finish the running round before another is recorded.";
    NO_SUCH_ROUND = NOT_FOUND "no_such_round", "The game has no such round",
        "Rounds are numbered from 1 in the order in which they were played.";
    NO_SUCH_VERSION = NOT_FOUND "no_such_version", "The game has no such version",
        "Versions are numbered from 1; every change makes the next. GET /v1/games/{game}/log lists them.";
    NO_TURNS = CONFLICT "no_turns", "The round has no turns",
        "The round is recorded as points or as hands, so turns cannot be added to it or taken from it.";
    NOTHING_TO_UNDO = CONFLICT "nothing_to_undo", "There is nothing to take back",
        "The round has no turns, or it is not the last round.";
    ROUND_VOIDED = CONFLICT "round_voided", "The round is voided",
        "A voided round does not count and cannot be changed. Restore it first.";
    NOT_VOIDED = CONFLICT "not_voided", "The round is not voided",
        "Only a voided round can be restored; this one counts already.";
    NO_SUCH_PENALTY = NOT_FOUND "no_such_penalty", "The game has no such penalty",
        "Penalties are numbered from 1 in the order in which they were reported.";
    PENALTY_CANCELLED = CONFLICT "penalty_cancelled", "The penalty is cancelled already",
        "A cancelled penalty does not count. Report a new one if it has to.";
    BAD_AMOUNT = UNPROCESSABLE_ENTITY "bad_amount", "The amount of the penalty cannot be so",
        "Say the amount in exactly one way: `points`, `percent_of_target` (in a match to a target), or `hand_pips` as true; `at_least` may be added. Points are from 1 to 10,000, and percent from 1 to 100.";
    AMOUNT_OR_CODE = UNPROCESSABLE_ENTITY "amount_or_code", "A penalty has an amount or a code",
        "Say how much it is in `amount`, or name a penalty of the game's rules in `code`; not both and not neither.";
    NO_SUCH_PENALTY_CODE = UNPROCESSABLE_ENTITY "no_such_penalty_code", "The rules have no such penalty",
        "`rules.penalties` of the game has the codes that the table agreed on; the detail lists them.";
    BAD_AWARDED_TO = UNPROCESSABLE_ENTITY "bad_awarded_to", "Who gets the points is missing or cannot be so",
        "`awarded_to` is a side other than the one that incurred the penalty. A penalty with a `code` may say by itself for whom it is; with several other sides one of them is named.";
    NO_SUCH_BONUS = NOT_FOUND "no_such_bonus", "The game has no such bonus",
        "Bonuses are numbered from 1 in the order in which they were awarded.";
    BONUS_CANCELLED = CONFLICT "bonus_cancelled", "The bonus is cancelled already",
        "A cancelled bonus does not count. Award a new one if it has to.";
    BONUS_OUT_OF_RANGE = UNPROCESSABLE_ENTITY "bonus_out_of_range", "So many points are no bonus",
        "A bonus is from 1 to 10000 points; what counts against a side is a penalty.";
    NOT_DECLARED = CONFLICT "not_declared", "The table did not end this match",
        "Only a match that was ended with POST /v1/games/{game}/end can be taken up again. One that its rules ended goes on when a round is amended or voided.";
    FORFEIT_BY = UNPROCESSABLE_ENTITY "forfeit_by", "Who gave up is missing, or too much",
        "A forfeit names the side that gave up in `by`; a time limit and a broken-off match do not.";
    REASON_NEEDED = UNPROCESSABLE_ENTITY "reason_needed", "A reason is needed",
        "What breaks a rule, is awarded or is taken back is recorded with a reason of 1 to 500 characters, for those who read the score sheet later.";
    GAME_NOT_FINISHED = CONFLICT "game_not_finished", "The game is not finished",
        "This can be asked of a game that is over. Ask again when it is.";
    TOO_MANY_ROUNDS = CONFLICT "too_many_rounds", "The game has as many rounds as it may have",
        "A game has at most 2,000 rounds, voided ones included. Play on in a new game.";
    TOO_MANY_TURNS = UNPROCESSABLE_ENTITY "too_many_turns", "The round has too many turns",
        "A round has at most 2,000 turns. No round of dominoes is so long: something was recorded twice.";
    TOO_MANY_CHANGES = CONFLICT "too_many_changes", "The game was changed as often as it may be",
        "The log of a game takes at most 20,000 changes, corrections included. Play on in a new game.";
    WRONG_NUMBER_OF_PLAYERS = UNPROCESSABLE_ENTITY "wrong_number_of_players", "The game is not for so many players",
        "The rules say how many can play, and how many the set has tiles for.";
    NO_PARTNERS = UNPROCESSABLE_ENTITY "no_partners", "The game is not played by partners",
        "In this game everybody plays alone: leave `partners` and `sides` out.";
    PARTNERS_NEED_FOUR = UNPROCESSABLE_ENTITY "partners_need_four", "Partners are four players",
        "Partners sit opposite each other, so there are two pairs.";
}
