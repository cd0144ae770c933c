//! States of the work around contacts that lists show.

use crate::vocabulary::coded;

coded! {
    /// How far the best-interest documentation of an owner is.
    BestInterestStatus {
        Draft = "Draft", "Draft";
        Complete = "Complete", "Complete";
        /// No longer changed; a new version starts as a copy.
        Signed = "Signed", "Signed";
        Superseded = "Superseded", "Superseded";
    }
}

coded! {
    /// How far a request for an insured's medical records is.
    MedicalRequestState {
        Draft = "Draft", "Draft";
        Sent = "Sent", "Sent";
        FollowUp1 = "FollowUp1", "First Follow-up";
        FollowUp2 = "FollowUp2", "Second Follow-up";
        Received = "Received", "Received";
        Refused = "Refused", "Refused";
        Expired = "Expired", "Expired";
        Cancelled = "Cancelled", "Cancelled";
    }
}
