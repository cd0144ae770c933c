//! Requests for the medical records of an insured, and the HIPAA authorizations that permit them.
//!
//! A request goes to a provider as a letter. It can be sent only with an authorization that has every element of
//! 45 CFR 164.508, has not expired and covers the request.

mod authorization;
mod choices;
mod coverage;
mod history;
mod letter;
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
pub use record::{MedicalDocument, MedicalDue, MedicalDuePage, MedicalLetter, MedicalRecord, MedicalRequest};
pub use request::{CloseInput, MedicalRequestInput, Provider, RequestContent, check_close, check_request};
pub use state::{DueWork, FOLLOW_UP_DAYS, LetterStep, due_on, due_work, is_open, may_close, may_receive};

use crate::vocabulary::coded;

coded! {
    /// The records that a request asks for.
    MedicalRequestType {
        Aps = "APS", "Attending physician statement";
        LabResults = "LabResults", "Lab results";
        PrescriptionHistory = "PrescriptionHistory", "Prescription history";
        HealthStatement = "HealthStatement", "Health statement";
    }
}

coded! {
    /// Who signed an authorization.
    SignedBy {
        Insured = "Self", "Insured";
        Representative = "Representative", "Personal representative";
    }
}

coded! {
    /// Who may disclose records under an authorization.
    DiscloserKind {
        Named = "Named", "Named providers";
        Class = "Class", "A class of providers";
    }
}

coded! {
    /// How a letter leaves the office.
    LetterMethod {
        Mail = "Mail", "Mail";
        Fax = "Fax", "Fax";
    }
}

coded! {
    /// Progress of a letter.
    LetterState {
        /// The office has to mail or fax it.
        Queued = "Queued", "To send";
        Sent = "Sent", "Sent";
        Failed = "Failed", "Not delivered";
    }
}

coded! {
    /// Why a letter was not delivered.
    LetterFailure {
        NoAnswer = "NoAnswer", "Fax not answered";
        WrongNumber = "WrongNumber", "Wrong fax number";
        Returned = "Returned", "Mail returned";
    }
}

coded! {
    /// What a medical document is.
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
