//! The recipients of a push.

use std::sync::Arc;

/// The recipients of a push: the connections of one user in one firm.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    pub firm_id: i32,
    pub user_key: Arc<str>,
}
