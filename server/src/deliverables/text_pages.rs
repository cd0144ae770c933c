//! The pages of an edited text, without contracts.

use super::book::{BOOK_OF_BUSINESS, subject};
use super::frame::{Frame, Subject};
use super::{letter, letterhead};
use crate::auth::Viewer;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::records::deliverable_text::{self, TextPlace, TextSubject};
use crate::records::{contact, deliverable, report};
use shared::contact::{ContactKind, ContactRecord};
use shared::deliverable::layout::Layout;
use shared::deliverable::rich_text::RichText;
use shared::deliverable::text_levels::SetText;
use shared::deliverable::texts::Part;
use shared::deliverable::{DeliverableKind, Section, TemplateSettings};

/// Lays out the texts of a place, with an edited text in place of the stored one.
///
/// # Errors
/// Returns `ApiError::NotFound` if the template does not exist or the viewer cannot open the contact or report, and
/// `ApiError::Forbidden` if they may not read reports of this type.
pub async fn layout(
    db: &Db,
    clock: Clock,
    viewer: &Viewer,
    (place, part): (&TextPlace, Part),
    value: RichText,
) -> ApiResult<Layout> {
    let firm_id = viewer.firm.id;
    let mut transaction = db.begin(firm_id).await?;
    if place.kind == DeliverableKind::CrummeyLetter {
        let letterhead = letterhead::load(&mut transaction, firm_id).await?;
        transaction.finish();
        return Ok(letter::sample(
            &value,
            letterhead,
            viewer.name(),
            viewer.today(clock),
        ));
    }
    let subject = match (place.subject, contact_kind(place.kind)) {
        (Some(TextSubject::Contact(uuid)), Some(kind)) => {
            let contact = contact::find(&mut transaction, viewer, kind, uuid).await?;
            subject(&ContactRecord::from(
                contact.ok_or(ApiError::NotFound(kind.noun()))?,
            ))
        }
        (Some(TextSubject::Report(uuid)), _) => {
            let saved = report::find(&mut transaction, viewer, uuid).await?;
            let saved = saved.ok_or(ApiError::NotFound("report"))?;
            viewer.may_read(saved.report_type.feature())?;
            report_subject(saved.name)
        }
        _ => sample(place.kind),
    };
    let mut texts = deliverable_text::applicable(&mut transaction, firm_id, place).await?;
    let mut settings = match place.template {
        Some(template) => {
            let template = deliverable::template(&mut transaction, firm_id, place.kind, template).await?;
            template.ok_or(ApiError::NotFound("template"))?.settings
        }
        None => TemplateSettings::default(),
    };
    // The edited text may be in a section that the template leaves out.
    settings.sections = Section::ALL.into();
    let letterhead = letterhead::load(&mut transaction, firm_id).await?;
    transaction.finish();
    texts.retain(|text| text.part != part);
    texts.push(SetText {
        level: place.level(),
        part,
        value,
        version: 0,
        updated_at: clock.now(),
        updated_by: None,
    });
    let frame = Frame {
        kind: place.kind,
        subject,
        letterhead,
        settings: &settings,
        texts: &texts,
        prepared_by: viewer.name(),
        today: viewer.today(clock),
    };
    Ok(frame.layout())
}

/// Returns the kind of contact that a book of business is about.
pub const fn contact_kind(kind: DeliverableKind) -> Option<ContactKind> {
    match kind {
        DeliverableKind::Agent => Some(ContactKind::Agent),
        DeliverableKind::Owner => Some(ContactKind::Owner),
        DeliverableKind::ReportSummary
        | DeliverableKind::ReportSummaryOwner
        | DeliverableKind::CrummeyLetter => None,
    }
}

/// A made-up name for texts that apply to many documents.
fn sample(kind: DeliverableKind) -> Subject {
    let book = |name: &str| Subject {
        title: BOOK_OF_BUSINESS,
        name: name.into(),
        lines: Vec::new(),
    };
    match kind {
        DeliverableKind::Agent => book("Sample Agent"),
        DeliverableKind::Owner => book("Sample Client"),
        DeliverableKind::ReportSummary
        | DeliverableKind::ReportSummaryOwner
        | DeliverableKind::CrummeyLetter => report_subject("Sample report".into()),
    }
}

/// Returns the name of a report on the cover page.
pub(super) fn report_subject(name: String) -> Subject {
    Subject {
        title: "Report summary",
        name,
        lines: Vec::new(),
    }
}
