//! Sources of records.

use crate::vocabulary::coded;

coded! {
    /// Source of a record, or of a link between records.
    RecordSource {
        /// Entered by a user.
        Manual = "Manual", "Manual";
        /// Imported from a file.
        Import = "Import", "Import";
        /// Sent by a carrier or a partner.
        Feed = "Feed", "Feed";
        /// Moved by a merge of duplicates.
        Merge = "Merge", "Merge";
    }
}
