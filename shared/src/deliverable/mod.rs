//! Deliverables: PDF documents that a firm gives its clients. A book of business lists the contracts of an
//! agent or owner. A report summary lists the rows of a saved report. Crummey letters go to the beneficiaries
//! of trusts.

pub mod book;
mod cells;
mod charts;
pub mod global;
mod grouping;
pub mod images;
pub mod layout;
pub mod people;
pub mod placeholders;
pub mod rich_text;
pub mod stored;
mod summary;
mod template_settings;
mod templates;
mod text_check;
pub mod text_levels;
pub mod texts;

pub use grouping::GroupBy;
pub use stored::{
    BookOfBusiness, BookPreview, BookRequest, DeliverableTemplate, PendingVersion, StoredDeliverable,
    group_by,
};
pub use summary::{ReportSummary, SummaryRequest, has_contracts, summary_group};

pub use template_settings::{
    Section, TemplateInput, TemplateLimits, TemplateSettings, normalize_template, template_columns,
};
pub use templates::built_in_templates;
pub use text_check::{check_structure, check_text};
pub use text_levels::{DeliverableText, InheritedText, TextInput, TextLevel, TextPreviewInput};

use crate::contact::ContactKind;
use crate::vocabulary::numbered;

/// Maximum number of contracts in one document, about 170 pages. The renderer then needs half of its memory.
pub const MAX_DOCUMENT_CONTRACTS: i64 = 5_000;

/// Maximum number of contracts in a book of business that is generated during the request. Larger books are
/// generated in the background.
pub const MAX_IMMEDIATE_CONTRACTS: i64 = 500;

numbered! {
    /// Kind of deliverable.
    DeliverableKind {
        Agent = 1, "Agent book of business";
        Owner = 2, "Owner book of business";
        ReportSummary = 3, "Report summary";
        ReportSummaryOwner = 4, "Report summary by owner";
        CrummeyLetter = 5, "Crummey letter";
    }
}

impl DeliverableKind {
    /// Returns whether the kind has templates. Letters have only a text.
    pub const fn has_templates(self) -> bool {
        !matches!(self, Self::CrummeyLetter)
    }

    /// Returns the kind of a contact's book of business. Insureds have none.
    pub const fn of_contact(kind: ContactKind) -> Option<Self> {
        match kind {
            ContactKind::Agent => Some(Self::Agent),
            ContactKind::Owner => Some(Self::Owner),
            ContactKind::Insured => None,
        }
    }
}
