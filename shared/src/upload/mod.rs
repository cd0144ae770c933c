//! Bulk upload of contacts: how a file is read, what its columns hold, what becomes of its rows, and the wizard's steps.

pub mod check;
pub mod dates;
#[cfg(test)]
mod fuzz;
pub mod groups;
pub mod mapping;
pub mod names;
pub mod places;
pub mod preview;
pub mod profile;
pub mod question;
pub mod reading;
pub mod record;
pub mod repair;
pub mod suggest;
pub mod target;
pub mod wizard;
