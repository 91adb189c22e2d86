//! Pipkeeper.
