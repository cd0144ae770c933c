//! Support requests to a firm, queued as emails.

use crate::auth::Viewer;
use crate::db::schema::{branding, mail_outbox};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use shared::support::SupportRequest;
use uuid::Uuid;

/// Value of `mail_outbox.cause`.
const CAUSE: &str = "Support";

/// A request as stored in the mail outbox.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRequest {
    /// Host name of the portal that the user was on.
    pub host: String,
    pub request: SupportRequest,
}

/// Returns the firm's support email address for this host name, or else for the first host name that has one.
pub async fn support_email(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    host: &str,
) -> QueryResult<Option<String>> {
    branding::table
        .filter(branding::firm_id.eq(firm_id))
        .filter(branding::support_email.is_not_null())
        .order((branding::host.eq(host).desc(), branding::host))
        .select(branding::support_email)
        .first(connection)
        .await
        .optional()
        .map(Option::flatten)
}

/// Returns how many requests the viewer has sent in the last 24 hours.
pub async fn count_today(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    now: Timestamp,
) -> QueryResult<i64> {
    let since = now - SignedDuration::from_hours(24);
    mail_outbox::table
        .filter(mail_outbox::firm_id.eq(viewer.firm.id))
        .filter(mail_outbox::user_key.eq(&viewer.user_key))
        .filter(mail_outbox::cause.eq(CAUSE))
        .filter(mail_outbox::created_at.gt(jiff_diesel::Timestamp::from(since)))
        .count()
        .get_result(connection)
        .await
}

/// Queues the email. Returns `false` if the outbox already has an email with this uuid.
pub async fn queue(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    request: &serde_json::Value,
    now: Timestamp,
) -> QueryResult<bool> {
    let now = jiff_diesel::Timestamp::from(now);
    let added = diesel::insert_into(mail_outbox::table)
        .values((
            mail_outbox::firm_id.eq(viewer.firm.id),
            mail_outbox::uuid.eq(uuid),
            mail_outbox::user_key.eq(&viewer.user_key),
            mail_outbox::cause.eq(CAUSE),
            mail_outbox::notification_ids.eq(Vec::<i64>::new()),
            mail_outbox::created_at.eq(now),
            mail_outbox::next_try_at.eq(now),
            mail_outbox::support_request.eq(request),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(added == 1)
}

/// Returns whether the viewer queued this request with this uuid.
pub async fn is_queued(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    request: &serde_json::Value,
) -> QueryResult<bool> {
    let same = mail_outbox::table
        .find((viewer.firm.id, uuid))
        .filter(mail_outbox::user_key.eq(&viewer.user_key))
        .filter(mail_outbox::support_request.eq(request));
    diesel::select(exists(same)).get_result(connection).await
}
