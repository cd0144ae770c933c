//! Previews of edited texts, without contracts.

use super::book::{BOOK_OF_BUSINESS, subject};
use super::frame::{Frame, Subject};
use super::{letter, letterhead, text_images};
use crate::auth::Viewer;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::records::deliverable_text::{self, TextPlace, TextSubject};
use crate::records::{contact, deliverable, report};
use jiff::civil::Date;
use shared::branding::PLATFORM_COLOR;
use shared::branding::color::WHITE;
use shared::contact::{ContactKind, ContactRecord};
use shared::deliverable::layout::{Layout, Letterhead};
use shared::deliverable::rich_text::RichText;
use shared::deliverable::text_levels::{SetText, applicable};
use shared::deliverable::texts::Part;
use shared::deliverable::{DeliverableKind, Section, TemplateSettings};

/// Lays out the texts of `place`, with the edited text `value` replacing the stored one.
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
        let set = [edited(place, part, value, clock)];
        let images = text_images::load(&mut transaction, firm_id, place.kind, &set).await?;
        transaction.finish();
        return Ok(letter::sample(
            (&set[0].value, images),
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
    texts.retain(|text| text.part != part);
    texts.push(edited(place, part, value, clock));
    let images = text_images::load(&mut transaction, firm_id, place.kind, &texts).await?;
    let letterhead = letterhead::load(&mut transaction, firm_id).await?;
    transaction.finish();
    let frame = Frame {
        kind: place.kind,
        subject,
        letterhead,
        settings: &settings,
        texts: &texts,
        images,
        prepared_by: viewer.name(),
        today: viewer.today(clock),
    };
    Ok(frame.layout())
}

/// Converts an edited text to a text that applies like a stored one.
fn edited(place: &TextPlace, part: Part, value: RichText, clock: Clock) -> SetText {
    SetText {
        level: place.level(),
        part,
        value,
        version: 0,
        updated_at: clock.now(),
        updated_by: None,
    }
}

/// Returns the contact kind of a book of business, or `None` for other documents.
pub const fn contact_kind(kind: DeliverableKind) -> Option<ContactKind> {
    match kind {
        DeliverableKind::Agent => Some(ContactKind::Agent),
        DeliverableKind::Owner => Some(ContactKind::Owner),
        DeliverableKind::ReportSummary
        | DeliverableKind::ReportSummaryOwner
        | DeliverableKind::CrummeyLetter => None,
    }
}

/// Lays out texts for a sample firm.
pub fn sample_layout(kind: DeliverableKind, texts: &[SetText], prepared_by: String, today: Date) -> Layout {
    let letterhead = Letterhead {
        firm: "Sample Firm".into(),
        color: PLATFORM_COLOR.readable_on(&[WHITE]).to_string(),
        logo: None,
    };
    if kind == DeliverableKind::CrummeyLetter {
        let text = applicable(kind, Part::Letter, texts);
        return letter::sample((&text, Vec::new()), letterhead, prepared_by, today);
    }
    let settings = TemplateSettings {
        sections: Section::ALL.into(),
        ..TemplateSettings::default()
    };
    let frame = Frame {
        kind,
        subject: sample(kind),
        letterhead,
        settings: &settings,
        texts,
        images: Vec::new(),
        prepared_by,
        today,
    };
    frame.layout()
}

/// Returns a sample subject, for texts that are not tied to one contact or report.
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

/// Returns the cover page subject for a report.
pub(super) fn report_subject(name: String) -> Subject {
    Subject {
        title: "Report summary",
        name,
        lines: Vec::new(),
    }
}
