//! Widget sessions: exchanges client secrets for access tokens, and builds the viewers for access tokens.

use super::{Credential, CredentialKind};
use crate::auth::secret::hash;
use crate::auth::viewer::{Embedded, Viewer, permissions_of};
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel::sql_types::{Array, Binary, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::Timestamp;
use shared::contact::ContactKind;
use shared::embed::{EmbedScope, EmbedToken, EmbedTokenRequest, Widget};
use shared::permission::Permissions;
use std::collections::HashMap;
use uuid::Uuid;

#[derive(QueryableByName)]
struct SessionRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Text)]
    widget: String,
    #[diesel(sql_type = Nullable<SmallInt>)]
    contact_kind: Option<i16>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    contact_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    report_uuid: Option<Uuid>,
    #[diesel(sql_type = Array<Text>)]
    scopes: Vec<String>,
    #[diesel(sql_type = Text)]
    origin: String,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    expires_at: Timestamp,
}

/// SQL condition for a valid session. The session has not expired and its partner is active. Unless it is a preview,
/// its key is not revoked and its origin is still allowed. `$1` is the firm id and `$2` the current time.
const LIVE: &str = "session.firm_id = $1 AND session.expires_at > $2 AND partner.firm_id = $1
  AND partner.uuid = session.partner_uuid AND partner.is_active
  AND (session.key_uuid IS NULL OR session.origin = ANY (partner.origins) AND EXISTS (
    SELECT FROM partner_key WHERE partner_key.firm_id = $1 AND partner_key.uuid = session.key_uuid
      AND partner_key.revoked_at IS NULL))";

const COLUMNS: &str =
    "session.uuid, session.user_key, session.widget, session.contact_kind, session.contact_uuid,
  session.report_uuid, session.scopes, session.origin, session.expires_at";

/// Returns the viewer of a widget's access token.
///
/// # Errors
/// Returns [`ApiError::Unauthenticated`] if the session has ended, or its partner, key or user is no longer valid.
pub(in crate::auth) async fn viewer(
    db: &Db,
    token: &Credential,
    now: Timestamp,
    request: RequestInfo,
) -> ApiResult<Viewer> {
    let mut transaction = db.begin(token.firm_id).await?;
    let row: Option<SessionRow> = diesel::sql_query(format!(
        "SELECT {COLUMNS} FROM embed_session session, partner WHERE session.token_hash = $3 AND {LIVE}"
    ))
    .bind::<Integer, _>(token.firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Binary, _>(&token.hash)
    .get_result(&mut *transaction)
    .await
    .optional()?;
    let row = row.ok_or(ApiError::Unauthenticated)?;
    let embedded = row.embedded()?;
    let viewer = Viewer::of_firm_user(
        &mut transaction,
        (token.firm_id, &row.user_key),
        Some(embedded),
        request,
    )
    .await?;
    transaction.finish();
    viewer.ok_or(ApiError::Unauthenticated)
}

impl SessionRow {
    fn embedded(&self) -> ApiResult<Embedded> {
        Ok(Embedded {
            session_uuid: self.uuid,
            widget: Widget::from_code(&self.widget).ok_or(ApiError::Unauthenticated)?,
            contact: self.contact()?,
            report: self.report_uuid,
            scopes: self.scopes(),
        })
    }

    fn scopes(&self) -> Vec<EmbedScope> {
        let codes = self.scopes.iter();
        codes.filter_map(|code| EmbedScope::from_code(code)).collect()
    }

    fn contact(&self) -> ApiResult<Option<(ContactKind, Uuid)>> {
        let (Some(kind), Some(uuid)) = (self.contact_kind, self.contact_uuid) else {
            return Ok(None);
        };
        let kind = u8::try_from(kind).ok().and_then(|kind| kind.try_into().ok());
        Ok(Some((kind.ok_or(ApiError::Unauthenticated)?, uuid)))
    }
}

#[derive(QueryableByName)]
struct LiveRow {
    #[diesel(sql_type = Binary)]
    token_hash: Vec<u8>,
    #[diesel(sql_type = Text)]
    widget: String,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
}

/// Returns the permissions of the widget behind each access token, in the order of `tokens`. Tokens that are no
/// longer valid yield `None`.
pub async fn current_permissions(
    db: &Db,
    firm_id: i32,
    tokens: &[&Credential],
    now: Timestamp,
) -> ApiResult<Vec<Option<Permissions>>> {
    let hashes: Vec<&[u8]> = tokens.iter().map(|token| token.hash.as_slice()).collect();
    let mut transaction = db.begin(firm_id).await?;
    let rows: Vec<LiveRow> = diesel::sql_query(format!(
        "SELECT token_hash, session.widget, firm_user_type
         FROM embed_session session, partner, firm_assignment assignment, app_user, firm
         WHERE session.token_hash = ANY ($3) AND {LIVE} AND assignment.firm_id = $1
           AND assignment.user_key = session.user_key AND assignment.is_active
           AND app_user.user_key = session.user_key AND NOT app_user.is_disabled
           AND firm.firm_id = $1 AND firm.is_active"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Array<Binary>, _>(hashes)
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    let rows: HashMap<&[u8], &LiveRow> = rows.iter().map(|row| (row.token_hash.as_slice(), row)).collect();
    let permissions = |token: &&Credential| {
        let row = rows.get(token.hash.as_slice())?;
        let widget = Widget::from_code(&row.widget)?;
        Some(permissions_of(row.firm_user_type).for_widget(widget))
    };
    Ok(tokens.iter().map(permissions).collect())
}

/// Exchanges a client secret for an access token. The secret cannot be used again, even if the exchange is refused.
///
/// # Errors
/// Returns [`ApiError::Unauthenticated`] if the secret is unknown, used or expired, or its partner or key is no
/// longer valid. Returns [`ApiError::Denied`] if the session was created for another origin or widget.
pub async fn exchange(
    db: &Db,
    secret: &Credential,
    request: &EmbedTokenRequest,
    now: Timestamp,
) -> ApiResult<EmbedToken> {
    let token = CredentialKind::Token.create(secret.firm_id)?;
    let mut transaction = db.begin(secret.firm_id).await?;
    let row: Option<SessionRow> = diesel::sql_query(format!(
        "UPDATE embed_session session SET opened_at = $2 FROM partner
         WHERE session.secret_hash = $3 AND session.opened_at IS NULL AND {LIVE} RETURNING {COLUMNS}"
    ))
    .bind::<Integer, _>(secret.firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Binary, _>(&secret.hash)
    .get_result(&mut *transaction)
    .await
    .optional()?;
    let row = row.ok_or(ApiError::Unauthenticated)?;
    let refusal = match request {
        _ if row.origin != request.origin => Some("origin_not_allowed"),
        _ if row.widget != request.widget.code() => Some("widget_not_allowed"),
        _ => None,
    };
    diesel::sql_query(
        "UPDATE embed_session SET token_hash = $3, refusal = $4 WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(secret.firm_id)
    .bind::<SqlUuid, _>(row.uuid)
    .bind::<Nullable<Binary>, _>(refusal.is_none().then(|| hash(&token)))
    .bind::<Nullable<Text>, _>(refusal)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    if let Some(code) = refusal {
        let message =
            "The session was created for another page. Create a session for this origin and widget.";
        return Err(ApiError::Denied { code, message });
    }
    let left = row.expires_at.duration_since(now).as_secs();
    Ok(EmbedToken {
        access_token: token,
        expires_in: u32::try_from(left).unwrap_or_default(),
        firm_id: secret.firm_id,
        report_uuid: row.report_uuid,
        scopes: row.scopes(),
    })
}
