//! Identifiers of new records.

use uuid::Uuid;

/// Returns a version 7 UUID, so that records created at the same time are adjacent in an index.
pub fn new_uuid() -> Uuid {
    Uuid::now_v7()
}
