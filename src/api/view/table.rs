//! How the table of a running round is shown.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::round::RecordedTurn;
use crate::rules::{
    Family, LineRound, LineRules, May, Place, Position, Report, Ruleset, Seat, StackRound, StackRules, Table,
    Tile, Top,
};
use crate::service::games::NamedGame;

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlacedTile {
    pub tile: Tile,
    /// Where it was joined.
    #[schema(value_type = String, examples("2-5/5"))]
    pub at: Position,
}

/// A double that has to be filled before anything else is played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ObligationView {
    /// The double.
    pub tile: Tile,
    /// How many of its places are still to be filled.
    pub places_left: u8,
}

/// The table of the running round.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TableState)]
pub struct TableView {
    /// The number of the round.
    #[schema(minimum = 1)]
    pub round: usize,
    /// Whose turn it is; absent before it is known who leads and when the round has ended.
    pub to_play: Option<Seat>,
    /// What that seat may do; before it is known who leads, what somebody may. It follows from its hand where
    /// that is known; then it is absent but for keys that may score.
    pub may: Option<Vec<May>>,
    /// How many tiles are in the hand of each seat that plays.
    #[schema(value_type = BTreeMap<String, usize>)]
    pub tiles_left: BTreeMap<Seat, usize>,
    /// How many tiles are in the boneyard. Not in Build Up.
    #[schema(minimum = 0)]
    pub boneyard: Option<usize>,
    /// The tiles on the table in the order in which they were played. Not in Build Up.
    pub layout: Vec<PlacedTile>,
    /// The places that may be used now.
    pub open: Vec<Place>,
    /// The free places that an obligation locks.
    pub locked: Vec<Place>,
    /// The double that has to be filled first.
    pub obligation: Option<ObligationView>,
    /// How many tiles with each number are not on the table. Not in Build Up.
    #[schema(value_type = BTreeMap<String, u8>)]
    pub numbers_out: BTreeMap<u8, u8>,
    /// Whether nobody can ever play again.
    pub dead: bool,
    /// Build Up: what shows on the stacks.
    pub tops: Vec<Top>,
    /// The turns of the round.
    pub turns: Vec<RecordedTurn>,
    /// How the plays ended, if they have; then the remaining hands are needed.
    pub plays_ended: Option<String>,
}

impl TableView {
    /// The table of the running round of `game`, if there is one.
    pub fn of(named: NamedGame<'_>) -> Option<TableView> {
        let game = named.game;
        // A match that ended in the middle of a round has nobody on turn any more.
        let (number, recorded) = game.running().filter(|_| !game.is_finished())?;
        let mut view = match (recorded.round.table.as_ref()?, game.rules().family()) {
            (Table::Lines(table), Family::Lines(lines)) => {
                TableView::lines(number, game.rules(), lines, table)
            }
            (Table::Stacks(table), Family::Stacks(stacks)) => {
                TableView::stacks(number, game.rules(), stacks, table)
            }
            _ => return None,
        };
        if let Report::Plays(plays) = &recorded.report {
            let turns = plays.turns.iter().zip(&recorded.round.turns);
            view.turns = turns.map(|(turn, judged)| RecordedTurn::of(turn, judged)).collect();
        }
        let ended = recorded.round.table.as_ref().and_then(Table::ended);
        view.plays_ended = ended.map(|how| how.describe(&named.names_in(number)));
        Some(view)
    }

    /// The same for somebody who must not see what the players hold.
    pub fn without_hands(named: NamedGame<'_>) -> Option<TableView> {
        let table = TableView::of(named)?;
        let (_, recorded) = named.game.running()?;
        let told = recorded.report.clone().without_hands() != recorded.report;
        let turns = table.turns.into_iter().map(RecordedTurn::without_hands).collect();
        Some(TableView { turns, may: table.may.filter(|_| !told), ..table })
    }

    fn lines(round: usize, rules: &Ruleset, lines: &LineRules, table: &LineRound) -> TableView {
        let layout = table.layout();
        let seats = table.playing().seats();
        TableView {
            round,
            to_play: table.turn(),
            may: Some(table.may(lines)),
            tiles_left: seats.map(|seat| (seat, table.hand(seat).size)).collect(),
            boneyard: Some(table.boneyard()),
            layout: layout.placements().map(|(tile, at)| PlacedTile { tile, at }).collect(),
            open: layout.open_places(),
            locked: layout.locked_places(),
            obligation: layout.owing().next().map(|tile| ObligationView { tile, places_left: layout.owed() }),
            numbers_out: (0..=rules.max_pip()).map(|value| (value, layout.still_out(value))).collect(),
            dead: layout.is_dead(),
            tops: Vec::new(),
            turns: Vec::new(),
            plays_ended: None,
        }
    }

    fn stacks(round: usize, rules: &Ruleset, stacks: &StackRules, table: &StackRound) -> TableView {
        TableView {
            round,
            to_play: table.turn(),
            may: Some(table.may(rules, stacks)),
            tiles_left: Seat::first(2).map(|seat| (seat, table.hand(seat).size)).collect(),
            boneyard: None,
            layout: Vec::new(),
            open: Vec::new(),
            locked: Vec::new(),
            obligation: None,
            numbers_out: BTreeMap::new(),
            dead: false,
            tops: table.tops(),
            turns: Vec::new(),
            plays_ended: None,
        }
    }
}
