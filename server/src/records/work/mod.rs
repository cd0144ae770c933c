//! The work queue of the home page: its rows, and what users did with them.

pub mod assignment;
pub mod narrow;
pub mod rows;
pub mod snooze;
pub mod subject;
