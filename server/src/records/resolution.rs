//! Possible duplicates among contacts, and merged contacts: the merges, what they depend on, and the rows that they
//! moved.

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
