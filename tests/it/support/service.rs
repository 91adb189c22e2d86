//! The service inside the test process.

use std::num::NonZero;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use actix_web::dev::ServerHandle;
use pipkeeper::Access;
use pipkeeper::server::{self, Server};
use pipkeeper::testing::{Progress, open_database};

use super::{Client, fresh_schema};

/// A running service, stopped when dropped.
pub struct Service {
    /// Where it answers: `http://127.0.0.1:40123`.
    pub base: String,
    /// The URL of its schema.
    pub database: String,
    /// A client without a key.
    pub client: Client,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl Service {
    /// A service on an empty schema.
    pub fn start() -> Service {
        Service::start_on(&fresh_schema())
    }

    /// A service on a schema that may be another's too.
    pub fn start_on(database: &str) -> Service {
        Service::start_with(database, Access::default())
    }

    /// The same with settings of its own.
    pub fn start_with(database: &str, access: Access) -> Service {
        let (report, started) = mpsc::channel();
        let url = database.to_owned();
        // Workers of actix need a runtime that outlives the call, so it gets a thread.
        let thread = thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let db = open_database(&url, &Progress::default()).await.unwrap();
                let listener = server::listen("127.0.0.1:0".parse().unwrap()).unwrap();
                let server =
                    Server::new(listener, NonZero::<usize>::MIN, server::routes(db, access)).unwrap();
                report.send((server.addr, server.handle())).unwrap();
                server.run().await.unwrap();
            });
        });
        let (addr, handle) = started.recv().expect("the service did not start; see above");
        let base = format!("http://{addr}");
        let client = Client::new(&base);
        Service { base, database: database.to_owned(), client, handle, thread: Some(thread) }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // The command is sent by the call; the future only waits for its end, as does the thread.
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
