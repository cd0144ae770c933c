//! The real-time hub: connections of this node, routing of pushes, and the outbox shared by all nodes.
//!
//! A push is a row of `hub_outbox`, written in the transaction that causes it. One node at a time dispatches
//! the pending rows ([`outbox`]). Every node receives their ids and sends them to its own connections of that
//! user and firm ([`deliver`]). Pushes are hints, and the database is authoritative: a new connection gets
//! the notification list and the transient notifications of the last minutes ([`welcome`]), and clients
//! deduplicate by id.

mod advisors;
mod broker;
pub mod calls;
mod changed_record;
mod connection;
mod deliver;
mod group;
mod identity;
mod lines;
pub mod outbox;
mod recheck;
mod registry;
mod run;
mod stale_totals;
mod state;
mod token;
mod welcome;

pub use advisors::openers;
pub use group::Group;
pub use identity::Identity;
pub use run::run;
pub use state::Hub;
pub use token::token_from_query;
