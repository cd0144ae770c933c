//! Impersonation: staff members who act as a firm's user.

use super::accounts::AdminAccount;
use super::session::User;
use super::viewer::Firm;
use crate::audit;
use crate::db::Transaction;
use crate::error::ApiResult;
use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Double, Integer, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::json;
use uuid::Uuid;

/// A running impersonation, as shown to the staff member.
#[derive(Debug, Clone)]
pub struct Impersonation {
    pub uuid: Uuid,
    pub actor_key: String,
    pub actor_name: String,
    pub reason: String,
    pub expires_at: jiff::Timestamp,
    pub may_write: bool,
}

#[derive(QueryableByName)]
pub(super) struct Running {
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(embed)]
    pub firm: Firm,
    #[diesel(embed)]
    pub subject: User,
    #[diesel(sql_type = SmallInt)]
    pub firm_user_type: i16,
    #[diesel(sql_type = Text)]
    pub reason: String,
    #[diesel(sql_type = Bool)]
    pub may_write: bool,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    pub expires_at: jiff::Timestamp,
    #[diesel(sql_type = Double)]
    pub expires_in: f64,
}

#[derive(QueryableByName)]
struct FirmId {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
}

/// Finds the session's running impersonation. Its subject must still be an active user of the firm and not be
/// staff. Needs a transaction scoped to the actor, and scopes it to the firm.
pub(super) async fn running(
    transaction: &mut Transaction,
    actor_key: &str,
    admin: &AdminAccount,
    session_id: &str,
) -> ApiResult<Option<Running>> {
    let firm: Option<FirmId> = diesel::sql_query(
        "SELECT firm_id FROM impersonation
         WHERE actor_key = $1 AND session_id = $2 AND admin_user_key = $3 AND ended_at IS NULL AND expires_at > now()",
    )
    .bind::<Text, _>(actor_key)
    .bind::<Text, _>(session_id)
    .bind::<Text, _>(&admin.admin_user_key)
    .get_result(&mut **transaction)
    .await
    .optional()?;
    let Some(FirmId { firm_id }) = firm else {
        return Ok(None);
    };
    transaction.now_in_firm(firm_id).await?;
    Ok(diesel::sql_query(
        "SELECT uuid, firm_id AS id, firm.name, firm.is_demo, firm_user_type, reason, may_write, expires_at,
           extract(epoch FROM expires_at - now())::float8 AS expires_in,
           user_key, first_name, last_name, time_zone, theme, density, is_disabled
         FROM impersonation JOIN firm USING (firm_id) JOIN app_user ON user_key = subject_key
         JOIN firm_assignment USING (firm_id, user_key)
         WHERE firm_id = $1 AND actor_key = $2 AND session_id = $3 AND ended_at IS NULL
           AND firm.is_active AND firm_assignment.is_active AND NOT is_disabled
           AND NOT EXISTS (SELECT FROM admin_account WHERE user_key = subject_key AND is_active)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(actor_key)
    .bind::<Text, _>(session_id)
    .get_result(&mut **transaction)
    .await
    .optional()?)
}

#[derive(QueryableByName)]
struct EndedImpersonation {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = Text)]
    subject_key: String,
    #[diesel(sql_type = Bool)]
    is_over: bool,
}

/// Ends the session's running impersonation, if any, and adds an audit entry. Needs a transaction scoped to
/// the actor, and scopes it to the firm. An expired impersonation gets no entry, because the entry of its
/// start states the expiry.
pub async fn end(
    transaction: &mut Transaction,
    actor_key: &str,
    session_id: &str,
    request: &RequestInfo,
) -> ApiResult<()> {
    let ended: Option<EndedImpersonation> = diesel::sql_query(
        "UPDATE impersonation SET ended_at = least(now(), expires_at)
         WHERE actor_key = $1 AND session_id = $2 AND ended_at IS NULL
         RETURNING firm_id, subject_key, expires_at <= now() AS is_over",
    )
    .bind::<Text, _>(actor_key)
    .bind::<Text, _>(session_id)
    .get_result(&mut **transaction)
    .await
    .optional()?;
    if let Some(ended) = ended.filter(|ended| !ended.is_over) {
        transaction.now_in_firm(ended.firm_id).await?;
        let author = audit::Author {
            firm_id: ended.firm_id,
            actor_key,
            on_behalf_of: Some(&ended.subject_key),
            request,
        };
        let subject = ("user", ended.subject_key.as_str());
        audit::record(transaction, author, "impersonateEnd", subject, json!({})).await?;
    }
    Ok(())
}
