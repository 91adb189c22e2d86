//! The connection pool and the migrations, on a server that comes and goes.

use diesel_async::SimpleAsyncConnection;
use pipkeeper::testing::{Db, Progress, StoreError, migrate};
use rustix::process::{Signal, kill_process};
use tokio::runtime::{Builder, Runtime};

use crate::support::{Service, Start, folder, fresh_schema, wait_until};

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

async fn ask(db: &Db) -> Result<(), String> {
    let mut connection = db.get().await.map_err(|error| error.to_string())?;
    connection.batch_execute("SELECT 1").await.map_err(|error| error.to_string())
}

#[test]
fn two_services_can_start_at_once_on_one_database() {
    let database = fresh_schema();
    let services = std::thread::scope(|scope| {
        let starting: Vec<_> = (0..2).map(|_| scope.spawn(|| Service::start_on(&database))).collect();
        starting.into_iter().map(|start| start.join().unwrap()).collect::<Vec<_>>()
    });
    for service in services {
        assert_eq!(service.client.get("/health/live").status / 100, 2);
    }
}

#[test]
fn migrations_run_on_any_runtime_and_again_without_effect() {
    let database = fresh_schema();
    let single = Builder::new_current_thread().enable_all().build().unwrap();
    single.block_on(migrate(&database, &Progress::default())).unwrap();
    single.block_on(migrate(&database, &Progress::default())).unwrap();
}

#[test]
fn connections_are_made_again_when_the_server_restarts() {
    let folder = folder();
    let program = Start::with(folder.path()).serve();
    let runtime = runtime();
    let db = runtime.block_on(Db::connect(&program.database())).unwrap();
    runtime.block_on(ask(&db)).unwrap();

    kill_process(program.postgres(), Signal::KILL).unwrap();
    wait_until("the pool works again", || runtime.block_on(ask(&db)).is_ok());
}

#[test]
fn a_connection_outlives_the_thread_that_asked_for_it() {
    let runtime = runtime();
    let db = runtime.block_on(Db::connect(&fresh_schema())).unwrap();
    // Two workers of an HTTP server, one after the other.
    for _ in 0..2 {
        let worker = Builder::new_current_thread().enable_all().build().unwrap();
        worker.block_on(ask(&db)).unwrap();
    }
}

#[test]
fn a_pool_that_is_used_up_says_so_in_time() {
    let database = fresh_schema();
    runtime().block_on(async {
        let db = Db::connect(&database).await.unwrap();
        let mut held = Vec::new();
        let refusal = loop {
            match db.get().await {
                Ok(connection) => held.push(connection),
                Err(refusal) => break refusal,
            }
        };
        assert!(matches!(refusal, StoreError::Busy), "{refusal}");
        drop(held);
        ask(&db).await.unwrap();
    });
}
