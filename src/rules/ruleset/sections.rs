//! The parameters of the games, section by section.
//!
//! A further game is a further row of these values; a rule that no value expresses is a new
//! parameter here and one place in the engine that reads it.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::choices::*;
use super::parameter::{Domain, Setting, sections};

/// How many tiles each player is dealt, by the number of players. An entry also holds for more
/// players, up to the next entry: with `{"2": 7, "3": 5}` four players are dealt 5 each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = std::collections::BTreeMap<String, u8>, example = json!({"2": 7, "3": 5}))]
#[serde(transparent)]
pub struct HandSizes(pub BTreeMap<u8, u8>);

impl HandSizes {
    /// The same for every number of players.
    pub fn all(tiles: u8) -> HandSizes {
        HandSizes(BTreeMap::from([(2, tiles)]))
    }

    /// The tiles that each of `players` is dealt.
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
    fn domain() -> Domain {
        Domain::Range(
            "an object that maps numbers of players to numbers of tiles, such as {\"2\": 7, \"3\": 5}"
                .to_owned(),
        )
    }
}

sections! {
    /// The set of tiles.
    SetRules / SetOverrides {
        /// The highest number on a tile: 6 for a double-six set.
        max_pip: u8;
    }

    /// Who can play.
    PlayerRules / PlayerOverrides {
        /// The fewest players, at least 2.
        min: u8,
        /// The most players, at most 12.
        max: u8,
        /// Whether four players may play as two pairs of partners, who sit opposite each other.
        partners: bool,
        /// The direction of play.
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
        /// What happens when nobody holds a double.
        none: LeadNone,
        /// Which double opens a round in which the highest double leads.
        schedule: LeadSchedule;
    }

    /// How many tiles may be joined to a double.
    ArmRules / ArmOverrides {
        /// How many tiles may be joined to the double that opens the round.
        opening_double: u8,
        /// How many tiles may be joined to a later double: 1 at its far side, 2 at its ends, or 3.
        later_double: u8;
    }

    /// Which doubles must be filled before anything else is played.
    ObligationRules / ObligationOverrides {
        /// How many places of the opening double must be filled before anything else is played.
        opening: u8,
        /// How many places of a later double must be filled before anything else is played.
        later: u8,
        /// Whether the players are free to play elsewhere when a double can no longer be filled.
        waive_if_impossible: bool;
    }

    /// Drawing from the boneyard.
    DrawRules / DrawOverrides {
        /// How many tiles a player who cannot play draws.
        count: DrawCount,
        /// Whether a drawn tile that fits is played in the same turn.
        play_drawn: bool,
        /// How many tiles stay in the boneyard and may not be drawn.
        reserve: u8;
    }

    /// The end of a round.
    EndRules / EndOverrides {
        /// When a round between partners is over.
        partners: PartnersEnd,
        /// What happens when somebody goes out on a double that has to be filled.
        out_on_double: OutOnDouble;
    }

    /// Blocked rounds.
    BlockRules / BlockOverrides {
        /// Who wins a blocked round.
        winner: BlockWinner,
        /// Who wins a blocked round when several hands tie for the fewest dots.
        tie: BlockTie,
        /// What happens when nobody can ever play again.
        dead_ends: DeadEnds;
    }

    /// The points of a round.
    ScoreRules / ScoreOverrides {
        /// Who gets the points of a round.
        method: ScoreMethod,
        /// What a blocked round is worth.
        block: ScoreBlock,
        /// What the tiles that the winning side itself still holds do to its score. What `score.block` takes
        /// off already is not taken off twice.
        partner_tiles: PartnerTiles,
        /// The lowest that a side can score in a round.
        min_round: MinRound;
    }

    /// Tiles that count for more than their dots.
    PipRules / PipOverrides {
        /// How many dots the double blank counts for in a hand, at most 100.
        double_blank: u16;
    }

    /// The match. `bonus_ends` and `target_check` are omitted where they are `false` and `at_once`.
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
        /// How low penalties and bonuses can bring a total.
        penalty_floor: PenaltyFloor,
        /// Whether a penalty can end the match; if not, only a round can.
        penalty_ends: bool;
        /// The total that ends the match, at least 1.
        target: u16,
        /// The number of rounds that ends the match, at most 1000.
        rounds: u16;
        /// Whether a bonus can end the match; if not, only a round can.
        bonus_ends: bool,
        /// When a penalty or a bonus that reaches the target ends the match.
        target_check: TargetCheck,
    }

    /// Build Up.
    StackRules / StackOverrides {
        /// Who leads the later hands.
        leader_later_hands: LaterHands,
        /// Whether a tile that is not a double may cover a double with the same number of dots.
        cover_double_equal: bool,
        /// Whether the dots of tiles that a player sets aside are taken off that player's score.
        set_aside_penalty: bool,
        /// What a hand scores.
        score: StackScore;
    }
}
