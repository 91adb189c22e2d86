//! Why something that was reported cannot be so, one variant a rule.

mod award;
mod code;
mod size;
mod words;

pub use award::PenaltyProblem;
pub use size::TooLarge;
use thiserror::Error;
use words::{are, tiles, were};

use super::at::{At, and_list};
use super::ruleset::SeatingProblem;
use super::seat::{Seat, Seating, Side};
use super::tile::Tile;

/// A refusal: its [`code`](Refusal::code) is for machines, its text for players.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The tile does not exist in the set.
    #[error("{tile} is not in the {set} set")]
    NotInSet {
        tile: Tile,
        /// The set as people call it.
        set: String,
    },
    /// The tile is on the table already.
    #[error("{tile} is on the table already")]
    TileUsed { tile: Tile },
    /// The same tile is named twice.
    #[error("{tile} is named twice")]
    TileTwice { tile: Tile },
    /// The tile is known to be elsewhere.
    #[error("{tile} is in the hand of {holder}")]
    HeldByOther {
        tile: Tile,
        /// Who has it.
        holder: Seat,
    },
    /// The outlet does not exist or is taken.
    #[error("there is no open place \"{at}\"; open are {open}")]
    NotOpen {
        /// The place that was named.
        at: At,
        /// The open places.
        open: String,
    },
    /// Another double must be filled first.
    #[error("{owing} has to be filled first: {left} of its places are free, so {at} is locked")]
    Obligation {
        owing: Tile,
        /// How many places are still owed.
        left: u8,
        /// The place that was meant.
        at: At,
    },
    /// The numbers differ.
    #[error("{tile} does not fit{place}: {open}")]
    NoMatch {
        tile: Tile,
        /// The place that was named, as " at 2-5/5", or nothing.
        place: String,
        /// What is open, as a clause.
        open: String,
    },
    /// Several different outlets would do.
    #[error("{tile} fits at {places}: say which (\"at\")")]
    AmbiguousOutlet {
        tile: Tile,
        /// The places.
        places: String,
    },
    /// The tile may not cover what lies on the stack.
    #[error("{tile} may not cover {top}: {why}")]
    NoCover {
        tile: Tile,
        /// What lies on top.
        top: Tile,
        /// The rule.
        why: &'static str,
    },
    /// Somebody else is on turn.
    #[error("it is the turn of {turn}, not of {seat}")]
    OutOfTurn {
        /// Who was named.
        seat: Seat,
        /// Who is on turn.
        turn: Seat,
    },
    /// The table has no such seat.
    #[error("there is no seat {seat} at this table of {seats}")]
    NoSuchSeat {
        seat: Seat,
        /// How many sit there.
        seats: usize,
    },
    /// The seat is empty in this round.
    #[error("{seat} is not at the table in this round: {seats} play")]
    SeatEmpty {
        seat: Seat,
        /// Who plays.
        seats: String,
    },
    /// The player of the seat has not left.
    #[error("{seat} has not left the table")]
    SeatTaken { seat: Seat },
    /// The seat is as it is only since a later round.
    #[error("{seat} is as it is since round {since}: nothing about it can change before")]
    SeatUnchanged {
        seat: Seat,
        /// The first round from which it can change.
        since: usize,
    },
    /// The player has a seat.
    #[error("this player has seat {seat} in this game: nobody sits in two")]
    PlayerSits {
        /// Which.
        seat: Seat,
    },
    /// Something was played from the seat.
    #[error(
        "seat {seat} cannot be taken away: only the last seat can, and only if nothing was recorded since it was there"
    )]
    SeatPlayed { seat: Seat },
    /// Nobody joins a game of partners.
    #[error("partners are four: somebody can take a seat over, but nobody can join")]
    PartnersFixed,
    /// The turn is neither or both.
    #[error("a turn is either a play or a pass: give exactly one of \"play\" and \"pass\": true")]
    PlayOrPass,
    /// A known tile can be played.
    #[error("{seat} holds {tile}, which fits: a player who can play has to")]
    MustPlay { seat: Seat, tile: Tile },
    /// There are tiles to draw.
    #[error("{seat} has to draw before passing: {} may be drawn", tiles(*available))]
    MustDraw {
        seat: Seat,
        /// How many may be drawn.
        available: usize,
    },
    /// The game has no drawing.
    #[error("nothing is drawn in this game: a player who cannot play passes")]
    NoDrawing,
    /// More tiles than may be drawn.
    #[error("{} cannot be drawn: at most {available} may be", tiles(*drew))]
    DrewTooMany {
        /// How many were drawn.
        drew: usize,
        /// How many may be.
        available: usize,
    },
    /// The boneyard does not have so many tiles.
    #[error("{} cannot be drawn: the boneyard has {boneyard}", tiles(*drew))]
    BoneyardEmpty {
        /// How many were drawn.
        drew: usize,
        /// How many there are.
        boneyard: usize,
    },
    /// A drawn tile is not played in the same turn.
    #[error("a drawn tile is not played in the same turn: draw one and pass")]
    DrewAndPlayed,
    /// The number of drawn tiles and their list differ.
    #[error("{} {} drawn, but {named} {} named", tiles(*drew), were(*drew), are(*named))]
    DrawnMismatch {
        /// The number that was given.
        drew: usize,
        /// How many are named.
        named: usize,
    },
    /// The player cannot have the tile.
    #[error("{seat} does not hold {tile}")]
    NotInHand { seat: Seat, tile: Tile },
    /// A tile that the player is known to hold is not in the hand that was shown.
    #[error("{seat} is known to hold {tile}, which is missing here")]
    KnownInHand { seat: Seat, tile: Tile },
    /// Nothing lies on the table, so nobody can pass.
    #[error("nothing is on the table yet: {leader} leads and cannot pass")]
    PassOnLead {
        /// Who leads.
        leader: Seat,
    },
    /// A double has to be led.
    #[error("{tile} cannot be led: the lead is a double here")]
    MustLeadDouble { tile: Tile },
    /// Another tile has to be led.
    #[error("{tile} cannot be led: {expected} has to be")]
    WrongLead {
        tile: Tile,
        /// What has to be led.
        expected: Tile,
    },
    /// The double opened a round of this match before.
    #[error("{tile} opened a round of this match before and cannot open another")]
    DoubleLedBefore { tile: Tile },
    /// Another seat leads.
    #[error("{leader} cannot lead this round: it is the turn of {expected}")]
    WrongLeader {
        /// Who was named.
        leader: Seat,
        /// Who leads.
        expected: Seat,
    },
    /// The round has ended.
    #[error("the round is over: {how}")]
    RoundOver {
        /// How it ended.
        how: String,
    },
    /// The round has not ended.
    #[error("the round is not over: {why}")]
    RoundNotOver {
        /// What is missing.
        why: String,
    },
    /// A hand has the wrong number of tiles.
    #[error("{seat} has {} here, but must have {expected}", tiles(*given))]
    HandSize {
        seat: Seat,
        /// How many were given.
        given: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A hand is needed and missing.
    #[error("the hand of {seat} is missing: give its tiles or its pips")]
    HandMissing { seat: Seat },
    /// A hand is given as tiles and as pips, or as neither.
    #[error("the hand of {seat} is either \"tiles\" or \"pips\"")]
    TilesOrPips { seat: Seat },
    /// A hand cannot have so many dots.
    #[error("{pips} dots are not possible in the hand of {seat}: at most {most}")]
    TooManyPips {
        seat: Seat,
        pips: u16,
        /// The most that are possible.
        most: u16,
    },
    /// The dots are not those of the tiles that the hand is known to have.
    #[error("the hand of {seat} cannot have {pips} dots: its known tiles have {known}")]
    WrongPips {
        seat: Seat,
        pips: u16,
        /// The dots of the tiles that are known to be in it.
        known: u16,
    },
    /// A hand that must have tiles has none, or the other way round.
    #[error("{seat} went out and can have no tiles left")]
    OutWithTiles { seat: Seat },
    /// Two players without tiles.
    #[error("{first} and {second} cannot both be out: the round ends with the first who is")]
    BothOut {
        /// One of them.
        first: Seat,
        /// The other.
        second: Seat,
    },
    /// A blocked round in which somebody has no tiles.
    #[error("{seat} has no tiles left, so the round ended with a domino and not blocked")]
    BlockedWithOut { seat: Seat },
    /// A domino in which nobody went out.
    #[error("nobody went out: name who did (\"out\")")]
    OutMissing,
    /// Nobody is out in a blocked round.
    #[error("nobody goes out in a blocked round: leave out \"out\"")]
    OutInBlocked,
    /// The round's ending is needed.
    #[error("say how the round ended: \"ending\" is \"domino\" or \"blocked\"")]
    EndingMissing,
    /// The reported end is not the one that the plays give.
    #[error("the plays ended otherwise: {how}")]
    WrongEnding {
        /// How it ended.
        how: String,
    },
    /// A shown tile could have been played.
    #[error("{seat} holds {tile}, which fits: the round is not blocked")]
    NotBlocked { seat: Seat, tile: Tile },
    /// A tie that only tiles can decide.
    #[error("{tied} are level: the lightest tile decides, so give their tiles and not only their pips")]
    TieNeedsTiles {
        /// The sides.
        tied: String,
    },
    /// A tie that the leader of the round decides.
    #[error("{tied} are level: who led the round decides, so name the \"leader\"")]
    TieNeedsLeader {
        /// The sides.
        tied: String,
    },
    /// Points for a side that the table does not have.
    #[error("there is no side \"{side}\" at this table; the sides are {sides}")]
    NoSuchSide {
        side: Side,
        /// Those that there are.
        sides: String,
    },
    /// Points of a side are missing.
    #[error("the points of {side} are missing: 0 has to be said")]
    PointsMissing { side: Side },
    /// Points that are too many or too few.
    #[error("{points} points for {side} are not possible: they are from {least} to {most} here")]
    PointsOutOfRange {
        side: Side,
        points: i32,
        /// The fewest.
        least: i32,
        /// The most.
        most: i32,
    },
    /// Several sides scored where only the winner does.
    #[error("{first} and {second} cannot both score: only the winner of a round gets points")]
    LoserScored {
        /// One of them.
        first: Side,
        /// The other.
        second: Side,
    },
    /// Another side scored than the one that is said to have won.
    #[error("{winner} cannot be the winner: {scorer} scored, and only the winner of a round gets points")]
    WrongWinner { winner: Side, scorer: Side },
    /// The game is not recorded in such detail, or not in this form.
    #[error("{what}")]
    WrongShape {
        /// What was expected.
        what: &'static str,
    },
    /// The game is over.
    #[error("the game is finished: {how}")]
    GameFinished {
        /// How it ended.
        how: String,
    },
    /// A round is still running.
    #[error("round {round} is still being played: finish it first")]
    RoundRunning {
        /// Its number, from 1.
        round: usize,
    },
    /// There is no such round.
    #[error("there is no round {round}: the game has {rounds}")]
    NoSuchRound {
        /// The number that was named.
        round: usize,
        /// How many there are.
        rounds: usize,
    },
    /// The round is not recorded turn by turn.
    #[error("round {round} is recorded as {detail}, not as plays: it has no turns")]
    NoTurns {
        round: usize,
        /// How it is recorded.
        detail: &'static str,
    },
    /// Nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The round is voided.
    #[error("round {round} is voided: restore it first")]
    RoundVoided { round: usize },
    /// The round is not voided.
    #[error("round {round} is not voided")]
    NotVoided { round: usize },
    /// A penalty or a bonus cannot be so.
    #[error(transparent)]
    Penalty(#[from] PenaltyProblem),
    /// The table has not ended the match.
    #[error("the match was not ended by the table, so it cannot be taken up again")]
    NotDeclared,
    /// Who gave up is missing, or named where nobody did.
    #[error("a forfeit names the side that gave up (\"by\"), and nothing else does")]
    ForfeitBy,
    /// A reason is missing.
    #[error("a reason of 1 to 500 characters is needed")]
    ReasonNeeded,
    /// The game would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The table cannot be seated so.
    #[error(transparent)]
    Seating(#[from] SeatingProblem),
}

impl Refusal {
    /// Why nobody plays in this seat.
    #[must_use]
    pub fn no_seat(seating: Seating, seat: Seat) -> Refusal {
        if seat.index() < seating.chairs() {
            Refusal::SeatEmpty { seat, seats: and_list(seating.seats()) }
        } else {
            Refusal::NoSuchSeat { seat, seats: seating.chairs() }
        }
    }
}
