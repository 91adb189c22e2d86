//! The words that parameters can be set to.

use super::parameter::choices;

choices! {
    /// The direction of play around the table. Seats are lettered in the order of turns either way.
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
        /// Everybody draws a tile before the deal; the highest total leads, and ties draw again.
        "highest_drawn" => HighestDrawn,
        /// The player whom the table names, by the toss of a coin or by agreement.
        "lot" => Lot,
    }

    /// Who leads the rounds after the first.
    LeadLater {
        /// As in the first round.
        "same_as_first" => SameAsFirst,
        /// The player after the one who led the previous round.
        "rotate" => Rotate,
        /// The winner of the previous round; after a drawn round, the player who led it.
        "round_winner" => RoundWinner,
        /// Everybody draws a tile again before each deal, and the highest total leads.
        "redraw" => Redraw,
    }

    /// Which tile may be led.
    LeadTile {
        /// The double that gave the lead.
        "that_tile" => ThatTile,
        /// A double of the leader's choice; any tile if the leader holds none.
        "double_if_held" => DoubleIfHeld,
        /// Any tile.
        "any" => Any,
    }

    /// What happens when nobody holds a double.
    LeadNone {
        /// All tiles are shuffled and dealt again.
        "redeal" => Redeal,
        /// The players draw one tile each in turn until a double appears; whoever draws it leads it.
        "draw_in_turn" => DrawInTurn,
        /// Any tile may be led.
        "any" => Any,
    }

    /// Which double opens a round in which the highest double leads.
    LeadSchedule {
        /// The highest double that anybody holds.
        "highest_held" => HighestHeld,
        /// A fixed double each round, from the highest down to 0-0; if nobody holds it, it is drawn for.
        "descending_draw" => DescendingDraw,
        /// The highest double held below the last that led; those that nobody holds are skipped for good.
        "descending_burn" => DescendingBurn,
        /// The highest double held that has not yet opened a round of this match.
        "highest_unused_held" => HighestUnusedHeld,
    }

    /// How many tiles a player who cannot play draws.
    DrawCount {
        /// None: the player passes.
        "none" => None,
        /// One. If it fits and `draw.play_drawn` is true, it is played at once; otherwise the turn is over.
        "one" => One,
        /// One after the other until one fits, which is then played.
        "until" => Until,
    }

    /// When a round between partners is over.
    PartnersEnd {
        /// When one player has no tiles left.
        "first_out" => FirstOut,
        /// When both players of a side have no tiles left.
        "both_out" => BothOut,
    }

    /// What happens when somebody goes out on a double that has to be filled.
    OutOnDouble {
        /// The round ends at once.
        "allowed" => Allowed,
        /// The round goes on until the double is filled or nobody can play.
        "foot_must_be_finished" => FootMustBeFinished,
        /// The round ends, and the player who went out gets 50 penalty points.
        "penalty_50" => Penalty50,
    }

    /// Who wins a blocked round.
    BlockWinner {
        /// The player with the fewest dots; with partners, the side with the fewest in both hands together.
        "lowest_hand" or "lowest_team_total" => LowestHand,
        /// The side of the player with the fewest dots; it scores the dots of its opponents (`score.block`).
        "team_of_lowest_hand" => TeamOfLowestHand,
    }

    /// Who wins a blocked round when several hands tie for the fewest dots.
    BlockTie {
        /// Nobody: the round is drawn.
        "none" => None,
        /// Whoever of them holds the lightest tile; if those are equal too, nobody.
        "lightest_tile" => LightestTile,
        /// As `lightest_tile`; if those are equal, the second lightest tiles decide, and so on.
        "lightest_tile_then_next" => LightestTileThenNext,
        /// All of them; each scores by `score.block`.
        "share" => Share,
        /// Whoever of them led the round; otherwise the first of them after the leader in turn order.
        "opener" => Opener,
    }

    /// What happens when nobody can ever play again.
    DeadEnds {
        /// The round ends as soon as that is certain.
        "end_round" => EndRound,
        /// The players go on drawing and passing until nothing is left to draw.
        "exhaust" => Exhaust,
    }

    /// Who gets the points of a round.
    ScoreMethod {
        /// The winner scores for the dots that the others hold.
        "winner_takes" => WinnerTakes,
        /// Everybody gets the dots in their own hand as penalty points.
        "own_penalty" => OwnPenalty,
    }

    /// What a blocked round is worth.
    ScoreBlock {
        /// The dots of all opponents, less the winner's own, once.
        "sum_minus_own" => SumMinusOwn,
        /// The difference to each opponent, added up.
        "sum_of_differences" => SumOfDifferences,
        /// The dots of all opponents.
        "opponents_total" => OpponentsTotal,
        /// Everybody scores the difference to each heavier hand.
        "each_vs_higher" => EachVsHigher,
    }

    /// What the tiles that the winning side itself still holds do to its score.
    PartnerTiles {
        /// Nothing.
        "ignore" => Ignore,
        /// Their dots are taken off.
        "subtract" => Subtract,
        /// Their dots are added.
        "add" => Add,
    }

    /// The lowest that a side can score in a round.
    MinRound {
        /// A negative result counts as 0.
        "zero" => Zero,
        /// A negative result stands.
        "unlimited" => Unlimited,
    }

    /// What ends a match.
    MatchType {
        /// A side reaches the target.
        "target" => Target,
        /// The set number of rounds has been played.
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
        /// They share the win.
        "joint" => Joint,
        /// Rounds are added, one at a time, until one side is ahead.
        "extra_round" => ExtraRound,
        /// The one who won more rounds wins; if that is equal too, they share the win.
        "most_rounds_won" => MostRoundsWon,
        /// Another whole game of four hands is added (only in Build Up).
        "extra_game" => ExtraGame,
    }

    /// What becomes of points beyond the target.
    Overshoot {
        /// They count.
        "kept" => Kept,
        /// They are dropped: the total stops at the target.
        "dropped" => Dropped,
        /// The target must be hit exactly: a round that would go beyond it scores nothing.
        "exact" => Exact,
    }

    /// How ranks are numbered when totals are equal.
    Ranks {
        /// 1, 1, 3.
        "competition" => Competition,
        /// 1, 1, 2.
        "dense" => Dense,
    }

    /// How low penalties and bonuses can bring a total.
    PenaltyFloor {
        /// There is no limit.
        "unlimited" => Unlimited,
        /// Not below 0.
        "zero" => Zero,
    }

    /// When a penalty or a bonus that reaches the target ends the match.
    TargetCheck {
        /// At once, even in the middle of a round, which then does not count.
        "at_once" => AtOnce,
        /// When the round in which it was given is over.
        "round_end" => RoundEnd,
    }

    /// Who leads the later hands of Build Up.
    LaterHands {
        /// The player who led the first hand of the game.
        "same" => Same,
        /// The two players alternate.
        "alternate" => Alternate,
        /// The player who did not make the last play of the previous hand.
        "continue_turn" => ContinueTurn,
        /// The player who scored less in the previous hand; if both scored the same, the one who led it.
        "loser" => Loser,
    }

    /// What a hand of Build Up scores.
    StackScore {
        /// The dots that show in the player's colour on all stacks.
        "tops_of_own_colour" => TopsOfOwnColour,
        /// The same, without the tiles of the first two lines that were never covered.
        "tops_excluding_initial" => TopsExcludingInitial,
        /// The dots of all tiles that the player placed in this hand, covered or not.
        "played_this_hand" => PlayedThisHand,
    }
}

impl Default for TargetCheck {
    /// As it was before there was a choice.
    fn default() -> TargetCheck {
        TargetCheck::AtOnce
    }
}
