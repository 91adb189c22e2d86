//! The HTTP server, and what `pipkeeper serve` does from the first line to the last.

pub mod commands;
mod connections;
mod demo;
mod error;
mod first_start;
pub mod logging;
pub mod progress;
mod rater;
mod tidy;
mod trace;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};
use chrono::Utc;
use serde_json::json;
use tokio::signal::unix::{Signal, SignalKind, signal};
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

use self::connections::{Connections, lengthen_queue};
use crate::access::Access;
use crate::api::{self, State};
use crate::cluster::{Cluster, ClusterError, ClusterSettings};
use crate::config::{DatabaseSettings, Settings};
use crate::progress::Progress;
use crate::service::demo::Demonstration;
use crate::service::standings::rebuild;
use crate::service::{self, upgrade};
use crate::store::Db;

pub use demo::Tour;
pub use error::ServeError;
pub use first_start::{Home, Welcome};
pub use trace::RequestId;

/// How long a client may take to send the head of a request.
const SLOWEST_HEAD: Duration = Duration::from_secs(10);
/// How long a connection may be idle between requests.
const IDLE: Duration = Duration::from_secs(75);
/// How long running requests may take when the service stops, in seconds.
const GRACE: u64 = 10;

/// A server that listens. It answers once it is [run](Server::run).
pub struct Server {
    /// Where it listens, with the port that was taken.
    pub addr: SocketAddr,
    http: actix_web::dev::Server,
}

impl Server {
    /// Makes a server that answers on `listener` with the resources that `routes` adds. Must be called
    /// on a Tokio runtime.
    ///
    /// Fails when the listener cannot be used.
    pub fn new<F>(listener: TcpListener, workers: NonZero<usize>, routes: F) -> Result<Server, ServeError>
    where
        F: Fn(&mut ServiceConfig) + Clone + Send + 'static,
    {
        let addr = listener.local_addr().map_err(ServeError::Http)?;
        lengthen_queue(&listener);
        let connections = Connections::new();
        let (of_worker, accepting) = (connections.most().div_ceil(workers.get()), Arc::clone(&connections));
        log::info!("up to {} connections at a time", connections.most());
        let http = HttpServer::new(move || {
            App::new()
                .app_data(Arc::clone(&connections))
                .into_utoipa_app()
                .configure(&routes)
                .into_app()
                .wrap(from_fn(api::guard::guard))
                .wrap(from_fn(trace::trace))
        })
        .on_connect(move |connection, data| accepting.accept(connection, data))
        .max_connections(of_worker)
        .workers(workers.get())
        .client_request_timeout(SLOWEST_HEAD)
        .keep_alive(IDLE)
        .shutdown_timeout(GRACE)
        // Signals also end what is not HTTP, so they are handled in `run`.
        .disable_signals()
        .listen(listener)
        .map_err(ServeError::Http)?
        .run();
        Ok(Server { addr, http })
    }

    /// Stops the server from elsewhere.
    pub fn handle(&self) -> ServerHandle {
        self.http.handle()
    }

    /// Answers requests until the server is stopped.
    ///
    /// Fails when accepting connections fails for good.
    pub async fn run(self) -> Result<(), ServeError> {
        self.http.await.map_err(ServeError::Http)
    }
}

/// The resources of the service, on this database. Must be called on a Tokio runtime, where the
/// service also rates games and tidies up after itself.
pub fn routes(db: Db, access: Access) -> impl Fn(&mut ServiceConfig) + Clone + Send + 'static {
    let state = web::Data::new(State::new(db, access));
    tokio::spawn(tidy::tidy(state.clone().into_inner()));
    tokio::spawn(rater::rate(state.clone().into_inner()));
    move |app| api::configure(app, &state)
}

/// Serves until SIGINT or SIGTERM: starts the private PostgreSQL unless another was named, brings the
/// tables up to date, answers requests, and stops everything in the opposite order.
///
/// Errors: whatever keeps the service from running, as a sentence for the person who started it.
pub async fn run(settings: Settings) -> Result<(), ServeError> {
    if !settings.listen.ip().is_loopback() && settings.access.admin_key.is_none() && !settings.is_open_wanted
    {
        return Err(ServeError::OpenToAll { addr: settings.listen });
    }
    // First, because a taken port is seen at once, before PostgreSQL has been started for nothing.
    // Clients that come early wait in the listener's queue.
    let listener = listen(settings.listen)?;
    let progress = progress::watch();
    match &settings.database {
        DatabaseSettings::Server(url) => serve(&settings, listener, url.expose(), progress).await,
        DatabaseSettings::Private(folder) => {
            let cluster = start_cluster(ClusterSettings::new(folder), &progress).await?;
            log::info!("the private PostgreSQL runs; its data is in {}", folder.display());
            let served = serve(&settings, listener, cluster.url(), progress).await;
            let stopped = tokio::task::spawn_blocking(move || drop(cluster)).await;
            stopped.map_err(|error| ServeError::Start(error.into()))?;
            log::info!("stopped");
            served
        }
    }
}

