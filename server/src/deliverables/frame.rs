//! The parts of a document that do not depend on its contracts: letterhead, cover page and texts.

use crate::error::{ApiError, ApiResult};
use jiff::civil::Date;
use shared::date;
use shared::deliverable::layout::{Layout, LayoutImage, Letterhead, Page};
use shared::deliverable::placeholders::{self, LetterValues, Values};
use shared::deliverable::text_levels::{SetText, applicable};
use shared::deliverable::texts::Part;
use shared::deliverable::{DeliverableKind, MAX_DOCUMENT_CONTRACTS, TemplateSettings};
use shared::exact_sum::TotalsOverflow;
use shared::money::format_count;

/// Subject of a document, as shown on its cover page.
pub struct Subject {
    pub title: &'static str,
    pub name: String,
    /// Lines under the name, such as an address.
    pub lines: Vec<String>,
}

/// The parts of a document other than its contracts.
pub struct Frame<'a> {
    pub kind: DeliverableKind,
    pub subject: Subject,
    pub letterhead: Letterhead,
    pub settings: &'a TemplateSettings,
    /// Customized texts. Parts without one use the default text.
    pub texts: &'a [SetText],
    /// Images in the texts that apply.
    pub images: Vec<LayoutImage>,
    /// Name of the user who generates the document.
    pub prepared_by: String,
    pub today: Date,
}

impl Frame<'_> {
    /// Lays out a document without contracts.
    pub fn layout(self) -> Layout {
        let Self {
            kind,
            subject,
            letterhead,
            settings,
            texts,
            images,
            prepared_by,
            today,
        } = self;
        let values = Values {
            subject: subject.name,
            firm: letterhead.firm.clone(),
            as_of: date::format(today),
            prepared_by,
            letter: LetterValues::default(),
        };
        let text = |part| {
            let mut text = applicable(kind, part, texts);
            placeholders::replace(kind, &mut text, &values);
            text
        };
        Layout {
            title: subject.title.into(),
            subject_lines: subject.lines,
            letterhead,
            letter: None,
            page: Page {
                size: settings.page_size,
                is_landscape: settings.is_landscape,
            },
            as_of: values.as_of.clone(),
            date: today.to_string(),
            cover_page: text(Part::CoverPage),
            disclosure: text(Part::Disclosure),
            recommendation: text(Part::Recommendation),
            images,
            prepared_by: Some(values.prepared_by),
            subject: values.subject,
            header: settings.header.clone(),
            footer: settings.footer.clone(),
            sections: settings.sections.clone(),
            totals: Vec::new(),
            charts: Vec::new(),
            tables: Vec::new(),
        }
    }
}

/// Returns `ApiError::Refused` if a document would have more than [`MAX_DOCUMENT_CONTRACTS`] rows. `advice` tells the
/// user what to do.
pub fn must_fit(count: i64, advice: &str) -> ApiResult<()> {
    if count <= MAX_DOCUMENT_CONTRACTS {
        return Ok(());
    }
    Err(ApiError::Refused {
        code: "too_many_contracts",
        message: format!(
            "A document can have up to {} contracts, but there are {}. {advice}",
            format_count(Some(MAX_DOCUMENT_CONTRACTS)),
            format_count(Some(count)),
        ),
    })
}

/// Converts the error for a total that is too large.
pub fn too_large(error: TotalsOverflow) -> ApiError {
    ApiError::Internal(anyhow::Error::new(error).context("cannot add up a document"))
}
