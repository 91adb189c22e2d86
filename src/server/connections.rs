//! Connections: as many as this process may have files open, and none that keeps the others out.
//!
//! A client that is idle, or that does not read its answer, costs a descriptor and memory. Who takes no
//! byte for [`SLOWEST_READ`] is dropped; when most descriptors are taken, every answer closes its
//! connection, so whoever comes next gets in.

use std::any::Any;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// How long a client may take no byte of an answer that is on its way, in milliseconds.
const SLOWEST_READ: u32 = 30_000;
/// How many clients may wait to be accepted; the system may allow fewer (`net.core.somaxconn`).
const BACKLOG: i32 = 4096;
/// Descriptors that are not for connections of clients: those of the database, logs, and the program's own.
const RESERVED: usize = 100;
/// Beyond so many nobody's memory would last.
const MOST: usize = 100_000;

/// How many connections are open, and how many can be.
#[derive(Debug)]
pub(super) struct Connections {
    open: AtomicUsize,
    most: usize,
}

/// A connection that counts as open until this is dropped.
struct Open(Arc<Connections>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Connections {
    /// As many as the process can have, after asking the system for as many descriptors as it allows.
    pub(super) fn new() -> Arc<Connections> {
        Arc::new(Connections {
            open: AtomicUsize::new(0),
            most: raise_descriptors().saturating_sub(RESERVED).clamp(64, MOST),
        })
    }

    /// How many can be open at once.
    pub(super) const fn most(&self) -> usize {
        self.most
    }

    /// Counts a connection of a client that was accepted, and drops it when it stops reading.
    pub(super) fn accept(self: &Arc<Self>, connection: &dyn Any, data: &mut Extensions) {
        self.open.fetch_add(1, Ordering::Relaxed);
        data.insert(Open(Arc::clone(self)));
        if let Some(stream) = connection.downcast_ref::<TcpStream>() {
            drop_slow_reader(stream);
        }
    }

    /// Whether most of what can be open is.
    pub(super) fn are_scarce(&self) -> bool {
        self.open.load(Ordering::Relaxed) > self.most / 4 * 3
    }
}

/// Lets as many clients wait as the system allows. The standard library asks for fewer.
pub(super) fn lengthen_queue(listener: &TcpListener) {
    if let Err(error) = rustix::net::listen(listener, BACKLOG) {
        log::warn!("the queue of those who connect stays short: {error}");
    }
}

/// Raises the limit of open files to what the system allows, and answers it.
fn raise_descriptors() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let limit = if raised.is_ok() { maximum } else { current };
    // No limit at all is more than anybody can use.
    limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(MOST)
}

/// Asks the system to end the connection when the client has acknowledged nothing for a while, also while
/// it keeps its window closed.
#[cfg(target_os = "linux")]
fn drop_slow_reader(stream: &TcpStream) {
    // A socket that is gone needs no limit.
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, SLOWEST_READ);
}

/// Elsewhere keep-alive must do.
#[cfg(not(target_os = "linux"))]
fn drop_slow_reader(_stream: &TcpStream) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_count_until_they_are_dropped() {
        let connections = Arc::new(Connections { open: AtomicUsize::new(0), most: 8 });
        let accepted: Vec<Extensions> = (0..7)
            .map(|_| {
                let mut data = Extensions::new();
                connections.accept(&(), &mut data);
                data
            })
            .collect();
        assert!(connections.are_scarce());
        drop(accepted);
        assert!(!connections.are_scarce());
    }

    #[cfg(target_os = "linux")]
    #[actix_web::test]
    async fn who_takes_no_byte_is_dropped_by_the_system() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        lengthen_queue(&listener);
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        Connections::new().accept(&stream, &mut Extensions::new());
        assert_eq!(rustix::net::sockopt::tcp_user_timeout(&stream).unwrap(), SLOWEST_READ);
    }
}
