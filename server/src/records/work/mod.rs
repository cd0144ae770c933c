//! The home page's work queue: its rows, assignments and snoozes.

pub mod assignment;
pub mod narrow;
pub mod rows;
pub mod snooze;
pub mod subject;
