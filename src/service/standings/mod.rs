//! Standings and statistics, and the projections that they read.

mod project;
pub mod rebuild;

pub use project::{Projected, project};

use super::ServiceError;
