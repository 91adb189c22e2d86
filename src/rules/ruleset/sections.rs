//! The parameters of the games, section by section (rules.md part 3).
//!
//! A further game is a further row of these values; a rule that no value expresses is a new
//! parameter here and one place in the engine that reads it.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::parameter::{Setting, choices, sections};

choices! {
    /// The direction of turns at the table. Seats are lettered in the order of turns either way.
    Direction {
        /// To the left.
        "clockwise" => Clockwise,
        /// To the right.
        "counter_clockwise" => CounterClockwise,
    }

    /// Who leads the first round.
    LeadFirst {
        /// Whoever holds the highest double.
        "highest_double" => HighestDouble,
        /// Whoever draws the tile with the highest total before the deal.
        "highest_drawn" => HighestDrawn,
        /// Whoever the table names, by coin or agreement.
        "lot" => Lot,
    }

    /// Who leads the rounds after the first.
    LeadLater {
        /// Found in the same way as for the first round.
        "same_as_first" => SameAsFirst,
        /// The seat after the one that led the round before.
        "rotate" => Rotate,
        /// The winner of the round before; after a drawn round the seat that led it.
        "round_winner" => RoundWinner,
        /// Drawn for again, the tile with the highest total leads.
        "redraw" => Redraw,
    }

    /// Which tile may be led.
    LeadTile {
        /// The very double that gave the lead.
        "that_tile" => ThatTile,
        /// A double of the leader's choice if there is one in the hand, else any tile.
        "double_if_held" => DoubleIfHeld,
        /// Any tile.
        "any" => Any,
    }

    /// What happens when no hand has a double.
    LeadNone {
        /// All tiles go back and are dealt again.
        "redeal" => Redeal,
        /// Everybody draws one in turn until a double appears; that player opens.
        "draw_in_turn" => DrawInTurn,
        /// It does not matter: any tile may be led.
        "any" => Any,
    }

    /// Which double opens the round where the highest double leads.
    LeadSchedule {
        /// The highest double that anyone holds, every round again.
        "highest_held" => HighestHeld,
        /// Round k opens with the double of n + 1 - k; it is drawn for until it turns up.
        "descending_draw" => DescendingDraw,
        /// Round k opens with the double of n + 1 - k; if nobody holds it, it is skipped for good.
        "descending_burn" => DescendingBurn,
        /// The highest double held that has not opened a round of this match.
        "highest_unused_held" => HighestUnusedHeld,
    }

    /// How many tiles a player who cannot play draws.
    DrawCount {
        /// None: the player passes.
        "none" => None,
        /// One, and then the turn is over unless it may be played.
        "one" => One,
        /// As many as it takes to be able to play.
        "until" => Until,
    }

    /// When a round of partners is over.
    PartnersEnd {
        /// When the first player has no tiles left.
        "first_out" => FirstOut,
        /// When both players of a side have no tiles left.
        "both_out" => BothOut,
    }

    /// What happens when somebody goes out on a double that still has to be filled.
    OutOnDouble {
        /// The round ends at once.
        "allowed" => Allowed,
        /// The round goes on until the double is filled or nobody can play.
        "foot_must_be_finished" => FootMustBeFinished,
        /// The round ends and the player who went out gets 50 penalty points.
        "penalty_50" => Penalty50,
    }

    /// Who wins a blocked round.
    BlockWinner {
        /// The player with the fewest dots; with partners as `lowest_team_total`.
        "lowest_hand" => LowestHand,
        /// The side with the fewest dots in both hands together.
        "lowest_team_total" => LowestTeamTotal,
        /// The side of the player with the fewest dots.
        "team_of_lowest_hand" => TeamOfLowestHand,
    }

    /// Who wins when those with the fewest dots are level.
    BlockTie {
        /// Nobody: the round is drawn.
        "none" => None,
        /// The one whose lightest tile is the lightest; if these are level too, nobody.
        "lightest_tile" => LightestTile,
        /// As `lightest_tile`, then the next lightest, and so on.
        "lightest_tile_then_next" => LightestTileThenNext,
        /// All of them, each by the formula.
        "share" => Share,
        /// The one who led the round, or the next of them in order of turns.
        "opener" => Opener,
    }

    /// What happens when nobody can ever play again.
    DeadEnds {
        /// The round ends as soon as it is certain.
        "end_round" => EndRound,
        /// The players go on drawing and passing until there is nothing to draw.
        "exhaust" => Exhaust,
    }

    /// Who gets the points of a round.
    ScoreMethod {
        /// The winner gets points for what the others hold.
        "winner_takes" => WinnerTakes,
        /// Everybody gets the dots in the own hand as penalty points.
        "own_penalty" => OwnPenalty,
    }

    /// What a blocked round is worth.
    ScoreBlock {
        /// The others' dots together, less the winner's own once.
        "sum_minus_own" => SumMinusOwn,
        /// The difference to each of the others, added.
        "sum_of_differences" => SumOfDifferences,
        /// The others' dots together.
        "opponents_total" => OpponentsTotal,
        /// Everybody scores the difference to each hand that is higher.
        "each_vs_higher" => EachVsHigher,
    }

    /// What the tiles of the winner's partner do to the score.
    PartnerTiles {
        /// Nothing.
        "ignore" => Ignore,
        /// They are taken off.
        "subtract" => Subtract,
        /// They are added.
        "add" => Add,
    }

    /// The lowest that a side can score in a round.
    MinRound {
        /// A negative result counts as 0.
        "zero" => Zero,
        /// A negative result counts as it is.
        "unlimited" => Unlimited,
    }

    /// What ends a match.
    MatchType {
        /// A side reaches the target.
        "target" => Target,
        /// The number of rounds has been played.
        "rounds" => Rounds,
    }

    /// Which total wins.
    MatchGoal {
        /// The highest.
        "high" => High,
        /// The lowest.
        "low" => Low,
    }

    /// What happens when the best totals are equal at the end.
    MatchTie {
        /// They win together.
        "joint" => Joint,
        /// Rounds are added, one by one, until one of them is ahead.
        "extra_round" => ExtraRound,
        /// The one who won the most rounds wins; if that is equal too, they win together.
        "most_rounds_won" => MostRoundsWon,
        /// Another whole game is added.
        "extra_game" => ExtraGame,
    }

    /// What becomes of points beyond the target.
    Overshoot {
        /// They count.
        "kept" => Kept,
        /// They are dropped: the total is the target.
        "dropped" => Dropped,
        /// The match has to end exactly: a round that would go beyond scores nothing.
        "exact" => Exact,
    }

    /// How ranks are numbered when totals are equal.
    Ranks {
        /// 1, 1, 3.
        "competition" => Competition,
        /// 1, 1, 2.
        "dense" => Dense,
    }

    /// How low penalties can bring a total.
    PenaltyFloor {
        /// As low as they add up to.
        "unlimited" => Unlimited,
        /// Not below 0.
        "zero" => Zero,
    }

    /// Who leads the later hands of Build Up.
    LaterHands {
        /// The player who led the first hand.
        "same" => Same,
        /// The players take turns.
        "alternate" => Alternate,
        /// The player who did not make the last play.
        "continue_turn" => ContinueTurn,
        /// The player who scored less in the hand before; if level, the one who led it.
        "loser" => Loser,
    }

    /// What a hand of Build Up scores.
    StackScore {
        /// The dots that show in the own colour on all stacks.
        "tops_of_own_colour" => TopsOfOwnColour,
        /// The same without tiles of the first two lines that were never covered.
        "tops_excluding_initial" => TopsExcludingInitial,
        /// The dots of all tiles that the player placed in this hand, covered or not.
        "played_this_hand" => PlayedThisHand,
    }
}

