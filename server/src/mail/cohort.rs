//! Emails to the contacts of a cohort: the schedule's message, with a book of business or lists of the contact's
//! contracts attached.

use super::branding::Branding;
use super::composer::Composer;
use super::content::{CohortMail, Frame, Rendered};
use super::email::{Email, Unwritten, Written};
use super::outbox::Subject;
use crate::db::schema::cohort_send_recipient;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::sends::{Attached, Document, NO_DOCUMENTS, ScheduleOwner, attachments, merge_values, unsubscribe};
use crate::store::Wanted;
use anyhow::Context;
use bytes::Bytes;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Date as SqlDate, Integer, Jsonb, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{TryStreamExt, stream};
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};
use shared::cohort::schedule::{ScheduledBook, SendTo, Skip};
use shared::contact::ContactKind;
use shared::deliverable::DeliverableKind;
use std::convert::Infallible;
use uuid::Uuid;

/// A sent document in the document store.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptDocument {
    pub name: String,
    pub storage_key: String,
    /// `None` for an unencrypted file stored by an earlier version.
    #[serde(default)]
    pub uuid: Option<Uuid>,
    pub size_bytes: u64,
    #[serde(default = "csv")]
    pub media_type: String,
}

/// Earlier versions attached only lists of contracts.
fn csv() -> String {
    "text/csv; charset=utf-8".to_owned()
}

impl KeptDocument {
    pub fn wanted(&self, firm_id: i32) -> Wanted<'_> {
        Wanted {
            firm_id,
            uuid: self.uuid,
            key: &self.storage_key,
            hash: None,
            size_bytes: self.size_bytes,
        }
    }
}

#[derive(QueryableByName)]
struct RecipientRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    to_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    address: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    note: Option<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    documents: Option<serde_json::Value>,
    #[diesel(sql_type = Text)]
    subject: String,
    #[diesel(sql_type = Text)]
    message: String,
    #[diesel(sql_type = Text)]
    send_to: String,
    #[diesel(sql_type = Bool)]
    includes_annuities: bool,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    template_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    group_by: Option<i16>,
    #[diesel(sql_type = Text)]
    owner_key: String,
    #[diesel(sql_type = Bool)]
    is_schedule_deleted: bool,
    #[diesel(sql_type = Bool)]
    is_contact_deleted: bool,
    #[diesel(sql_type = SmallInt)]
    contact_kind: i16,
    #[diesel(sql_type = Text)]
    firm: String,
}

impl RecipientRow {
    fn book(&self, kind: ContactKind) -> anyhow::Result<Option<ScheduledBook>> {
        let (Some(template), Some(group_by)) = (self.template_uuid, self.group_by) else {
            return Ok(None);
        };
        let kind = DeliverableKind::of_contact(kind).context("the contacts have no books of business")?;
        let group_by = u8::try_from(group_by).context("unknown grouping")?;
        let book = ScheduledBook::stored(kind.number(), template, group_by);
        book.map(Some).context("unknown grouping")
    }
}

/// Composes the email from current data. Returns the label of a [`Skip`] reason instead if it must not be
/// sent, e.g. because the contact has unsubscribed since the recipients were determined.
pub(super) async fn write(composer: &Composer, firm_id: i32, subject: Subject) -> ApiResult<Written> {
    let mut transaction = composer.db.begin(firm_id).await?;
    let row = find(&mut transaction, firm_id, subject).await?;
    let owner = ScheduleOwner::find(&mut transaction, firm_id, &row.owner_key).await?;
    let branding = Branding::of(&composer.config, &mut transaction, firm_id).await?;
    let values = match &owner {
        Some(owner) if !row.is_contact_deleted => {
            let about = (owner, subject.contact);
            Some(merge_values(&mut transaction, firm_id, row.firm.clone(), about).await?)
        }
        _ => None,
    };
    let address = row.address.clone().unwrap_or_default();
    let is_to_contact = row.send_to != SendTo::Me.code();
    let has_unsubscribed = is_to_contact
        && !unsubscribe::among(&mut transaction, firm_id, &[&address])
            .await?
            .is_empty();
    transaction.finish();
    let skip = if row.is_schedule_deleted {
        Some(Skip::ScheduleDeleted)
    } else if row.is_contact_deleted {
        Some(Skip::Deleted)
    } else if has_unsubscribed {
        Some(Skip::Unsubscribed)
    } else {
        None
    };
    if let Some(skip) = skip {
        return Ok(Err(skip.label().into()));
    }
    let Some((owner, values)) = owner.zip(values) else {
        return Ok(Err(Skip::OutOfScope.label().into()));
    };
    let Ok(to) = address.parse() else {
        return Ok(Err(Skip::BadAddress.label().into()));
    };
    let documents = match documents(composer, firm_id, subject, &row, &owner).await {
        Ok(documents) => documents,
        Err(error) if row.template_uuid.is_some() => return unwritten(subject, error).map(Err),
        Err(error) => return Err(error),
    };
    if documents.is_empty() {
        return Ok(Err(Skip::NoContracts.label().into()));
    }
    let unsubscribe = if is_to_contact {
        let token = unsubscribe::token(&composer.sealer, firm_id, &address)?;
        Some(format!("{}{}/{token}", branding.base, unsubscribe::PATH))
    } else {
        None
    };
    let title = values.fill(&row.subject);
    let title = if row.send_to == SendTo::Contact.code() {
        title
    } else {
        // The contact's name distinguishes the emails if one user receives those for several contacts.
        format!("{title}: {}", row.name)
    };
    let message = values.fill(&row.message);
    let mail = CohortMail {
        frame: Frame {
            title: &title,
            platform: &branding.platform,
            firm: &row.firm,
            colors: branding.colors().light,
        },
        note: row.note.as_deref(),
        message: &message,
        unsubscribe: unsubscribe.as_deref(),
    };
    let Rendered { text, html } = mail.render()?;
    let reply_to = owner.email.as_deref().and_then(|email| email.parse().ok());
    Ok(Ok(Email {
        to: Mailbox::new(row.to_name, to),
        platform: branding.platform,
        text,
        html,
        reply_to: reply_to.map(|address| Mailbox::new(Some(owner.name.clone()), address)),
        documents,
        unsubscribe,
        subject: title,
    }))
}

