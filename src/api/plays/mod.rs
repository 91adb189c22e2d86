//! A game as a play in other people's logs.
//!
//! Nothing is sent to anybody: the answers say what a phone can hand on.

mod bgstats;
mod boardgamegeek;

use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::view::{GameView, SeatView};
use crate::reader::whole;
use crate::rules::Seat;

/// The addresses of this folder.
pub fn routes_of_game(game: &mut ServiceConfig) {
    game.service(bgstats::get_bgstats_play).service(boardgamegeek::get_boardgamegeek_play);
}

/// What the other log calls the game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlayQuery {
    /// The id that the game has at BoardGameGeek; without it the play has none.
    #[serde(default, deserialize_with = "whole::<_, _, 1, 99_999_999>")]
    #[param(minimum = 1, maximum = 99999999)]
    bgg_id: Option<u32>,
}

/// The players of a game as another log sees them.
fn players(game: &GameView) -> impl Iterator<Item = Player<'_>> {
    let (start, names) = (starter(game), game.names_in(usize::MAX));
    game.seats.iter().filter_map(move |seat| {
        Some(Player {
            seat,
            // Who was to join after the end has no total, and was not there.
            score: *game.score.totals.get(&seat.side)?,
            rank: *game.score.ranks.get(&seat.side)?,
            won: game.score.winners.contains(&seat.side),
            // Partners share the total of their side.
            team: game.partners.then(|| names.side(seat.side)),
            started: start == Some(seat.seat),
        })
    })
}

struct Player<'a> {
    seat: &'a SeatView,
    score: i32,
    rank: u16,
    won: bool,
    team: Option<String>,
    started: bool,
}

/// Who led the first round, where that is known.
fn starter(game: &GameView) -> Option<Seat> {
    game.rounds.iter().find(|round| round.voided.is_none()).and_then(|round| round.leader)
}