/// How many tiles each player is dealt, by the number of players: the entry of the largest
/// number that is not above the number of players holds, so `{"2": 7, "3": 5}` says 5 for four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = std::collections::BTreeMap<String, u8>, example = json!({"2": 7, "3": 5}))]
#[serde(transparent)]
pub struct HandSizes(pub BTreeMap<u8, u8>);

impl HandSizes {
    /// The same for every number of players.
    #[must_use]
    pub fn all(tiles: u8) -> HandSizes {
        HandSizes(BTreeMap::from([(2, tiles)]))
    }

    /// The tiles that each of `players` is dealt.
    #[must_use]
    pub fn of(&self, players: usize) -> u8 {
        let up_to = u8::try_from(players).unwrap_or(u8::MAX);
        let fitting = self.0.range(..=up_to).next_back().or_else(|| self.0.iter().next());
        fitting.map_or(0, |(_, tiles)| *tiles)
    }
}

impl<'de> Deserialize<'de> for HandSizes {
    /// The keys are read as the texts that JSON has: a number would not survive the buffer in
    /// which serde keeps an event whose body stands before its name, as `jsonb` orders them.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HandSizes, D::Error> {
        let texts = BTreeMap::<String, u8>::deserialize(deserializer)?;
        let read = |(players, tiles): (String, u8)| Ok((players.parse().map_err(D::Error::custom)?, tiles));
        texts.into_iter().map(read).collect::<Result<_, D::Error>>().map(HandSizes)
    }
}

