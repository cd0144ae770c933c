//! Bulk upload of contacts: what a file's columns hold, what becomes of its rows, and the wizard's steps.

pub mod check;
pub mod dates;
pub mod groups;
pub mod mapping;
pub mod names;
pub mod preview;
pub mod profile;
pub mod question;
pub mod repair;
pub mod suggest;
pub mod target;
pub mod wizard;
