//! States of best-interest documentation and medical requests, as shown in lists.

use crate::vocabulary::coded;

coded! {
    /// State of an owner's best-interest documentation.
    BestInterestStatus {
        Draft = "Draft", "Draft";
        Complete = "Complete", "Complete";
        /// Immutable. A new version starts as a copy.
        Signed = "Signed", "Signed";
        Superseded = "Superseded", "Superseded";
    }
}

coded! {
    /// State of a request for an insured's medical records.
    MedicalRequestState {
        Draft = "Draft", "Draft";
        Sent = "Sent", "Sent";
        FollowUp1 = "FollowUp1", "First follow-up";
        FollowUp2 = "FollowUp2", "Second follow-up";
        Received = "Received", "Received";
        Refused = "Refused", "Refused";
        Expired = "Expired", "Expired";
        Cancelled = "Cancelled", "Cancelled";
    }
}