/// Binds a port.
///
/// Fails when the port is taken or may not be used, with what to do.
pub fn listen(addr: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(addr).map_err(|error| ServeError::listen(addr, error))
}

async fn start_cluster(settings: ClusterSettings, progress: &Progress) -> Result<Cluster, ServeError> {
    progress.step("starting PostgreSQL");
    let start = move || -> Result<Cluster, ClusterError> { Cluster::start(settings) };
    let started = tokio::task::spawn_blocking(start).await;
    Ok(started.map_err(|error| ServeError::Start(error.into()))??)
}

async fn serve(
    settings: &Settings,
    listener: TcpListener,
    url: &str,
    progress: Progress,
) -> Result<(), ServeError> {
    let farewell = Farewell::listen().map_err(ServeError::Start)?;
    let db = upgrade::open(url, &progress).await?;
    renew_results(&db, &progress).await?;
    let home = first_start::make_home(&db, settings.time_zone).await?;
    let demonstration =
        if settings.demo { service::demo::record(&db, Utc::now(), &progress).await? } else { None };
    drop(progress);

    let workers = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let server = Server::new(listener, workers, routes(db, settings.access.clone()))?;
    announce(settings, server.addr, home.as_ref(), demonstration.as_ref());
    let stopping = tokio::spawn(farewell.stop(server.handle()));
    let served = server.run().await;
    stopping.abort();
    served
}

/// Works out again what an older program wrote of games; tried again at the next start, should the
/// database refuse.
async fn renew_results(db: &Db, progress: &Progress) -> Result<(), ServeError> {
    let mut conn = db.get().await?;
    match rebuild::upgrade(&mut conn, progress).await {
        Ok(None) => {}
        // A new database has none.
        Ok(Some(done)) if done.games == 0 => {}
        Ok(Some(done)) => log::info!(
            "worked out the results of {} games again after an upgrade; {} have changed, {} cannot be read",
            done.games,
            done.wrong_games,
            done.unreadable
        ),
        Err(error) => log::error!("the results of some games are still those of an older version: {error}"),
    }
    Ok(())
}

/// Says where the service listens. Nobody may be reading, which is no reason to stop.
fn announce(
    settings: &Settings,
    addr: SocketAddr,
    home: Option<&Home>,
    demonstration: Option<&Demonstration>,
) {
    let base = format!("http://{}", reachable(addr));
    let tour = demonstration.map(|demonstration| Tour { demonstration, base: &base });
    let text = if settings.json {
        format!("{}\n", json!({ "listens_on": base, "home": home, "demonstration": tour }))
    } else {
        let mut text = format!("Pipkeeper listens on {base} (documentation: {base}/docs)\n");
        if let Some(home) = home {
            text.push_str(&Welcome { home, base: &base }.to_string());
        }
        if let Some(tour) = tour {
            text.push_str(&tour.to_string());
        }
        text
    };
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if !addr.ip().is_loopback() && settings.access.open_club_creation {
        log::warn!("anybody who can reach {addr} can make clubs here");
    }
}

/// An address that a client on this machine can use: "any" is one to listen on only.
fn reachable(addr: SocketAddr) -> SocketAddr {
    let ip = match addr.ip() {
        IpAddr::V4(v4) if v4.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(v6) if v6.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    SocketAddr::new(ip, addr.port())
}

/// The signals that end the service. They are kept from the moment this is made, so one that comes
/// while the service still starts is not lost.
struct Farewell {
    interrupt: Signal,
    terminate: Signal,
}

impl Farewell {
    fn listen() -> io::Result<Farewell> {
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Farewell { interrupt: signal(interrupt)?, terminate: signal(terminate)? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Stops the server at the first signal, letting requests finish; at the second it drops them.
    async fn stop(mut self, server: ServerHandle) {
        self.next().await;
        log::info!("stopping: requests may finish within {GRACE} s; a second signal drops them");
        let polite = server.stop(true);
        tokio::select! {
            () = polite => {}
            () = self.next() => server.stop(false).await,
        }
    }
}
