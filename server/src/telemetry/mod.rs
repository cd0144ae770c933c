//! What operators see of running work: its name in the database, PostgreSQL errors, the rounds of background jobs,
//! and traces. All of it belongs to the process.

pub mod jobs;
pub mod origin;
pub mod sql_errors;
pub mod traces;
