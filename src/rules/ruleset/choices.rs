//! The words that parameters can be set to.

use super::parameter::choices;

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
        /// Everybody draws a tile before the deal: the highest total leads, equal totals draw again.
        "highest_drawn" => HighestDrawn,
        /// Whoever the table names, by coin or agreement.
        "lot" => Lot,
    }

    /// Who leads the rounds after the first.
    LeadLater {
        /// The lead is found as in the first round.
        "same_as_first" => SameAsFirst,
        /// The player after the one who led the round before.
        "rotate" => Rotate,
        /// The winner of the round before; after a drawn round, the player who led it.
        "round_winner" => RoundWinner,
        /// Everybody draws a tile again, and the highest total leads.
        "redraw" => Redraw,
    }

    /// Which tile may be led.
    LeadTile {
        /// The very double that gave the lead.
        "that_tile" => ThatTile,
        /// A double of the leader's choice; any tile if the leader holds none.
        "double_if_held" => DoubleIfHeld,
        /// Any tile.
        "any" => Any,
    }

    /// What happens when no hand has a double.
    LeadNone {
        /// All tiles go back and are dealt again.
        "redeal" => Redeal,
        /// The players draw one tile each in turn until a double appears; whoever draws it leads it.
        "draw_in_turn" => DrawInTurn,
        /// It does not matter: any tile may be led.
        "any" => Any,
    }

    /// Which double opens the round where the highest double leads.
    LeadSchedule {
        /// The highest double that anybody holds.
        "highest_held" => HighestHeld,
        /// A set double each round, from the highest down to 0-0; if nobody holds it, it is drawn for.
        "descending_draw" => DescendingDraw,
        /// The highest one held below the last that led; doubles that nobody holds are skipped for good.
        "descending_burn" => DescendingBurn,
        /// The highest double held that has not yet opened a round of this match.
        "highest_unused_held" => HighestUnusedHeld,
    }

    /// How many tiles a player who cannot play draws.
    DrawCount {
        /// None: the player passes.
        "none" => None,
        /// One; unless it may be played (`draw.play_drawn`) and fits, the turn is over.
        "one" => One,
        /// One after the other until one fits; that tile is played.
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
        /// The round ends, and the player who went out gets 50 penalty points.
        "penalty_50" => Penalty50,
    }

    /// Who wins a blocked round.
    BlockWinner {
        /// The player with the fewest dots; of partners, the side with the fewest in both hands together.
        "lowest_hand" or "lowest_team_total" => LowestHand,
        /// The side of the player with the fewest dots; it scores what the others hold (`score.block`).
        "team_of_lowest_hand" => TeamOfLowestHand,
    }

    /// Who wins a blocked round when the fewest dots are held more than once.
    BlockTie {
        /// Nobody: the round is drawn.
        "none" => None,
        /// The one who holds the lightest tile; if the lightest tiles are equal too, nobody.
        "lightest_tile" => LightestTile,
        /// As `lightest_tile`, and then the one with the lightest second tile, and so on.
        "lightest_tile_then_next" => LightestTileThenNext,
        /// All of them; each scores by the formula.
        "share" => Share,
        /// The one who led the round, or else the first of them after the leader in order of turns.
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
        /// The winner scores for what the others hold.
        "winner_takes" => WinnerTakes,
        /// Everybody gets the dots in their own hand as penalty points.
        "own_penalty" => OwnPenalty,
    }

    /// What a blocked round is worth.
    ScoreBlock {
        /// The dots of all others, less the winner's own once.
        "sum_minus_own" => SumMinusOwn,
        /// The differences to each of the others, added up.
        "sum_of_differences" => SumOfDifferences,
        /// The dots of all others.
        "opponents_total" => OpponentsTotal,
        /// Everybody scores the difference to each heavier hand.
        "each_vs_higher" => EachVsHigher,
    }

    /// What the tiles left to the winning side itself do to its score.
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
        /// The one who won more rounds; if that is equal too, they win together.
        "most_rounds_won" => MostRoundsWon,
        /// Another whole game of four hands is added: only in Build Up.
        "extra_game" => ExtraGame,
    }

    /// What becomes of points beyond the target.
    Overshoot {
        /// They count.
        "kept" => Kept,
        /// They are dropped: the total is the target.
        "dropped" => Dropped,
        /// The target has to be hit exactly: a round that would go beyond it scores nothing.
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
        /// As low as they add up to.
        "unlimited" => Unlimited,
        /// Not below 0.
        "zero" => Zero,
    }

    /// When a penalty or a bonus that reaches the target ends the match.
    TargetCheck {
        /// At once, even while a round is being played; that round then does not count.
        "at_once" => AtOnce,
        /// When the round in which it was given is over.
        "round_end" => RoundEnd,
    }

    /// Who leads the later hands of Build Up.
    LaterHands {
        /// The player who led the first hand of the game.
        "same" => Same,
        /// The players take turns.
        "alternate" => Alternate,
        /// The player who did not make the last play.
        "continue_turn" => ContinueTurn,
        /// The player who scored less in the hand before; if both scored the same, the one who led it.
        "loser" => Loser,
    }

    /// What a hand of Build Up scores.
    StackScore {
        /// The dots that show in the player's colour on all stacks.
        "tops_of_own_colour" => TopsOfOwnColour,
        /// The same, without tiles of the first two lines that were never covered.
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
