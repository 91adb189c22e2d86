//! A game as a play in other people's logs.
//!
//! Nothing is sent to anybody: the answers say what a phone can hand on.

mod bgstats;
mod boardgamegeek;

use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::problem::ApiResult;
use super::query::invalid;
use super::view::{GameView, SeatView};
use crate::rules::Seat;

/// The addresses of this folder.
pub fn routes(app: &mut ServiceConfig) {
    app.service(bgstats::get_bgstats_play).service(boardgamegeek::get_boardgamegeek_play);
}

/// The highest id that is taken for one of BoardGameGeek.
const MAX_BGG_ID: u32 = 99_999_999;

/// What the other log calls the game.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlayQuery {
    /// The id that the game has at BoardGameGeek; without it the play has none.
    #[param(value_type = u32, nullable = false, required = false, minimum = 1, maximum = 99999999)]
    bgg_id: Option<String>,
}

impl PlayQuery {
    fn bgg_id(&self) -> ApiResult<Option<u32>> {
        let Some(text) = &self.bgg_id else { return Ok(None) };
        let id = text.parse().ok().filter(|id| (1..=MAX_BGG_ID).contains(id));
        id.map(Some).ok_or_else(|| invalid("bgg_id", "must be a whole number from 1 to 99999999"))
    }
}

/// The players of a game as another log sees them.
fn players(game: &GameView) -> impl Iterator<Item = Player<'_>> {
    let (start, names) = (starter(game), game.names_in(usize::MAX));
    game.seats.iter().map(move |seat| Player {
        seat,
        score: game.score.totals.get(&seat.side).copied().unwrap_or(0),
        rank: game.score.ranks.get(&seat.side).copied().unwrap_or(1),
        won: game.score.winners.contains(&seat.side),
        // Partners share the total of their side.
        team: game.partners.then(|| names.side(seat.side)),
        started: start == Some(seat.seat),
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
