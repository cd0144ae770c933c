//! Rows, private to the server, and the queries on them that more than one handler asks.

pub mod audit;
pub mod contact;
pub mod party;
