//! What an app shows, each screen with one request.

mod again;
mod compressed;
mod deleted;
mod links;
mod lists;
mod start;
mod tables;
mod whole;
