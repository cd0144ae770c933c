//! A query that is ready to compile.

use crate::auth::Scope;
use shared::list::CheckedQuery;
use std::ops::Deref;

/// A checked query and the scope of the rows it runs over.
pub struct ScopedQuery {
    pub query: CheckedQuery,
    pub scope: Scope,
}

impl Deref for ScopedQuery {
    type Target = CheckedQuery;

    fn deref(&self) -> &CheckedQuery {
        &self.query
    }
}
