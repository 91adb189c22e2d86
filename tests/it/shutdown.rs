//! The end of the service while it is busy.

use std::net::TcpStream;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use actix_web::{HttpResponse, Responder, get, web};
use pipkeeper::server::{self, Server};
use tokio::sync::Notify;

use crate::support::{Client, Start, folder, wait_until};

#[derive(Default)]
struct Gate {
    reached: AtomicBool,
    open: Notify,
}

#[utoipa::path]
#[get("/slow")]
async fn slow(gate: web::Data<Gate>) -> impl Responder {
    gate.reached.store(true, Ordering::SeqCst);
    gate.open.notified().await;
    HttpResponse::Ok().body("finished")
}

#[test]
fn requests_that_are_running_are_finished() {
    let gate = web::Data::new(Gate::default());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime.block_on(async {
        let listener = server::listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let gate = gate.clone();
        Server::new(listener, NonZero::<usize>::MIN, move |config| {
            config.app_data(gate.clone()).service(slow);
        })
        .unwrap()
    });
    let (addr, handle) = (server.addr, server.handle());
    let serving = runtime.spawn(server.run());

    let asking = thread::spawn(move || Client::new(&format!("http://{addr}")).get("/slow"));
    wait_until("the request runs", || gate.reached.load(Ordering::SeqCst));
    let stopping = handle.stop(true);
    wait_until("nothing new is accepted", || TcpStream::connect(addr).is_err());
    gate.open.notify_one();

    assert_eq!(asking.join().unwrap().text, "finished");
    runtime.block_on(stopping);
    runtime.block_on(serving).unwrap().unwrap();
}

#[test]
fn a_stop_under_load_is_clean() {
    let folder = folder();
    let program = Start::with(folder.path()).serve();
    let stopped = Arc::new(AtomicBool::new(false));
    let load: Vec<_> = (0..8)
        .map(|_| {
            let (client, stopped) = (program.client.clone(), Arc::clone(&stopped));
            thread::spawn(move || {
                let mut answers = 0;
                while !stopped.load(Ordering::SeqCst) {
                    match client.try_send("GET", "/health/live", &[], None) {
                        Ok(answer) => {
                            assert!(answer.status < 500, "{answer:?}");
                            answers += 1;
                        }
                        Err(_gone) => break,
                    }
                }
                answers
            })
        })
        .collect();
    program.client.get("/health/live");

    let (status, log) = program.stop();
    stopped.store(true, Ordering::SeqCst);
    let answers: usize = load.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert!(status.success(), "{log}");
    assert!(!log.contains("panicked") && !log.contains("ERROR"), "{log}");
    assert!(answers > 0);
}
