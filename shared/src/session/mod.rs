//! The session: who is signed in, the accounts to choose from, and the idle timeout.

mod account;
mod details;
pub mod idle;

pub use account::{Account, AdminAccount};
pub use details::{ImpersonationDetails, UserDetails};
