//! What of the running round helps to put a refused turn right.

use super::Game;
use crate::rules::layout::{Layout, misread};
use crate::rules::placement::Place;
use crate::rules::refusal::{Refusal, Shows};
use crate::rules::round::Table;
use crate::rules::seat::Seat;
use crate::rules::stacks::{StackRound, cover};
use crate::rules::tile::Tile;

/// What would have been right at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// Where something can be played.
    pub outlets: Vec<Place>,
    /// Tiles that may have been meant.
    pub suggestions: Vec<Tile>,
}

impl Game {
    /// What helps to put right what was refused, if anything at the table does.
    pub fn help(&self, refusal: &Refusal) -> Option<Help> {
        let shows = Some(refusal.shows()).filter(|shows| *shows != Shows::Nothing)?;
        let (_, running) = self.running()?;
        Some(match running.round.table.as_ref()? {
            Table::Lines(table) => {
                let (outlets, suggestions) = places(table.layout(), shows);
                Help { turn: table.turn(), outlets, suggestions }
            }
            Table::Stacks(table) => {
                Help { turn: table.turn(), outlets: self.stacks(table, shows), suggestions: Vec::new() }
            }
        })
    }

    /// The stacks that the tile may cover, each with the dots on top.
    fn stacks(&self, table: &StackRound, shows: Shows) -> Vec<Place> {
        let (Shows::Fitting(tile), Some(rules)) = (shows, self.rules().stacks()) else { return Vec::new() };
        let tops = table.tops().into_iter().filter(|top| cover(rules, tile, top.tile).is_ok());
        tops.map(|top| Place { at: top.at, value: top.tile.low() + top.tile.high() }).collect()
    }
}

/// The open places, and the tiles that may have been meant.
fn places(layout: &Layout, shows: Shows) -> (Vec<Place>, Vec<Tile>) {
    match shows {
        Shows::Nothing => (Vec::new(), Vec::new()),
        Shows::Open => (layout.open_places(), Vec::new()),
        Shows::Misread(tile) => (layout.open_places(), misread(layout, tile)),
        Shows::Fitting(tile) => {
            let fitting = layout.fitting(tile);
            let places = fitting.map(|outlet| Place { at: layout.at(outlet), value: layout.value(outlet) });
            (places.collect(), Vec::new())
        }
    }
}
