//! Duplicate contacts: candidate pairs, preconditions of a merge, merge history, and the rows that merges moved.

pub mod blocks;
pub mod checks;
pub mod compared;
pub mod facts;
pub mod history;
pub mod moved;
pub mod pairs;
mod source;
pub mod tree;

pub use source::rewritten_tables;
