//! The session: the signed-in user, the available accounts, and the idle timeout.

mod account;
mod details;
pub mod idle;

pub use account::{Account, AdminAccount};
pub use details::{ImpersonationDetails, UserDetails};
