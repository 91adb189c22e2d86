//! How a seat is shown, and who sat there.

use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rules::{Game, Seat, SeatHistory, Side};
use crate::store::players::PlayerIdentity;

/// A seat and who sits there.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatView {
    pub seat: Seat,
    /// The side that the seat belongs to.
    pub side: Side,
    /// The player's id.
    pub player: Uuid,
    /// The player's name.
    pub name: String,
    /// Whether the player was only named when they sat down.
    pub guest: bool,
    /// Whether the player plays in the round that is running, or in the next one.
    pub present: bool,
    /// The first round of a player who came late.
    #[schema(minimum = 1)]
    pub joined: Option<usize>,
    /// The total that a player who came late started at.
    pub start: Option<i32>,
    /// Rounds in which the seat was empty.
    pub absences: Option<Vec<AbsenceView>>,
    /// All who sat there, if the seat was taken over; the first player first.
    pub players: Option<Vec<SeatPlayer>>,
    /// The id of the player who gets the result, if it is not the one who sits there.
    pub counts_for: Option<Uuid>,
}

/// A player who sat in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatPlayer {
    /// The player's id.
    pub player: Uuid,
    /// The player's name.
    pub name: String,
    /// The first round.
    #[schema(minimum = 1)]
    pub from_round: usize,
}

/// Rounds in which a seat was empty.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Absence)]
pub struct AbsenceView {
    /// The first of them.
    #[schema(minimum = 1)]
    pub from_round: usize,
    /// The first round after them; absent while the seat is empty.
    #[schema(minimum = 1)]
    pub until: Option<usize>,
    /// Why the player left.
    pub reason: Option<String>,
}

impl SeatView {
    /// The seats of a game; `people` has everybody whom its record names.
    pub fn list(game: &Game, people: &[PlayerIdentity]) -> Vec<SeatView> {
        let chairs = game.seating().seats().zip(game.chairs());
        chairs.filter_map(|(seat, chair)| SeatView::of(game, (seat, chair), people)).collect()
    }

    fn of(game: &Game, (seat, chair): (Seat, &SeatHistory), people: &[PlayerIdentity]) -> Option<SeatView> {
        let person = |id: &str| {
            let id = Uuid::try_parse(id).ok()?;
            people.iter().find(|person| person.named == id)
        };
        let now = person(&chair.players.last()?.player)?;
        let counts_for = person(&chair.result_for)?.id;
        let late = chair.joined > 1 || chair.start != 0;
        let absences = chair.absences.iter().map(|absence| AbsenceView {
            from_round: absence.from_round,
            until: absence.until,
            reason: absence.reason.clone(),
        });
        let players = chair.players.iter().filter_map(|occupant| {
            let PlayerIdentity { id, name, .. } = person(&occupant.player)?.clone();
            Some(SeatPlayer { player: id, name, from_round: occupant.from_round })
        });
        Some(SeatView {
            seat,
            side: game.seating().side(seat),
            player: now.id,
            name: now.name.clone(),
            guest: now.guest,
            present: game.is_playing(seat),
            joined: late.then_some(chair.joined),
            start: late.then_some(chair.start),
            absences: Some(absences.collect()).filter(|list: &Vec<AbsenceView>| !list.is_empty()),
            players: Some(players.collect()).filter(|list: &Vec<SeatPlayer>| list.len() > 1),
            counts_for: Some(counts_for).filter(|id| *id != now.id),
        })
    }
}