/// Converts an error from creating an email's documents to a reason for skipping or retrying only that email. Returns
/// all other errors.
fn unwritten(subject: Subject, error: ApiError) -> ApiResult<Unwritten> {
    match error {
        ApiError::Refused { message, .. } => Ok(Unwritten::Skip(message.into())),
        ApiError::NotFound(_) | ApiError::Forbidden => Ok(Skip::OutOfScope.label().into()),
        ApiError::Internal(_) | ApiError::Unavailable(_) | ApiError::RenderTimeout => {
            tracing::warn!(contact.uuid = %subject.contact, error = format!("{error:?}"), "failed to create the documents of a mail");
            Ok(Unwritten::Retry(NO_DOCUMENTS))
        }
        error => Err(error),
    }
}

async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    subject: Subject,
) -> QueryResult<RecipientRow> {
    diesel::sql_query(
        "SELECT recipient.name, to_name, address, recipient.note, documents, send.subject, send.message, send.send_to,
           send.includes_annuities, send.template_uuid, send.group_by, send.owner_key,
           schedule.deleted_at IS NOT NULL OR cohort.deleted_at IS NOT NULL AS is_schedule_deleted,
           coalesce(contact.deleted_at IS NOT NULL, true) AS is_contact_deleted, cohort.contact_kind, firm.name AS firm
         FROM cohort_send_recipient recipient JOIN cohort_send send USING (firm_id, schedule_uuid, send_date)
         JOIN cohort_schedule schedule ON schedule.firm_id = send.firm_id AND schedule.uuid = schedule_uuid
         JOIN cohort ON cohort.firm_id = send.firm_id AND cohort.uuid = schedule.cohort_uuid
         JOIN firm ON firm.firm_id = send.firm_id
         LEFT JOIN contact ON contact.firm_id = send.firm_id AND contact.uuid = contact_uuid
         WHERE recipient.firm_id = $1 AND schedule_uuid = $2 AND send_date = $3 AND contact_uuid = $4",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(subject.schedule)
    .bind::<SqlDate, _>(jiff_diesel::Date::from(subject.send_date))
    .bind::<SqlUuid, _>(subject.contact)
    .get_result(connection)
    .await
}

/// Generates and stores the documents on the first attempt. Later attempts send the stored documents.
async fn documents(
    composer: &Composer,
    firm_id: i32,
    subject: Subject,
    row: &RecipientRow,
    owner: &ScheduleOwner,
) -> ApiResult<Vec<Document>> {
    let store = &composer.store;
    if let Some(kept) = &row.documents {
        let kept: Vec<KeptDocument> =
            serde_json::from_value(kept.clone()).context("cannot read the list of stored documents")?;
        let mut documents = Vec::new();
        for document in kept {
            let chunks: Vec<Bytes> = store
                .read(document.wanted(firm_id))
                .await?
                .try_collect()
                .await
                .context("cannot read a stored document")?;
            documents.push(Document {
                name: document.name,
                media_type: document.media_type,
                content: chunks.concat().into(),
            });
        }
        return Ok(documents);
    }
    let kind = ContactKind::ALL
        .into_iter()
        .find(|kind| *kind as i16 == row.contact_kind)
        .context("unknown contact kind of a cohort")?;
    let day = composer.clock.today_in(&owner.reader.time_zone);
    let attached = Attached {
        includes_annuities: row.includes_annuities,
        book: row.book(kind)?,
    };
    let documents = attachments(
        &composer.db,
        &composer.renderer,
        (firm_id, owner),
        (kind, subject.contact),
        day,
        attached,
    )
    .await?;
    let mut kept = Vec::new();
    for Document {
        name,
        media_type,
        content,
    } in &documents
    {
        let body = stream::iter([Ok::<_, Infallible>(content.clone())]);
        let uuid = new_uuid();
        let (file, ()) = store.keep((firm_id, uuid), body, u64::MAX, 0, |_| Ok(())).await?;
        kept.push(KeptDocument {
            name: name.clone(),
            storage_key: file.key,
            uuid: Some(uuid),
            size_bytes: file.size_bytes,
            media_type: media_type.clone(),
        });
    }
    let mut transaction = composer.db.begin(firm_id).await?;
    let stored = serde_json::to_value(&kept).map_err(anyhow::Error::from)?;
    diesel::update(subject.row(firm_id))
        .set(cohort_send_recipient::documents.eq(stored))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(documents)
}
