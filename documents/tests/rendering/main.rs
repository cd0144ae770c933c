//! Renders sample documents and reads the results.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod accessibility;
mod content;
mod file;
mod robustness;
mod sample;
