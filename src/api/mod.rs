//! The HTTP interface: extract, call one use case, shape the answer. One resource a file.
//!
//! [`configure`] mounts all of it on an application; the binary and the tests both use it, and
//! [`openapi::document`] is made of the very same [`routes`]. To add a resource, write its
//! handlers with `#[utoipa::path]` above `#[get]`, give it a `routes` function and name that
//! in [`routes`] here; `.service()` is the only way in, because it is the one that documents.
//!
//! A recorded play makes six stops, none of which looks back: the request (`turns`, read by `change`), the
//! caller (`caller`), the use case (`service::games::change`), the rules (`rules::Game`), the store
//! (`store::games`, where a writer gathers what waits), and the answer (`view::GameChange`).

mod adjustments;
mod archive;
mod assistant;
mod bonuses;
mod caching;
pub(crate) mod caller;
mod change;
mod clubs;
pub mod codes;
mod compression;
mod cors;
mod csv;
mod deletion;
mod etag;
mod fallback;
mod game_rules;
mod games;
pub(crate) mod guard;
mod health;
pub mod json;
mod keys;
mod limits;
mod links;
mod log;
mod match_end;
mod merges;
pub mod openapi;
mod page;
mod pages;
mod pairings;
mod penalties;
mod played;
mod players;
mod plays;
mod prefer;
pub(crate) mod problem;
mod query;
mod refusal;
mod report;
mod responses;
mod retry;
mod rounds;
mod rulebook;
mod scoresheet;
mod seasons;
mod seats;
mod service_info;
mod standings;
mod time;
mod turns;
pub mod union;
mod variants;
mod view;
mod write;
mod written;

use std::sync::Arc;

use actix_web::web;
use tokio::sync::{Notify, Semaphore};
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

use self::limits::Limits;
use crate::access::Access;
use crate::service::games::Games;
use crate::service::keys::KeyCache;
use crate::service::retries::InFlight;
use crate::store::Db;

/// How many exports are collected at once; others wait.
const EXPORTS: usize = 2;

/// What every handler may use.
#[derive(Clone)]
pub struct State {
    /// The database.
    pub db: Db,
    /// The games that were used last.
    pub games: Games,
    /// The keys that were used just now.
    pub keys: KeyCache,
    /// The requests that are being done and may come again.
    pub running: InFlight,
    /// Wakes whoever brings ratings up to date.
    pub ratings: Arc<Notify>,
    /// Whose turn it is to collect an export, which takes a connection for a while.
    pub exports: Arc<Semaphore>,
    /// How often somebody may ask.
    pub limits: Arc<Limits>,
    /// Who may do what.
    pub access: Arc<Access>,
}

impl State {
    /// The state of a service that has just started.
    pub fn new(db: Db, access: Access) -> State {
        State {
            db,
            games: Games::default(),
            keys: KeyCache::default(),
            running: InFlight::default(),
            ratings: Arc::default(),
            exports: Arc::new(Semaphore::new(EXPORTS)),
            limits: Arc::new(Limits::new(&access)),
            access: Arc::new(access),
        }
    }
}

/// Mounts the whole interface, for an application made with `into_utoipa_app()`.
pub fn configure(app: &mut ServiceConfig, state: &web::Data<State>) {
    app.app_data(state.clone());
    configure_stateless(app);
}

/// Mounts the interface without what its handlers need: enough to ask which addresses there are.
pub fn configure_stateless(app: &mut ServiceConfig) {
    app.app_data(web::PathConfig::default().error_handler(|_, request| fallback::unreadable(request).into()));
    routes(app);
    app.map(pages::routes).default_service(web::to(fallback::answer));
}

/// Every documented address.
pub fn routes(app: &mut ServiceConfig) {
    health::routes(app);
    app.service(scope("/v1").configure(|v1| {
        // Paths are tried one by one: first of all those of most requests.
        v1.service(scope("/games").configure(routes_of_game));
        service_info::routes(v1);
        clubs::routes(v1);
        archive::routes(v1);
        keys::routes(v1);
        pairings::routes(v1);
        players::routes(v1);
        merges::routes(v1);
        variants::routes(v1);
        assistant::routes(v1);
        games::routes(v1);
        standings::routes(v1);
        seasons::routes(v1);
        adjustments::routes(v1);
    }));
}

fn routes_of_game(game: &mut ServiceConfig) {
    turns::routes_of_game(game);
    rounds::routes_of_game(game);
    games::routes_of_game(game);
    archive::routes_of_game(game);
    links::routes_of_game(game);
    game_rules::routes_of_game(game);
    deletion::routes_of_game(game);
    match_end::routes_of_game(game);
    penalties::routes_of_game(game);
    bonuses::routes_of_game(game);
    seats::routes_of_game(game);
    log::routes_of_game(game);
    scoresheet::routes_of_game(game);
    plays::routes_of_game(game);
}
