//! What is summed up of the results of games, once: the columns of the database and how it sums them up, the
//! sums of a player, the members of answers and the columns of exports all follow from this table.
//!
//! To add a measure, add what it is of one game to `Measured` in `rules/projection`, a row here, and a
//! migration with a column for `game_results` and one for `tallies`, which sets `projection_version` to 0 so
//! that the next start works it out for the games that are there.

/// Calls `$then!` with every measure: what it is, its name, and what a row of `game_results` adds to it.
macro_rules! measures {
    ($then:ident) => {
        $then! {
            /// Games.
            played = "1",
            /// Games won alone.
            won = "(result = 1)::int",
            /// Games in which the first place was shared.
            drawn = "(result = 0)::int",
            /// The other games.
            lost = "(result = -1)::int",
            /// Those of them in which the winner won at most one round more and nobody gave up.
            narrow_losses = "narrow_loss::int",
            /// Games whose totals were not played to the end: the table ended the match, or the player left
            /// and stayed away, or points of a round are missing, or, where few points win, the player was not
            /// there in every round and has no `start` instead. Such a total is in nobody's `points_for`,
            /// `points_against`, `difference`, `average`, `best` or `worst`, and whoever has no other comes
            /// last by these criteria.
            unfinished = "unfinished::int",
            /// Points of the player's side.
            points_for = "CASE WHEN unfinished THEN 0 ELSE points_for END",
            /// Points of the other sides together.
            points_against = "CASE WHEN unfinished THEN 0 ELSE points_against END",
            /// Rounds.
            rounds = "rounds",
            /// Rounds won.
            rounds_won = "rounds_won",
            /// Rounds of which it is known how they ended.
            ended = "ended",
            /// Rounds that ended blocked.
            blocks = "blocks",
            /// Rounds in which the player went out.
            outs = "outs",
            /// Penalties.
            penalties = "penalties",
            /// Dots left in the hand, where they are known.
            left_pips = "left_pips",
            /// Rounds of which they are known.
            left_rounds = "left_rounds",
            /// Turns that shown hands proved wrong.
            findings = "findings",
        }
    };
}
pub(crate) use measures;
