//! The games: pure, synchronous, deterministic.

mod bonus;
mod brief;
mod game;
mod hand;
mod layout;
mod lead;
mod line;
mod penalty;
pub(crate) mod phrase;
mod placement;
mod projection;
mod reckoning;
mod refusal;
mod report;
mod reveal;
mod round;
mod ruleset;
mod scoring;
mod scrutiny;
mod seat;
mod stacks;
mod standing;
mod tile;
mod turn;
mod variant;
mod variants;

pub use bonus::Bonus;
pub use brief::Brief;
pub use game::{
    About, Absence, Amendment, BrokenLog, Command, Created, Deletion, Difference, Event, Game, HandsShown,
    Help, MAX_CORRECTIONS, MAX_EVENTS, MAX_GAME_TURNS, MAX_ROUNDS, MAX_TURNS, MAX_WORK, Recorded,
    RecordedBonus, RecordedPenalty, ResultFor, RulesAmendment, SeatChange, SeatHistory, SeatNews, Unsettled,
};
pub use hand::{Hand, Left, ShownHand, ShownHands};
pub use layout::{Layout, Misfit, OutletId, misread, open_places};
pub use lead::{Lead, NextLead, lead_by_double, lead_by_draw, lead_otherwise};
pub use line::{Ending, LeadDuty, LineRound, May, Start};
pub use penalty::{DeclaredEnd, EndKind, Penalty};
pub(crate) use phrase::phrase;
pub use phrase::{Names, Phrase, sentence};
pub use placement::{Place, Position, and_list};
pub use projection::{MatchResult, Measured, Projection, SeatLine};
pub use reckoning::Reckoning;
pub use refusal::{Kind as RefusalKind, Refusal, Row as RefusalRow, Shows};
pub use report::{Correction, EndingWord, HandsReport, PlaysReport, PointsReport, Problem, Report};
pub use reveal::{Finding, FindingKind, findings};
pub use round::{Before, Closing, Judged, JudgedTurn, Outcome, Round, RoundEnd, Table, finish};
pub use ruleset::*;
pub use scoring::{Counted, Ended, Item, ItemKind, Score, StackEnd, counted, score_line, score_stacks};
pub use seat::{MAX_SEATS, Seat, Seating, Side};
pub use stacks::{Coloured, STACKS, StackRound, Top, cover, hand_size, starts_game};
pub use standing::{Line, LineSource, Note, Standing, Step, totals};
pub use tile::{Tile, Tiles};
pub use turn::{Override, Play, Turn};
pub use variant::Variant;
