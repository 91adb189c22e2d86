//! Codes about games that no rule refuses: for what the rules refuse see `rules::Refusal`.

super::codes! {
    VARIANT_NOT_FOUND = NOT_FOUND "variant_not_found", "There is no such variant",
        "GET /v1/variants lists the games that can be played.";
    GAME_NOT_FOUND = NOT_FOUND "game_not_found", "There is no such game",
        "No game has this id, or it belongs to another club; the answer is the same for both.";
    SEAT_UNKNOWN = UNPROCESSABLE_ENTITY "seat_unknown", "The player of a seat is not in the club",
        "A seat names a player by an id that the club does not have. Give the id of a player of this club, or a name.";
    PLAYER_TWICE = UNPROCESSABLE_ENTITY "player_twice", "A player sits in two seats",
        "A player can hold only one seat. Two names that differ only in letter case or spacing are the same player.";
    SEAT_NEEDS_PLAYER = UNPROCESSABLE_ENTITY "seat_needs_player", "A seat has no player, or two",
        "Each seat names its player by `player` (an id) or by `name`, but not by both.";
    SIDES = UNPROCESSABLE_ENTITY "sides", "These sides are not possible",
        "Partners sit opposite each other: the sides of four players are [[\"A\",\"C\"],[\"B\",\"D\"]]. Leave `sides` out when everybody plays alone.";
    DRAWS_NEEDED = UNPROCESSABLE_ENTITY "draws_needed", "In this game the lead is drawn for",
        "In this game the hands do not decide who leads. Each player draws a tile first: send these as `draws`.";
    ONE_OF = UNPROCESSABLE_ENTITY "one_of", "Exactly one of these is required",
        "The request needs exactly one of several members. The detail names them.";
    NO_SUCH_VERSION = NOT_FOUND "no_such_version", "The game has no such version",
        "Versions are numbered from 1; every change makes the next. GET /v1/games/{game}/log lists them.";
    GAME_NOT_FINISHED = CONFLICT "game_not_finished", "The game is not finished",
        "This is only possible for a game that is finished.";
}
