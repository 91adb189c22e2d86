//! Codes about clubs, players and keys.

super::codes! {
    UNAUTHENTICATED = UNAUTHORIZED "unauthenticated", "A key is needed",
        "Send a key of the club in the header Authorization: Bearer pk_…. The key that was sent, if any, is malformed, unknown, revoked or expired.";
    SCOPE_TOO_SMALL = FORBIDDEN "scope_too_small", "The key may not do this",
        "The key is good, but its scope does not reach this far. `view` keys read, `score` keys also record games and players, `manage` keys do everything in their club.";
    KEY_OF_ONE_GAME = FORBIDDEN "key_of_one_game", "The key is for one game only",
        "The key was made for one game. It cannot change the club, its players or other games.";
    CLUB_NOT_FOUND = NOT_FOUND "club_not_found", "There is no such club",
        "No club has this id, or it is private and the key is of another club; the two are not told apart.";
    PLAYER_NOT_FOUND = NOT_FOUND "player_not_found", "The club has no such player",
        "No player of this club has this id. A player of another club has another address.";
    PLAYER_EXISTS = CONFLICT "player_exists", "The club has a player of that name",
        "Names of players are unique in their club, letter case and spacing aside. `player` is the id of the one who has the name.";
}