impl Setting for HandSizes {
    fn values() -> Vec<String> {
        vec!["an object from numbers of players to numbers of tiles, such as {\"2\": 7, \"3\": 5}".into()]
    }
}

sections! {
    /// The set of tiles.
    SetRules / SetOverrides {
        /// The highest number: 6 for double-six, 9, 12, 15 or 18.
        max_pip: u8;
    }

    /// Who can play.
    PlayerRules / PlayerOverrides {
        /// The fewest players.
        min: u8,
        /// The most players.
        max: u8,
        /// Whether four players may play as partners, opposite seats together.
        partners: bool,
        /// The direction of turns.
        direction: Direction;
    }

    /// The lead.
    LeadRules / LeadOverrides {
        /// Who leads the first round.
        first: LeadFirst,
        /// Who leads later rounds.
        later: LeadLater,
        /// Which tile may be led.
        tile: LeadTile,
        /// What happens when no hand has a double.
        none: LeadNone,
        /// Which double opens, where the highest double leads.
        schedule: LeadSchedule;
    }

    /// How many tiles may be joined to a double.
    ArmRules / ArmOverrides {
        /// Places on the double that opens the round: 2, 4, 6 or 8.
        opening_double: u8,
        /// New places on a later double: 1 (far side), 2 (its two ends) or 3 (both).
        later_double: u8;
    }

    /// Which doubles must be filled before anything else is played.
    ObligationRules / ObligationOverrides {
        /// Places of the opening double that must be filled first; 0 for none.
        opening: u8,
        /// Places of a later double that must be filled first; 0 for none.
        later: u8,
        /// Whether a double that can no longer be filled stops binding.
        waive_if_impossible: bool;
    }

    /// Drawing from the boneyard.
    DrawRules / DrawOverrides {
        /// How many tiles a player who cannot play draws.
        count: DrawCount,
        /// Whether a drawn tile that fits is played in the same turn.
        play_drawn: bool,
        /// How many tiles stay in the boneyard.
        reserve: u8;
    }

    /// The end of a round.
    EndRules / EndOverrides {
        /// When a round of partners is over.
        partners: PartnersEnd,
        /// What happens when somebody goes out on a double that has to be filled.
        out_on_double: OutOnDouble;
    }

    /// Blocked rounds.
    BlockRules / BlockOverrides {
        /// Who wins a blocked round.
        winner: BlockWinner,
        /// Who wins when those with the fewest dots are level.
        tie: BlockTie,
        /// What happens when nobody can ever play again.
        dead_ends: DeadEnds;
    }

    /// The points of a round.
    ScoreRules / ScoreOverrides {
        /// Who gets points.
        method: ScoreMethod,
        /// What a blocked round is worth.
        block: ScoreBlock,
        /// What the tiles of the winner's partner do to the score.
        partner_tiles: PartnerTiles,
        /// The lowest that a side can score in a round.
        min_round: MinRound;
    }

    /// Tiles that count more than their dots.
    PipRules / PipOverrides {
        /// What the double blank counts in a hand.
        double_blank: u16;
    }

    /// The match.
    MatchRules / MatchOverrides {
        /// What ends the match.
        r#type: MatchType,
        /// Which total wins.
        goal: MatchGoal,
        /// What happens when the best totals are equal at the end.
        tie: MatchTie,
        /// What becomes of points beyond the target.
        overshoot: Overshoot,
        /// How many rounds at the start of the match count double.
        doubled_rounds: u8,
        /// How ranks are numbered when totals are equal.
        ranks: Ranks,
        /// How low penalties can bring a total.
        penalty_floor: PenaltyFloor,
        /// Whether a penalty can end the match; if not, the match ends with a round.
        penalty_ends: bool;
        /// The total that ends the match.
        target: u16,
        /// The number of rounds that ends the match.
        rounds: u16,
    }

    /// Build Up.
    StackRules / StackOverrides {
        /// Who leads the later hands.
        leader_later_hands: LaterHands,
        /// Whether a tile that is no double may cover a double with as many dots.
        cover_double_equal: bool,
        /// Whether the dots of tiles that were set aside are taken off.
        set_aside_penalty: bool,
        /// What a hand scores.
        score: StackScore;
    }
}
