//! Merged contacts: the merges, what they depend on, and the rows that they moved.

pub mod candidates;
pub mod facts;
pub mod history;
pub mod moved;
mod source;
pub mod tree;
