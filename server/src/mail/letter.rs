//! Emails with a Crummey letter.

use super::branding::Branding;
use super::composer::Composer;
use super::content::{Frame, LetterMail, Rendered};
use super::email::{Email, Unwritten, Written};
use crate::deliverables::MEDIA_TYPE;
use crate::error::ApiResult;
use crate::records::crummey_letter;
use crate::sends::Document;
use crate::store::Wanted;
use bytes::Bytes;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::TryStreamExt;
use jiff::Timestamp;
use lettre::message::Mailbox;
use shared::trust::letters::LetterState;
use uuid::Uuid;

/// Reason for not sending an email whose letter cannot be read. The log has the details.
const UNREADABLE: &str = "The letter could not be read.";

#[derive(QueryableByName)]
struct LetterRow {
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Text)]
    addressee: String,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Text)]
    trust: String,
    #[diesel(sql_type = Bool)]
    is_trust_deleted: bool,
    #[diesel(sql_type = Text)]
    firm: String,
    #[diesel(sql_type = Nullable<Text>)]
    sender: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    sender_email: Option<String>,
    #[diesel(sql_type = SqlUuid)]
    document_uuid: Uuid,
    #[diesel(sql_type = Text)]
    document_name: String,
    #[diesel(sql_type = Text)]
    storage_key: String,
    #[diesel(sql_type = Binary)]
    content_hash: Vec<u8>,
    #[diesel(sql_type = BigInt)]
    size_bytes: i64,
}

/// Composes the email with the stored letter.
pub(super) async fn write(composer: &Composer, firm_id: i32, letter: Uuid) -> ApiResult<Written> {
    let mut transaction = composer.db.begin(firm_id).await?;
    let row = find(&mut transaction, firm_id, letter).await?;
    let branding = Branding::of(&composer.config, &mut transaction, firm_id).await?;
    transaction.finish();
    if row.state != LetterState::Sending.code() {
        return Ok(Err("The letter is not queued for email.".into()));
    }
    if row.is_trust_deleted {
        return Ok(Err("The trust was deleted.".into()));
    }
    let Some(to) = row.email.as_deref().and_then(|email| email.parse().ok()) else {
        return Ok(Err("The email address is not valid.".into()));
    };
    let content = match content(composer, firm_id, &row).await {
        Ok(content) => content,
        Err(error) => {
            tracing::warn!(letter.uuid = %letter, error = format!("{error:#}"), "failed to read a letter");
            return Ok(Err(Unwritten::Retry(UNREADABLE)));
        }
    };
    let title = format!("Notice of a withdrawal right: {}", row.trust);
    let mail = LetterMail {
        frame: Frame {
            title: &title,
            platform: &branding.platform,
            firm: &row.firm,
            colors: branding.colors().light,
        },
        addressee: &row.addressee,
        trust: &row.trust,
    };
    let Rendered { text, html } = mail.render()?;
    let reply_to = row.sender_email.as_deref().and_then(|email| email.parse().ok());
    Ok(Ok(Email {
        to: Mailbox::new(Some(row.addressee.clone()), to),
        platform: branding.platform,
        subject: title,
        text,
        html,
        reply_to: reply_to.map(|address| Mailbox::new(row.sender.clone(), address)),
        documents: vec![Document {
            name: row.document_name,
            media_type: MEDIA_TYPE.to_owned(),
            content,
        }],
        unsubscribe: None,
    }))
}

/// Reads the stored letter. A letter that cannot be read does not delay other emails.
async fn content(composer: &Composer, firm_id: i32, row: &LetterRow) -> anyhow::Result<Bytes> {
    let wanted = Wanted {
        firm_id,
        uuid: Some(row.document_uuid),
        key: &row.storage_key,
        hash: Some(&row.content_hash),
        size_bytes: row.size_bytes.unsigned_abs(),
    };
    let chunks: Vec<Bytes> = composer.store.read(wanted).await?.try_collect().await?;
    Ok(chunks.concat().into())
}

async fn find(connection: &mut AsyncPgConnection, firm_id: i32, letter: Uuid) -> QueryResult<LetterRow> {
    diesel::sql_query(
        "SELECT letter.state, addressee, letter.email, trust.display_name AS trust,
           trust.deleted_at IS NOT NULL AS is_trust_deleted, firm.name AS firm,
           sender.first_name || ' ' || sender.last_name AS sender, sender.email AS sender_email,
           document.uuid AS document_uuid, document.name AS document_name, storage_key, content_hash, size_bytes
         FROM crummey_letter letter
         JOIN premium_gift gift ON gift.firm_id = letter.firm_id AND gift.uuid = gift_uuid
         JOIN contact trust ON trust.firm_id = letter.firm_id AND trust.uuid = gift.trust_uuid
         JOIN document ON document.firm_id = letter.firm_id AND document.uuid = document_uuid
         JOIN firm ON firm.firm_id = letter.firm_id
         LEFT JOIN app_user sender ON sender.user_key = sent_by
         WHERE letter.firm_id = $1 AND letter.uuid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(letter)
    .get_result(connection)
    .await
}

/// Result of an attempt to email a letter.
pub(super) struct Outcome<'a> {
    /// `Sending` if the email will be retried.
    pub state: LetterState,
    pub failure: Option<&'a str>,
}

#[derive(QueryableByName)]
struct Finished {
    #[diesel(sql_type = SqlUuid)]
    gift_uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    trust_uuid: Uuid,
}

/// Records the result of an attempt. Opens the gift's withdrawal window if this was its last letter.
pub(super) async fn finish(
    connection: &mut AsyncPgConnection,
    (firm_id, letter): (i32, Uuid),
    outcome: Outcome<'_>,
    now: Timestamp,
) -> QueryResult<()> {
    let found: Option<Finished> = diesel::sql_query(
        "SELECT gift_uuid, trust_uuid FROM crummey_letter letter
         JOIN premium_gift gift ON gift.firm_id = letter.firm_id AND gift.uuid = gift_uuid
         WHERE letter.firm_id = $1 AND letter.uuid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(letter)
    .get_result(&mut *connection)
    .await
    .optional()?;
    let Some(Finished {
        gift_uuid,
        trust_uuid,
    }) = found
    else {
        return Ok(());
    };
    crummey_letter::lock_gifts(connection, firm_id, &[gift_uuid]).await?;
    diesel::sql_query(
        "UPDATE crummey_letter letter SET state = $3, failure = $4, version = version + 1,
           emailed_at = CASE WHEN $3 = 'Delivered' THEN $5 END,
           delivered_on = CASE WHEN $3 = 'Delivered' THEN ($5 AT TIME ZONE coalesce(
             (SELECT time_zone FROM app_user WHERE user_key = sent_by), 'UTC'))::date END
         WHERE firm_id = $1 AND uuid = $2 AND state = 'Sending'",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(letter)
    .bind::<Text, _>(outcome.state.code())
    .bind::<Nullable<Text>, _>(outcome.failure)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .execute(&mut *connection)
    .await?;
    crummey_letter::open_windows(connection, firm_id, &[gift_uuid]).await?;
    // No user made this change, so `by` is empty.
    diesel::sql_query(
        "INSERT INTO hub_outbox (firm_id, record) VALUES ($1, jsonb_build_object(
           'kind', 'owner', 'uuid', $2, 'isDeleted', false, 'by', '', 'page', NULL))",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(trust_uuid)
    .execute(connection)
    .await
    .map(drop)
}
