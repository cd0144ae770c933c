//! When a person counts as being there, and what happens when they do not.

pub mod idle;
