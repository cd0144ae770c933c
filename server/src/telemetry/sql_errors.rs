//! Counts PostgreSQL errors by SQLSTATE.
//!
//! diesel does not expose the SQLSTATE. It is derived from diesel's error kind or, for errors that operators look for,
//! from PostgreSQL's English message. All other errors count as [`OTHER`].

use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind as Kind, Error};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use std::sync::LazyLock;

pub const CONNECTION_FAILURE: &str = "08006";
pub const SERIALIZATION_FAILURE: &str = "40001";
pub const DEADLOCK_DETECTED: &str = "40P01";
pub const DISK_FULL: &str = "53100";
/// Statement timeout, or cancelled by an operator.
pub const QUERY_CANCELED: &str = "57014";
pub const ADMIN_SHUTDOWN: &str = "57P01";
pub const CANNOT_CONNECT_NOW: &str = "57P03";
const CANNOT_CONNECT: &str = "08001";
const OTHER: &str = "other";

/// Parts of PostgreSQL's messages.
const TEXTS: [(&str, &str); 12] = [
    ("No space left on device", DISK_FULL),
    ("statement timeout", QUERY_CANCELED),
    ("due to user request", QUERY_CANCELED),
    ("deadlock detected", DEADLOCK_DETECTED),
    ("terminating connection", ADMIN_SHUTDOWN),
    ("the database system is", CANNOT_CONNECT_NOW),
    ("lock timeout", "55P03"),
    ("could not obtain lock", "55P03"),
    ("out of memory", "53200"),
    ("permission denied", "42501"),
    ("row-level security policy", "42501"),
    ("cached plan must not change", "0A000"),
];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    sqlstate: String,
}

static ERRORS: LazyLock<Family<Labels, Counter>> = LazyLock::new(Family::default);

/// Adds the counters to a registry.
pub fn register(registry: &mut Registry) {
    registry.register(
        "postgres_errors",
        "Errors that PostgreSQL returned to requests and jobs, by SQLSTATE",
        ERRORS.clone(),
    );
}

/// Returns the SQLSTATE of an error, or `None` if it is not a PostgreSQL error.
#[must_use]
pub fn state(error: &Error) -> Option<&'static str> {
    let Error::DatabaseError(kind, info) = error else {
        return None;
    };
    Some(match kind {
        Kind::UniqueViolation => "23505",
        Kind::ForeignKeyViolation => "23503",
        Kind::NotNullViolation => "23502",
        Kind::CheckViolation => "23514",
        Kind::RestrictViolation => "23001",
        Kind::ExclusionViolation => "23P01",
        Kind::SerializationFailure => SERIALIZATION_FAILURE,
        Kind::ReadOnlyTransaction => "25006",
        Kind::ClosedConnection | Kind::UnableToSendCommand => CONNECTION_FAILURE,
        _ => state_by_text(&**info),
    })
}

fn state_by_text(info: &(dyn DatabaseErrorInformation + Send + Sync)) -> &'static str {
    if info.hint() == Some("Check free disk space.") {
        return DISK_FULL;
    }
    let found = TEXTS.iter().find(|(text, _)| info.message().contains(text));
    found.map_or(OTHER, |(_, state)| state)
}

/// Counts an error if it is a PostgreSQL error, and returns its SQLSTATE.
pub fn count(error: &Error) -> Option<&'static str> {
    let state = state(error)?;
    add(state);
    Some(state)
}

/// Counts an error from a connection that does not use diesel. An error without a SQLSTATE means that the connection
/// failed.
pub fn count_raw(error: &tokio_postgres::Error) {
    add(error.code().map_or(CONNECTION_FAILURE, |state| state.code()));
}

/// Counts a failed attempt to connect.
pub fn count_refused(error: &tokio_postgres::Error) {
    add(error.code().map_or(CANNOT_CONNECT, |state| state.code()));
}

fn add(state: &str) {
    let labels = Labels {
        sqlstate: state.to_owned(),
    };
    ERRORS.get_or_create(&labels).inc();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_errors_by_kind_and_by_text() {
        for (kind, text, expected) in [
            (Kind::UniqueViolation, "duplicate key value", "23505"),
            (
                Kind::Unknown,
                "canceling statement due to statement timeout",
                QUERY_CANCELED,
            ),
            (Kind::Unknown, "deadlock detected", DEADLOCK_DETECTED),
            (
                Kind::Unknown,
                "could not extend file \"base/1/2\": No space left on device",
                DISK_FULL,
            ),
            (Kind::UnableToSendCommand, "connection closed", CONNECTION_FAILURE),
            (Kind::Unknown, "permission denied for table policy", "42501"),
            (Kind::Unknown, "division by zero", OTHER),
        ] {
            let error = Error::DatabaseError(kind, Box::new(text.to_owned()));
            assert_eq!(state(&error), Some(expected), "{text}");
        }
        assert_eq!(state(&Error::NotFound), None);
    }
}
