//! Why the service cannot run, as sentences that say what to do.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;
use uuid::Uuid;

use crate::archive::ImportError;
use crate::cluster::ClusterError;
use crate::service::ServiceError;
use crate::store::StoreError;

/// Why the service cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error(
        "{addr} is taken by another program. Stop it, or listen elsewhere: --listen {ip}:0 (PIPKEEPER_LISTEN) \
         takes a free port",
        ip = host(addr)
    )]
    PortTaken { addr: SocketAddr },

    #[error(
        "this user may not listen on {addr}: ports below 1024 are root's. Choose another with --listen \
         (PIPKEEPER_LISTEN), such as {ip}:8080",
        ip = host(addr)
    )]
    PortForbidden { addr: SocketAddr },

    #[error(
        "this machine has no address {ip}. Listen on one that it has with --listen (PIPKEEPER_LISTEN), such \
         as 127.0.0.1:{port}",
        ip = host(addr),
        port = addr.port()
    )]
    NoSuchAddress { addr: SocketAddr },

    #[error("cannot listen on {addr}: {source}")]
    Listen { addr: SocketAddr, source: io::Error },

    #[error(
        "others can reach {addr}, and could make clubs there. Set a key that is needed for it (PIPKEEPER_ADMIN_KEY), \
         or say that anybody may with --open-club-creation"
    )]
    OpenToAll { addr: SocketAddr },

    #[error("which club? Name one by its id, with --club:{clubs}")]
    WhichClub { clubs: String },

    #[error("there is no club {club}. Name one of these with --club:{clubs}")]
    NoSuchClub { club: Uuid, clubs: String },

    #[error("there is no club yet. Start the service once: it makes one, and prints its key")]
    NoClub,

    #[error(transparent)]
    Cluster(#[from] ClusterError),

    #[error(transparent)]
    Store(#[from] StoreError),

    #[error("{}", said(.0))]
    Service(#[from] ServiceError),

    #[error("nothing was imported: {0}")]
    Import(#[from] ImportError),

    #[error("cannot read {file}: {source}")]
    File { file: String, source: io::Error },

    #[error("cannot write {file}: {source}")]
    Unwritable { file: String, source: io::Error },

    #[error("the HTTP server failed: {0}")]
    Http(#[source] io::Error),

    #[error("cannot start: {0}")]
    Start(#[source] io::Error),
}

impl ServeError {
    pub(super) fn listen(addr: SocketAddr, source: io::Error) -> ServeError {
        let kind = source.kind();
        if kind == io::ErrorKind::AddrInUse {
            ServeError::PortTaken { addr }
        } else if kind == io::ErrorKind::PermissionDenied {
            ServeError::PortForbidden { addr }
        } else if kind == io::ErrorKind::AddrNotAvailable {
            ServeError::NoSuchAddress { addr }
        } else {
            ServeError::Listen { addr, source }
        }
    }
}

/// Only what the database says needs to be said whose words they are.
fn said(error: &ServiceError) -> String {
    let words = if matches!(error, ServiceError::Database(_)) { "the database refused: " } else { "" };
    format!("{words}{error}")
}

/// The address as it is written before a port.
fn host(addr: &SocketAddr) -> String {
    match addr {
        SocketAddr::V4(addr) => addr.ip().to_string(),
        SocketAddr::V6(addr) => format!("[{}]", addr.ip()),
    }
}
