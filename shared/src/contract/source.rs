//! Where a record comes from.

use crate::vocabulary::coded;

coded! {
    /// How a record, or a link between records, came into the book.
    RecordSource {
        /// Typed by a user.
        Manual = "Manual", "Manual";
        /// Loaded from a file.
        Import = "Import", "Import";
        /// Sent by a carrier or a partner.
        Feed = "Feed", "Feed";
        /// Moved here when duplicates were merged.
        Merge = "Merge", "Merge";
    }
}
