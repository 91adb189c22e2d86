//! Tables of players: pure calculations on sums of results.
//!
//! A [`Tally`] is what a player did in some games; [`rank`] puts players in order by a [`Chain`]
//! of criteria and says of each which one decided. Nothing here knows where sums come from.
//!
//! ```
//! use pipkeeper::standings::{Chain, Entrant, Meetings, Tally, rank};
//!
//! let entrant = |name: &str, won, lost| Entrant {
//!     player: uuid::Uuid::now_v7(),
//!     name: name.to_owned(),
//!     tally: Tally { played: won + lost, won, lost, ..Tally::default() },
//! };
//! let table = rank(vec![entrant("Ann", 1, 3), entrant("Bob", 2, 2)], &Chain::default(), &Meetings::default());
//! assert_eq!((table[0].entrant.name.as_str(), table[0].rank), ("Bob", 1));
//! ```

mod chain;
pub(crate) mod csv;
mod dates;
mod filter;
mod ladder;
mod meeting;
mod order;
mod rank;
mod ranking;
pub(crate) mod rating;
mod streak;
mod tally;
mod told;

pub use chain::{BadMember, Chain, Criterion, MAX_SEED, MOST_POINTS, Ranks};
pub use dates::{Span, Stretch, cover};
pub use filter::{Days, GameKinds, ResultFilter};
pub use ladder::{Ladder, Place, Rated, RatedGame, RatedRank, RatedSeat};
pub use meeting::{Meeting, Meetings};
pub use order::name_order;
pub use rank::{Ranked, level_before_meetings, rank};
pub use ranking::Ranking;
pub use streak::{Streak, longest};
pub use tally::{Entrant, Tally};
