//! Authentication and authorization: the caller, their firm, and the rows and features they can access.

mod accounts;
mod denied;
pub mod embed;
mod guard;
pub mod impersonation;
mod jwks;
mod limits;
mod query_slots;
mod reader;
mod scope;
pub mod secret;
mod session;
pub mod token;
pub mod user_session;
mod viewer;
mod viewers;

pub use guard::{Access, Door, Gate, Level, guard};
pub use limits::Limits;
pub use query_slots::QuerySlots;
pub use reader::Reader;
pub use scope::{OutsideAdvisor, Scope, Scopes, SharedRows, Sight};
pub use session::Session;
pub(crate) use viewer::active_firm;
pub use viewer::{Embedded, Firm, Viewer};
pub use viewers::Viewers;
