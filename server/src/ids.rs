//! Identifiers of new records.

use uuid::Uuid;

/// Returns a version 7 UUID: ids of records that are made together are next to each other in an index.
pub fn new_uuid() -> Uuid {
    Uuid::now_v7()
}
