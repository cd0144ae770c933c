//! Who is calling, for which firm, and what they may see.

mod guard;
mod jwks;
pub mod token;
mod viewer;
mod viewers;

pub use guard::{Access, Level, guard};
pub use viewer::{Firm, Scope, Viewer};
pub use viewers::Viewers;
