//! Telemetry for operators: names of requests and jobs in the database, PostgreSQL error counts, rounds of background
//! jobs, and traces. The state is global to the process.

pub mod jobs;
pub mod origin;
pub mod sql_errors;
pub mod traces;
