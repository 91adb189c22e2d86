//! Codes about clubs, players and keys.

super::codes! {
    UNAUTHENTICATED = UNAUTHORIZED "unauthenticated", "A key is needed",
        "Send a key of the club in the header Authorization: Bearer pk_…. The key that was sent, if any, is malformed, unknown, revoked or expired.";
    SCOPE_TOO_SMALL = FORBIDDEN "scope_too_small", "The key cannot do this",
        "The key is valid, but its scope is too small. `view` keys read, `score` keys also record games and players, and `manage` keys can do everything in their club.";
    KEY_OF_ONE_GAME = FORBIDDEN "key_of_one_game", "The key is for one game only",
        "The key was made for one game. It can neither read nor change the club, its players or other games.";
    HANDS_HIDDEN = FORBIDDEN "hands_hidden", "The hands of a running round are hidden",
        "A round is being played and its hands are recorded. Until it is over only keys of the club with the scope `score` or `manage` see them, so that nobody looks into them. Ask again after the round.";
    ADMIN_KEY_NEEDED = FORBIDDEN "admin_key_needed", "The admin key is needed",
        "Here clubs are created by the operator of the service, with the admin key of its settings (PIPKEEPER_ADMIN_KEY). A key of a club cannot create another club.";
    KEY_NOT_FOUND = NOT_FOUND "key_not_found", "The club has no such key",
        "No key of this club has this id. The id of a key is not the key itself.";
    LAST_MANAGE_KEY = CONFLICT "last_manage_key", "It is the last key that can manage the club",
        "Without this key nobody could change the club or create keys for it. Create another key with the scope `manage` first, then revoke this one.";
    MANAGER_OF_ONE_GAME = UNPROCESSABLE_ENTITY "manager_of_one_game", "A key for one game cannot manage the club",
        "A key for one game reads it (`view`) or records it (`score`). Leave `game` out for a key with the scope `manage`.";
    GAME_UNKNOWN = UNPROCESSABLE_ENTITY "game_unknown", "The club has no such game",
        "What `game` or `like` names is not the id of a game of this club.";
    PAIRING_NOT_FOUND = NOT_FOUND "pairing_not_found", "The pairing code does not work",
        "A pairing code works once, for ten minutes and a few tries. This one was mistyped, used, or has expired. Ask for a new one.";
    WRONG_CONFIRMATION = UNPROCESSABLE_ENTITY "wrong_confirmation", "The confirmation is not the name of the club",
        "Deleting a club cannot be undone, so `confirm` must be its name, letter by letter. Read the club to see its name, and check that it is the right one.";
    CLUB_NOT_FOUND = NOT_FOUND "club_not_found", "There is no such club",
        "No club has this id, or it is private and the key is of another club; the answer is the same for both.";
    EXPORT_TOO_LARGE = CONFLICT "export_too_large", "The club is too large for an export",
        "What is exported can be imported, and a file to import has limits, which `exportClub` names. Take a copy of the database instead.";
    PLAYER_NOT_FOUND = NOT_FOUND "player_not_found", "The club has no such player",
        "No player of this club has this id. A player of another club has another address.";
    PLAYER_UNKNOWN = UNPROCESSABLE_ENTITY "player_unknown", "The club has no such player",
        "`player` is not the id of a player of this club.";
    OTHER_PLAYER_UNKNOWN = UNPROCESSABLE_ENTITY "other_player_unknown", "The other player is not in the club",
        "`into` is not the id of a player of this club.";
    PLAYER_MERGED = CONFLICT "player_merged", "The player is already merged",
        "The player counts as another one, whose id is `player`. Undo that merge first.";
    NOT_MERGED = CONFLICT "not_merged", "The player is not merged",
        "Only a player who was merged into another can be separated again.";
    SAME_PLAYER = UNPROCESSABLE_ENTITY "same_player", "Both are the same player",
        "A player cannot be merged with themselves, nor with a player who was already merged into this one.";
    PLAYERS_MET = CONFLICT "players_met", "The two players have met",
        "They have sat in the same game, so they are two people. If one of them was named by mistake, first correct the seats of that game: PUT /v1/games/{game}/seats.";
    PLAYER_HAS_GAMES = CONFLICT "player_has_games", "The player has games",
        "A player who sat in a game stays in its record, and so does one whose points were adjusted in a season. If the player is somebody else, merge them: POST /v1/clubs/{club}/players/{player}/merge.";
    FUTURE_DAY = UNPROCESSABLE_ENTITY "future_day", "The day is still to come",
        "A game is recorded on the day that it was played, in the club's time zone, or on the day after that for those who play elsewhere. Look at the year, which is that of the Gregorian calendar. A later day is recorded with `override`.";
    PLAYER_AMBIGUOUS = UNPROCESSABLE_ENTITY "player_ambiguous", "Several players have this name",
        "Their names differ only in what does not tell names apart, such as `ss` and `ß`; they were added before that was so. Name the one who is meant by the player's id, or exactly as the name is written. Rename one of them, or merge them if they are one person.";
    PLAYER_EXISTS = CONFLICT "player_exists", "The club has a player of that name",
        "Names of players are unique in their club, letter case and spacing aside. `player` is the id of the one who has the name.";
}
