//! What the rules say to commands.

use crate::rules::{Command, Event, Game, Problem};
use crate::service::ServiceError;
use crate::service::apart::decided;

/// What became of commands.
pub struct Decision {
    /// The game after those that were taken.
    pub game: Game,
    /// What these did.
    pub events: Vec<Event>,
    /// Why the one after them was not.
    pub refused: Option<Refused>,
}

/// A command that the rules refuse.
pub struct Refused {
    pub problems: Vec<Problem>,
    /// The round that it was about, if it said so.
    pub round: Option<usize>,
}

impl Decision {
    /// Decides on each command in the game after those before it, up to the first that is refused.
    pub async fn on(game: Game, commands: Vec<Command>) -> Result<Decision, ServiceError> {
        let looks_back = commands.iter().any(Command::looks_back);
        let work = commands.len() + if looks_back { game.work() } else { 0 };
        decided(work, move || Ok(Decision::of(game, commands))).await
    }

    fn of(game: Game, commands: Vec<Command>) -> Decision {
        let mut decided = Decision { game, events: Vec::new(), refused: None };
        for command in commands {
            let round = command.round();
            let taken = decided.game.decide(command).and_then(|event| {
                decided.game.apply(&event).map_err(|problem| vec![problem])?;
                Ok(event)
            });
            match taken {
                Ok(event) => decided.events.push(event),
                Err(problems) => {
                    decided.refused = Some(Refused { problems, round });
                    break;
                }
            }
        }
        decided
    }
}
