//! How often a key, and an address, may ask.

use std::net::IpAddr;
use std::num::NonZero;
use std::time::Duration;

use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use uuid::Uuid;

use super::codes::request::TOO_MANY_REQUESTS;
use super::problem::{ApiResult, Problem};
use crate::access::Access;

/// How many seconds' worth of requests may come at once: a phone that was offline has a lot to say.
pub const BURST: NonZero<u32> = NonZero::new(10).expect("10 is not 0");

/// How many pairing codes an address may try at once, and then one in twelve seconds.
const PAIRINGS: NonZero<u32> = NonZero::new(10).expect("10 is not 0");

/// The requests of the last seconds, by key and by address.
pub struct Limits {
    clock: DefaultClock,
    keys: Option<DefaultKeyedRateLimiter<Uuid>>,
    addresses: Option<DefaultKeyedRateLimiter<IpAddr>>,
    pairings: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limits {
    /// Limits as they are set.
    pub fn new(access: &Access) -> Limits {
        let quota = |rate: NonZero<u32>| Quota::per_second(rate).allow_burst(rate.saturating_mul(BURST));
        let pairings = Quota::with_period(Duration::from_secs(12)).map(|quota| quota.allow_burst(PAIRINGS));
        Limits {
            clock: DefaultClock::default(),
            keys: access.rate_per_key.map(|rate| DefaultKeyedRateLimiter::keyed(quota(rate))),
            addresses: access.rate_per_address.map(|rate| DefaultKeyedRateLimiter::keyed(quota(rate))),
            pairings: DefaultKeyedRateLimiter::keyed(pairings.unwrap_or(Quota::per_minute(PAIRINGS))),
        }
    }

    /// Counts a request with this key.
    ///
    /// Errors: 429 if there were too many.
    pub fn key(&self, key: Uuid) -> ApiResult<()> {
        self.keys.as_ref().map_or(Ok(()), |limiter| self.count(limiter, &key))
    }

    /// Counts a request from this address.
    ///
    /// Errors: 429 if there were too many.
    pub fn address(&self, address: IpAddr) -> ApiResult<()> {
        self.addresses.as_ref().map_or(Ok(()), |limiter| self.count(limiter, &network(address)))
    }

    /// Counts a pairing code that is tried from this address.
    ///
    /// Errors: 429 if there were too many.
    pub fn pairing(&self, address: IpAddr) -> ApiResult<()> {
        self.count(&self.pairings, &network(address))
    }

    fn count<K: Clone + std::hash::Hash + Eq>(
        &self,
        limiter: &DefaultKeyedRateLimiter<K>,
        key: &K,
    ) -> ApiResult<()> {
        limiter.check_key(key).map_err(|until| too_many(until.wait_time_from(self.clock.now())))
    }

    /// Forgets those who have not asked for a while.
    pub fn tidy(&self) {
        if let Some(keys) = &self.keys {
            keys.retain_recent();
        }
        if let Some(addresses) = &self.addresses {
            addresses.retain_recent();
        }
        self.pairings.retain_recent();
    }
}

fn too_many(wait: Duration) -> Problem {
    let seconds = wait.as_millis().div_ceil(1000).max(1);
    let detail = format!("There were too many requests; go on in {seconds} s.");
    let problem = Problem::new(&TOO_MANY_REQUESTS, detail);
    match HeaderValue::from_str(&seconds.to_string()) {
        Ok(value) => problem.header(RETRY_AFTER, value),
        Err(_) => problem,
    }
}

/// Who has one IPv6 address has 2^64 of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & (u128::MAX << 64)).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_welcome_and_more_is_not() {
        let limits = Limits::new(&Access { rate_per_key: NonZero::new(1), ..Access::default() });
        let (one, other) = (Uuid::now_v7(), Uuid::now_v7());
        for _ in 0..BURST.get() {
            limits.key(one).unwrap();
        }
        assert_eq!(limits.key(one).unwrap_err().code(), "too_many_requests");
        assert!(limits.key(other).is_ok());
    }

    #[test]
    fn addresses_of_one_network_count_together() {
        let same = ["2001:db8::1", "2001:db8::2"].map(|text| network(text.parse().unwrap()));
        assert_eq!(same[0], same[1]);
        assert_eq!(network("::ffff:10.0.0.1".parse().unwrap()), network("10.0.0.1".parse().unwrap()));
        assert_ne!(network("10.0.0.1".parse().unwrap()), network("10.0.0.2".parse().unwrap()));
    }
}
