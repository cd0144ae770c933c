//! Firms' own texts for deliverables, by level.

use super::global_text;
use crate::auth::Viewer;
use crate::db::schema::{app_user, deliverable_content};
use anyhow::Context;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::deliverable::rich_text::RichText;
use shared::deliverable::text_levels::SetText;
use shared::deliverable::texts::Part;
use shared::deliverable::{DeliverableKind, TextLevel};
use uuid::Uuid;

/// The contact or report that a text is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextSubject {
    Contact(Uuid),
    Report(Uuid),
}

/// The documents that a text applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPlace {
    pub kind: DeliverableKind,
    /// `None` for all templates of the firm.
    pub template: Option<Uuid>,
    /// `None` for all contacts or reports. Requires a template.
    pub subject: Option<TextSubject>,
}

impl TextPlace {
    pub const fn level(&self) -> TextLevel {
        match (self.subject, self.template) {
            (Some(TextSubject::Contact(_)), _) => TextLevel::Contact,
            (Some(TextSubject::Report(_)), _) => TextLevel::Report,
            (None, Some(_)) => TextLevel::Template,
            (None, None) => TextLevel::Firm,
        }
    }

    const fn contact(&self) -> Option<Uuid> {
        match self.subject {
            Some(TextSubject::Contact(uuid)) => Some(uuid),
            _ => None,
        }
    }

    const fn report(&self) -> Option<Uuid> {
        match self.subject {
            Some(TextSubject::Report(uuid)) => Some(uuid),
            _ => None,
        }
    }

    fn number(&self) -> i16 {
        i16::from(self.kind.number())
    }
}

type TextRow = (
    String,
    Option<Uuid>,
    Option<Uuid>,
    Option<Uuid>,
    String,
    i32,
    jiff_diesel::Timestamp,
    Option<(String, String)>,
);

/// Lists the texts that are set for a place or for a broader one, including the texts for all firms. Returns at most
/// one text per part and level.
///
/// # Errors
/// Returns an error if the query fails or a stored text is not valid.
pub async fn applicable(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    place: &TextPlace,
) -> anyhow::Result<Vec<SetText>> {
    use deliverable_content as text;
    let rows: Vec<TextRow> = text::table
        .left_join(app_user::table.on(app_user::user_key.nullable().eq(text::updated_by)))
        .filter(text::firm_id.eq(firm_id))
        .filter(text::template_type.eq(place.number()))
        .filter(
            text::template_uuid
                .is_null()
                .or(text::template_uuid.eq(place.template)),
        )
        .filter(
            text::contact_uuid
                .is_null()
                .or(text::contact_uuid.eq(place.contact())),
        )
        .filter(
            text::report_uuid
                .is_null()
                .or(text::report_uuid.eq(place.report())),
        )
        .select((
            text::part,
            text::template_uuid,
            text::contact_uuid,
            text::report_uuid,
            text::value,
            text::version,
            text::updated_at,
            (app_user::first_name, app_user::last_name).nullable(),
        ))
        .load(connection)
        .await?;
    let texts = rows.into_iter().map(|row| set_text(place.kind, row));
    let mut texts = texts.collect::<anyhow::Result<Vec<_>>>()?;
    let of_all_firms = global_text::of_kind(connection, place.kind).await?;
    texts.extend(of_all_firms.into_iter().map(|text| SetText {
        // Firms must not see which staff member set it.
        updated_by: None,
        ..text
    }));
    Ok(texts)
}

fn set_text(
    kind: DeliverableKind,
    (part, template, contact, report, value, version, at, user): TextRow,
) -> anyhow::Result<SetText> {
    let level = match (contact, report, template) {
        (Some(_), ..) => TextLevel::Contact,
        (_, Some(_), _) => TextLevel::Report,
        (.., Some(_)) => TextLevel::Template,
        _ => TextLevel::Firm,
    };
    Ok(SetText {
        level,
        part: Part::from_name(kind, &part).with_context(|| format!("unknown part {part}"))?,
        value: serde_json::from_str(&value).context("cannot read a stored text")?,
        version,
        updated_at: at.to_jiff(),
        updated_by: user.map(|(first, last)| format!("{first} {last}")),
    })
}

/// Saves a text. `version` is `None` if no text was set for this place. Returns `false` if the version has changed.
///
/// # Errors
/// Returns an error if the text cannot be written as JSON or the query fails.
pub async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (place, part): (&TextPlace, Part),
    (value, version): (&RichText, Option<i32>),
    now: Timestamp,
) -> anyhow::Result<bool> {
    use deliverable_content as text;
    let value = serde_json::to_string(value)?;
    let changed = (
        text::value.eq(&value),
        text::updated_at.eq(jiff_diesel::Timestamp::from(now)),
        text::updated_by.eq(&viewer.user_key),
    );
    let Some(version) = version else {
        let inserted = diesel::insert_into(text::table)
            .values((
                text::firm_id.eq(viewer.firm.id),
                text::uuid.eq(crate::ids::new_uuid()),
                text::template_type.eq(place.number()),
                text::part.eq(part.name()),
                text::template_uuid.eq(place.template),
                text::contact_uuid.eq(place.contact()),
                text::report_uuid.eq(place.report()),
                changed,
            ))
            .on_conflict_do_nothing()
            .execute(connection)
            .await?;
        return Ok(inserted == 1);
    };
    let updated = diesel::update(text::table)
        .filter(text::firm_id.eq(viewer.firm.id))
        .filter(text::template_type.eq(place.number()))
        .filter(text::part.eq(part.name()))
        .filter(text::template_uuid.is_not_distinct_from(place.template))
        .filter(text::contact_uuid.is_not_distinct_from(place.contact()))
        .filter(text::report_uuid.is_not_distinct_from(place.report()))
        .filter(text::version.eq(version))
        .set((changed, text::version.eq(text::version + 1)))
        .execute(connection)
        .await?;
    Ok(updated == 1)
}

/// Deletes the text of a place, so that the text of a broader place applies. Returns `false` if the version has
/// changed.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (place, part): (&TextPlace, Part),
    version: i32,
) -> QueryResult<bool> {
    use deliverable_content as text;
    let deleted = diesel::delete(text::table)
        .filter(text::firm_id.eq(firm_id))
        .filter(text::template_type.eq(place.number()))
        .filter(text::part.eq(part.name()))
        .filter(text::template_uuid.is_not_distinct_from(place.template))
        .filter(text::contact_uuid.is_not_distinct_from(place.contact()))
        .filter(text::report_uuid.is_not_distinct_from(place.report()))
        .filter(text::version.eq(version))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}
