//! Requests for the medical records of an insured, and the HIPAA authorizations that permit them.
//!
//! Requests are sent to providers as letters. A request can be sent only with an authorization that has every
//! element of 45 CFR 164.508, has not expired and covers the request.

mod authorization;
mod choices;
mod coverage;
mod history;
mod letter;
mod open_requests;
mod record;
mod request;
mod state;

#[cfg(test)]
mod tests;

pub use authorization::{Authorization, AuthorizationInput};
pub use choices::MedicalChoices;
pub use coverage::{AuthorizationGap, expiry_sentence, gaps};
pub use history::{MedicalHistory, MedicalHistoryEntry, ViewReason};
pub use letter::{LetterChange, LetterChangeInput, SendInput, check_letter_change, check_send};
pub use open_requests::{OpenRequest, OpenRequestPage, RequestNeed};
pub use record::{MedicalDocument, MedicalLetter, MedicalRecord, MedicalRequest};
pub use request::{CloseInput, MedicalRequestInput, Provider, RequestContent, check_close, check_request};
pub use state::{
    DueWork, FOLLOW_UP_DAYS, LetterStep, due_on, due_work, is_open, may_close, may_receive, next_step_on,
    progress_label,
};

use crate::vocabulary::coded;

coded! {
    /// Type of records to request.
    MedicalRequestType {
        Aps = "APS", "Attending physician statement";
        LabResults = "LabResults", "Lab results";
        PrescriptionHistory = "PrescriptionHistory", "Prescription history";
        HealthStatement = "HealthStatement", "Health statement";
    }
}

coded! {
    /// Signer of an authorization.
    SignedBy {
        Insured = "Self", "Insured";
        Representative = "Representative", "Personal representative";
    }
}

coded! {
    /// How an authorization identifies who may disclose records.
    DiscloserKind {
        Named = "Named", "Named providers";
        Class = "Class", "A class of providers";
    }
}

coded! {
    /// Delivery method of a letter.
    LetterMethod {
        Mail = "Mail", "Mail";
        Fax = "Fax", "Fax";
    }
}

coded! {
    /// Delivery state of a letter.
    LetterState {
        /// Waiting to be mailed or faxed by the office.
        Queued = "Queued", "To send";
        Sent = "Sent", "Sent";
        Failed = "Failed", "Not delivered";
    }
}

coded! {
    /// Reason for a failed delivery.
    LetterFailure {
        NoAnswer = "NoAnswer", "Fax not answered";
        WrongNumber = "WrongNumber", "Wrong fax number";
        Returned = "Returned", "Mail returned";
    }
}

coded! {
    /// Kind of medical document.
    MedicalDocumentKind {
        Authorization = "Authorization", "Authorization";
        Letter = "Letter", "Letter to the provider";
        Record = "Record", "Medical record";
    }
}

/// Text of the notification about a received record. Contains no names.
pub const DOCUMENT_ARRIVED: &str = "A medical document arrived";
/// Text of the notification about a due follow-up. Contains no names.
pub const FOLLOW_UP_DUE: &str = "A medical request is due for follow-up";
