//! The server against a real PostgreSQL, through its real router. docs/TESTING.md says how to add to it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

mod support;

mod book;
mod contacts;
mod database;
mod demo;
mod faults;
mod lists;
mod openapi;
mod pool;
mod process;
mod routes;
mod schema;
mod session;
mod tokens;
mod web;
