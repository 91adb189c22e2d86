//! Tables of players: pure calculations on sums of results.
//!
//! A [`Tally`] is what a player did in some games; [`rank`] puts players in order by a [`Chain`]
//! of criteria and says of each which one decided. Nothing here knows where sums come from.

mod chain;
pub(crate) mod csv;
mod dates;
mod describe;
mod filter;
mod ladder;
mod meeting;
mod order;
mod rank;
mod ranking;
pub(crate) mod rating;
mod streak;
mod tally;

pub use chain::{BadMember, Chain, Criterion, MOST_POINTS};
pub use dates::cover;
pub use filter::{Days, GameKinds, ResultFilter};
pub use ladder::{GameOrder, Ladder, Rated, RatedGame, RatedRank, RatedSeat};
pub use meeting::{Meeting, Meetings};
pub use order::name_order;
pub use rank::{Ranked, level_before_meetings, rank};
pub use ranking::Ranking;
pub use streak::{Streak, longest};
pub use tally::{Entrant, Tally};
