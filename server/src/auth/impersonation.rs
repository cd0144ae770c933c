//! Impersonation: staff members who act as a firm's user.

use super::accounts::AdminAccount;
use super::session::User;
use super::viewer::{Firm, Viewer};
use crate::audit;
use crate::db::schema::{admin_account, app_user, firm_assignment, impersonation};
use crate::db::{FixedSql, Transaction};
use crate::error::ApiResult;
use crate::request::RequestInfo;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Double, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::json;
use shared::permission::ImpersonationRequest;
use uuid::Uuid;

/// A running impersonation, as shown to the staff member.
#[derive(Debug, Clone)]
pub struct Impersonation {
    pub uuid: Uuid,
    pub actor_key: String,
    pub actor_name: String,
    pub reason: String,
    pub expires_at: Timestamp,
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
    pub expires_at: Timestamp,
    #[diesel(sql_type = Double)]
    pub expires_in: f64,
}

/// Finds the session's running impersonation. Its subject must still be an active user of the firm and not be
/// staff. Needs a transaction scoped to the actor, and scopes it to the firm.
pub(super) async fn running(
    transaction: &mut Transaction,
    actor_key: &str,
    admin: &AdminAccount,
    session_id: &str,
) -> ApiResult<Option<Running>> {
    let firm: Option<i32> = impersonation::table
        .filter(impersonation::actor_key.eq(actor_key))
        .filter(impersonation::session_id.eq(session_id))
        .filter(impersonation::admin_user_key.eq(&admin.admin_user_key))
        .filter(impersonation::ended_at.is_null())
        .filter(impersonation::expires_at.gt(diesel::dsl::now))
        .select(impersonation::firm_id)
        .first(&mut **transaction)
        .await
        .optional()?;
    let Some(firm_id) = firm else {
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

/// The user to impersonate.
#[derive(Queryable)]
pub struct Subject {
    pub time_zone: String,
    pub is_staff: bool,
}

/// Looks up an active user of the firm. Needs a transaction scoped to the firm.
pub async fn find_subject(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
) -> QueryResult<Option<Subject>> {
    let staff_accounts = admin_account::table
        .filter(admin_account::user_key.eq(user_key))
        .filter(admin_account::is_active);
    firm_assignment::table
        .find((firm_id, user_key))
        .inner_join(app_user::table.on(app_user::user_key.eq(firm_assignment::user_key)))
        .filter(firm_assignment::is_active)
        .filter(not(app_user::is_disabled))
        .select((app_user::time_zone, exists(staff_accounts)))
        .first(connection)
        .await
        .optional()
}

#[derive(QueryableByName)]
struct Expiry {
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    expires_at: Timestamp,
}

/// Begins an impersonation in the viewer's session. Returns the time when it expires.
pub async fn begin(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    admin_user_key: &str,
    uuid: Uuid,
    request: &ImpersonationRequest,
) -> QueryResult<Timestamp> {
    let expiry: Expiry = diesel::sql_query(
        "INSERT INTO impersonation (firm_id, uuid, actor_key, admin_user_key, session_id, subject_key, reason,
           may_write, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(mins => $9)) RETURNING expires_at",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Text, _>(admin_user_key)
    .bind::<Text, _>(&viewer.session_id)
    .bind::<Text, _>(&request.user_key)
    .bind::<Text, _>(&request.reason)
    .bind::<Bool, _>(request.write)
    .bind::<Integer, _>(i32::from(request.minutes))
    .get_result(connection)
    .await?;
    Ok(expiry.expires_at)
}

/// Ends the session's running impersonation, if any, and adds an audit entry. Needs a transaction scoped to the
/// actor, and scopes it to the firm. Adds no entry for an expired impersonation, because its start entry already
/// records the expiry.
pub async fn end(
    transaction: &mut Transaction,
    actor_key: &str,
    session_id: &str,
    request: &RequestInfo,
) -> ApiResult<()> {
    let end = FixedSql::<Nullable<Timestamptz>>::new("least(now(), expires_at)");
    let ended: Option<(i32, String, bool)> = diesel::update(impersonation::table)
        .filter(impersonation::actor_key.eq(actor_key))
        .filter(impersonation::session_id.eq(session_id))
        .filter(impersonation::ended_at.is_null())
        .set(impersonation::ended_at.eq(end))
        .returning((
            impersonation::firm_id,
            impersonation::subject_key,
            impersonation::expires_at.le(diesel::dsl::now),
        ))
        .get_result(&mut **transaction)
        .await
        .optional()?;
    if let Some((firm_id, subject_key, false)) = ended {
        transaction.now_in_firm(firm_id).await?;
        let author = audit::Author {
            firm_id,
            actor_key,
            on_behalf_of: Some(&subject_key),
            request,
        };
        let subject = ("user", subject_key.as_str());
        audit::record(transaction, author, "impersonateEnd", subject, json!({})).await?;
    }
    Ok(())
}
