//! Books of business that come from files, and what every bulk load needs.

pub mod bulk;
pub mod contact;
pub mod copy;
pub mod rows;

/// Seals the nine digits of a tax number for a firm.
pub type Seal<'a> = &'a (dyn Fn(i32, &str) -> anyhow::Result<crate::crypto::Sealed> + Sync);
