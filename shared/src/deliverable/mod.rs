//! Deliverables: PDF documents that a firm hands to its clients. A book of business lists the contracts of an agent or
//! owner, a report summary those of a saved report.

pub mod book;
mod grouping;
pub mod layout;
pub mod rich_text;
pub mod stored;
mod templates;
pub mod texts;

pub use grouping::GroupBy;
pub use stored::{
    BookOfBusiness, BookPreview, BookRequest, DeliverableTemplate, StoredDeliverable, group_by,
};

pub use templates::global_templates;

use crate::contact::ContactKind;
use crate::vocabulary::numbered;

/// Maximum number of contracts in one document, about 100 pages.
pub const MAX_CONTRACTS: i64 = 3_000;

numbered! {
    /// What a deliverable is about. Templates have a kind, too.
    DeliverableKind {
        Agent = 1, "Agent book of business";
        Owner = 2, "Owner book of business";
        ReportSummary = 3, "Report summary";
        ReportSummaryOwner = 4, "Report summary by owner";
    }
}

impl DeliverableKind {
    /// Returns the kind of a contact's book of business. Insureds have none.
    pub const fn of_contact(kind: ContactKind) -> Option<Self> {
        match kind {
            ContactKind::Agent => Some(Self::Agent),
            ContactKind::Owner => Some(Self::Owner),
            ContactKind::Insured => None,
        }
    }
}
