//! Bulk upload of contacts and contracts: reading files, mapping columns, validating rows, and the steps of the wizard.
//!
//! `contract` contains the parts that are specific to policies and annuities.

pub mod amounts;
pub mod check;
pub mod contract;
pub mod dates;
#[cfg(test)]
mod fuzz;
pub mod groups;
pub mod mapping;
pub mod matching;
pub mod names;
pub mod places;
pub mod preview;
pub mod profile;
pub mod question;
pub mod reading;
pub mod record;
pub mod repair;
mod scientific;
pub mod submit;
pub mod suggest;
pub mod target;
pub mod undo;
pub mod upload_type;
pub mod wizard;
