//! Session timeout.

pub mod idle;
