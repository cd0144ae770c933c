//! Bulk upload of contacts.

pub mod open;
pub mod workbook;
