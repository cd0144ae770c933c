//! Best interest forms of owners.

mod contracts;

pub use contracts::contracts_of;

use crate::auth::Viewer;
use crate::db::schema::{app_user, best_interest};
use crate::error::ApiResult;
use anyhow::Context;
use aws_lc_rs::digest::{SHA256, digest};
use diesel::dsl::{exists, max, select};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::best_interest::{
    BestInterestContent, BestInterestVersion, MAX_VERSIONS, retain_until, review_due,
};
use shared::contract::BestInterestStatus;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = best_interest, check_for_backend(Pg))]
struct FormRow {
    uuid: Uuid,
    version: i32,
    number: i32,
    state: String,
    content: String,
    content_hash: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    review_due_date: Option<Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    retain_until: Option<Date>,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    updated_at: Timestamp,
}

impl FormRow {
    fn shown(self, updated_by: Option<(String, String)>) -> ApiResult<BestInterestVersion> {
        let content = serde_json::from_str(&self.content)
            .with_context(|| format!("best interest form {} cannot be read", self.uuid))?;
        Ok(BestInterestVersion {
            uuid: self.uuid,
            number: self.number,
            version: self.version,
            state: self.state,
            content,
            is_unchanged: self
                .content_hash
                .as_ref()
                .is_none_or(|stored| *stored == hash(&self.content)),
            hash: self.content_hash,
            review_due_date: self.review_due_date,
            retain_until: self.retain_until,
            updated_at: self.updated_at,
            updated_by: updated_by.map(|(first, last)| format!("{first} {last}")),
        })
    }
}

/// Returns the SHA-256 hash of a form in lowercase hexadecimal.
pub fn hash(content: &str) -> String {
    let hash = digest(&SHA256, content.as_bytes());
    hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn text_of(content: &BestInterestContent) -> ApiResult<String> {
    Ok(serde_json::to_string(content).context("a best interest form cannot be written")?)
}

/// Lists the forms of an owner, newest first.
pub async fn of_owner(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    owner: Uuid,
) -> ApiResult<Vec<BestInterestVersion>> {
    let most = i64::try_from(MAX_VERSIONS).unwrap_or(i64::MAX);
    let rows: Vec<(FormRow, Option<(String, String)>)> = best_interest::table
        .left_join(app_user::table.on(app_user::user_key.nullable().eq(best_interest::updated_by)))
        .filter(best_interest::firm_id.eq(firm_id))
        .filter(best_interest::owner_uuid.eq(owner))
        .order((best_interest::created_at.desc(), best_interest::uuid.desc()))
        .limit(most)
        .select((
            FormRow::as_select(),
            (app_user::first_name, app_user::last_name).nullable(),
        ))
        .load(connection)
        .await?;
    rows.into_iter().map(|(row, user)| row.shown(user)).collect()
}

/// A form to insert.
pub struct NewForm<'a> {
    pub uuid: Uuid,
    pub content: &'a BestInterestContent,
    pub is_complete: bool,
    pub request_hash: Option<&'a [u8]>,
    pub now: Timestamp,
}

/// Inserts a form and gives it the owner's next form number.
pub async fn insert(connection: &mut AsyncPgConnection, viewer: &Viewer, new: NewForm<'_>) -> ApiResult<()> {
    let (firm_id, owner) = (viewer.firm.id, new.content.owner.uuid);
    let last: Option<i32> = best_interest::table
        .filter(best_interest::firm_id.eq(firm_id))
        .filter(best_interest::owner_uuid.eq(owner))
        .select(max(best_interest::number))
        .first(connection)
        .await?;
    let now = jiff_diesel::Timestamp::from(new.now);
    diesel::insert_into(best_interest::table)
        .values((
            best_interest::firm_id.eq(firm_id),
            best_interest::uuid.eq(new.uuid),
            best_interest::owner_uuid.eq(owner),
            best_interest::number.eq(last.unwrap_or_default() + 1),
            best_interest::state.eq(unsigned(new.is_complete).code()),
            best_interest::content.eq(text_of(new.content)?),
            best_interest::document_uuids.eq(documents_of(new.content)),
            best_interest::request_hash.eq(new.request_hash),
            best_interest::created_at.eq(now),
            best_interest::created_by.eq(&viewer.user_key),
            best_interest::updated_at.eq(now),
            best_interest::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Saves an unsigned form.
pub async fn update(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    (content, is_complete): (&BestInterestContent, bool),
    now: Timestamp,
) -> ApiResult<()> {
    diesel::update(best_interest::table.find((viewer.firm.id, uuid)))
        .set((
            best_interest::state.eq(unsigned(is_complete).code()),
            best_interest::content.eq(text_of(content)?),
            best_interest::document_uuids.eq(documents_of(content)),
            best_interest::version.eq(best_interest::version + 1),
            best_interest::updated_at.eq(jiff_diesel::Timestamp::from(now)),
            best_interest::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores a form's signed content, and marks the owner's previously signed forms as superseded.
pub async fn sign(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    (content, signed_on): (&BestInterestContent, Date),
    now: Timestamp,
) -> ApiResult<()> {
    let text = text_of(content)?;
    let state = content.owner.state.as_deref();
    diesel::update(best_interest::table)
        .filter(best_interest::firm_id.eq(viewer.firm.id))
        .filter(best_interest::owner_uuid.eq(content.owner.uuid))
        .filter(best_interest::state.eq(BestInterestStatus::Signed.code()))
        .set((
            best_interest::state.eq(BestInterestStatus::Superseded.code()),
            best_interest::version.eq(best_interest::version + 1),
        ))
        .execute(&mut *connection)
        .await?;
    diesel::update(best_interest::table.find((viewer.firm.id, uuid)))
        .set((
            best_interest::state.eq(BestInterestStatus::Signed.code()),
            best_interest::content_hash.eq(hash(&text)),
            best_interest::content.eq(text),
            best_interest::document_uuids.eq(documents_of(content)),
            best_interest::signed_on.eq(jiff_diesel::Date::from(signed_on)),
            best_interest::review_due_date.eq(jiff_diesel::Date::from(review_due(signed_on))),
            best_interest::retain_until.eq(jiff_diesel::Date::from(retain_until(signed_on, state))),
            best_interest::version.eq(best_interest::version + 1),
            best_interest::updated_at.eq(jiff_diesel::Timestamp::from(now)),
            best_interest::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes an unsigned form.
pub async fn delete(connection: &mut AsyncPgConnection, firm_id: i32, uuid: Uuid) -> QueryResult<()> {
    diesel::delete(best_interest::table.find((firm_id, uuid)))
        .execute(connection)
        .await
        .map(drop)
}

/// Returns whether a signed form of an owner refers to a document.
pub async fn is_signed_document(
    connection: &mut AsyncPgConnection,
    (firm_id, owner): (i32, Uuid),
    document: Uuid,
) -> QueryResult<bool> {
    let signed = best_interest::table
        .filter(best_interest::firm_id.eq(firm_id))
        .filter(best_interest::owner_uuid.eq(owner))
        .filter(best_interest::content_hash.is_not_null())
        .filter(best_interest::document_uuids.contains(vec![document]));
    select(exists(signed)).get_result(connection).await
}

const fn unsigned(is_complete: bool) -> BestInterestStatus {
    if is_complete {
        BestInterestStatus::Complete
    } else {
        BestInterestStatus::Draft
    }
}

fn documents_of(content: &BestInterestContent) -> Vec<Uuid> {
    let statements = content.form.documents().map(|(_, document)| document);
    let paper = content
        .signature
        .as_ref()
        .and_then(|signature| signature.document_id);
    statements.chain(paper).collect()
}
