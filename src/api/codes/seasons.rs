//! Codes about seasons.

super::codes! {
    SEASON_NOT_FOUND = NOT_FOUND "season_not_found", "The club has no such season",
        "No season of this club has this id. A season of another club has another address.";
    SEASON_EXISTS = CONFLICT "season_exists", "The club has a season of that name",
        "Names of seasons are unique in their club, letter case and spacing aside. `season` is the id of the one that has the name.";
    SEASON_REVERSED = UNPROCESSABLE_ENTITY "season_reversed", "The season would end before it begins",
        "`from` and `to` are both days of the season, so `to` is the same day or a later one.";
    SEASON_CLOSED = CONFLICT "season_closed", "The season is closed",
        "The table of a closed season is frozen. Its days, games, ranking and adjustments cannot be changed, and it cannot be deleted, until it is reopened with a reason. Its name can be changed.";
    SEASON_OPEN = CONFLICT "season_open", "The season is open",
        "Only a closed season can be reopened, and this one is open.";
    ADJUSTMENT_NOT_FOUND = NOT_FOUND "adjustment_not_found", "The season has no such adjustment",
        "No adjustment of this season has this id.";
    ADJUSTMENT_CANCELLED = CONFLICT "adjustment_cancelled", "The adjustment is already cancelled",
        "An adjustment is cancelled once and stays in the list with the reason. To add or deduct points again, make another one.";
}
