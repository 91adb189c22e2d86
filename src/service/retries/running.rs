//! The requests that are being done just now, so that none is done twice at once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use super::Attempt;

/// The requests that are being done in this process.
#[derive(Clone, Default)]
pub struct InFlight(Arc<Mutex<HashSet<(Uuid, Uuid)>>>);

/// A request that is being done, until this is dropped.
pub(in crate::service) struct InFlightGuard {
    running: InFlight,
    id: (Uuid, Uuid),
}

impl InFlight {
    /// Takes the turn of a request, unless it is being done already.
    pub(in crate::service) fn enter(&self, attempt: &Attempt) -> Option<InFlightGuard> {
        let id = (attempt.scope, attempt.token);
        let is_new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        is_new.then(|| InFlightGuard { running: self.clone(), id })
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.running.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_its_turn_once() {
        let running = InFlight::default();
        let attempt = Attempt::new((Uuid::now_v7(), Uuid::now_v7()), "a", &[]);

        let turn = running.enter(&attempt);
        assert!(turn.is_some() && running.enter(&attempt).is_none());
        drop(turn);
        assert!(running.enter(&attempt).is_some());
    }
}
