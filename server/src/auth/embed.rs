//! Widgets in partner sites: keys of partners, and the client secrets and access tokens of sessions.
//!
//! Each is a random secret after its kind and firm. The firm comes first, because only its rows can be read. The database
//! stores only hashes. A session works while its partner is active, its key is valid, and its user works in the firm.

use super::secret::{hash, random};
use super::viewer::{Embedded, Viewer};
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel::sql_types::{Array, Binary, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::Timestamp;
use shared::contact::ContactKind;
use shared::embed::{EmbedToken, EmbedTokenRequest, Widget};
use uuid::Uuid;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialKind {
    /// Key of a partner's backend.
    Key,
    ClientSecret,
    /// Access token of a widget.
    Token,
}

impl CredentialKind {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Key => "fbp_",
            Self::ClientSecret => "fbs_",
            Self::Token => "fbw_",
        }
    }

    /// Creates a secret of this kind.
    ///
    /// # Errors
    /// Returns [`ApiError::Internal`] if the system provides no random bytes.
    pub fn create(self, firm_id: i32) -> ApiResult<String> {
        Ok(format!("{}{firm_id}-{}", self.prefix(), random()?))
    }
}

/// A secret from an `Authorization` header, not yet checked.
#[derive(Debug, Clone)]
pub struct Credential {
    pub kind: CredentialKind,
    firm_id: i32,
    hash: Vec<u8>,
}

impl Credential {
    /// Returns `None` for other tokens, such as those of the identity provider.
    pub(super) fn of(token: &str) -> Option<Self> {
        let kinds = [
            CredentialKind::Key,
            CredentialKind::ClientSecret,
            CredentialKind::Token,
        ];
        kinds.into_iter().find_map(|kind| {
            let (firm_id, _) = token.strip_prefix(kind.prefix())?.split_once('-')?;
            Some(Self {
                kind,
                firm_id: firm_id.parse().ok()?,
                hash: hash(token),
            })
        })
    }
}

/// A partner's backend that presented a valid key.
#[derive(Debug, Clone, QueryableByName)]
pub struct PartnerCaller {
    #[diesel(sql_type = Integer)]
    pub firm_id: i32,
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub key_uuid: Uuid,
    #[diesel(sql_type = Array<Text>)]
    pub origins: Vec<String>,
}

/// Looks up the partner of a key.
///
/// # Errors
/// Returns [`ApiError::Unauthenticated`] if the key is unknown or revoked, or if the partner or firm is inactive.
pub(super) async fn partner(db: &Db, key: &Credential) -> ApiResult<PartnerCaller> {
    let mut transaction = db.begin(key.firm_id).await?;
    let partner = diesel::sql_query(
        "SELECT firm_id, partner.uuid, partner_key.uuid AS key_uuid, origins
         FROM partner_key JOIN partner USING (firm_id) JOIN firm USING (firm_id)
         WHERE firm_id = $1 AND key_hash = $2 AND partner.uuid = partner_uuid
           AND revoked_at IS NULL AND partner.is_active AND firm.is_active",
    )
    .bind::<Integer, _>(key.firm_id)
    .bind::<Binary, _>(&key.hash)
    .get_result(&mut *transaction)
    .await
    .optional()?;
    transaction.finish();
    partner.ok_or(ApiError::Unauthenticated)
}

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
    #[diesel(sql_type = Text)]
    origin: String,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    expires_at: Timestamp,
}

/// Joins the partner and the key of a session and requires them to be valid. `$1` is the firm and `$3` the time.
const LIVE: &str = "partner.firm_id = $1 AND partner.uuid = session.partner_uuid AND partner.is_active
  AND session.origin = ANY (partner.origins) AND partner_key.firm_id = $1
  AND partner_key.uuid = session.key_uuid AND partner_key.revoked_at IS NULL
  AND session.firm_id = $1 AND session.expires_at > $3";

const COLUMNS: &str =
    "session.uuid, session.user_key, session.widget, session.contact_kind, session.contact_uuid,
  session.origin, session.expires_at";

/// Returns the viewer of a widget's access token.
///
/// # Errors
/// Returns [`ApiError::Unauthenticated`] if the session has ended, or its partner, key or user is no longer valid.
pub(super) async fn viewer(
    db: &Db,
    token: &Credential,
    now: Timestamp,
    request: RequestInfo,
) -> ApiResult<Viewer> {
    let mut transaction = db.begin(token.firm_id).await?;
    let row: Option<SessionRow> = diesel::sql_query(format!(
        "SELECT {COLUMNS} FROM embed_session session, partner, partner_key
         WHERE session.token_hash = $2 AND {LIVE}"
    ))
    .bind::<Integer, _>(token.firm_id)
    .bind::<Binary, _>(&token.hash)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .get_result(&mut *transaction)
    .await
    .optional()?;
    let row = row.ok_or(ApiError::Unauthenticated)?;
    let contact = row.contact()?;
    let embedded = Embedded {
        session_uuid: row.uuid,
        widget: Widget::from_code(&row.widget).ok_or(ApiError::Unauthenticated)?,
        contact,
    };
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
    fn contact(&self) -> ApiResult<Option<(ContactKind, Uuid)>> {
        let (Some(kind), Some(uuid)) = (self.contact_kind, self.contact_uuid) else {
            return Ok(None);
        };
        let kind = u8::try_from(kind).ok().and_then(|kind| kind.try_into().ok());
        Ok(Some((kind.ok_or(ApiError::Unauthenticated)?, uuid)))
    }
}

/// Exchanges a client secret for an access token. The secret cannot be used again, even if the exchange is refused.
///
/// # Errors
/// Returns [`ApiError::Unauthenticated`] if the secret is unknown, used or expired, or its partner or key is no longer
/// valid, and [`ApiError::Denied`] for another origin or widget.
pub async fn exchange(
    db: &Db,
    secret: &Credential,
    request: &EmbedTokenRequest,
    now: Timestamp,
) -> ApiResult<EmbedToken> {
    let token = CredentialKind::Token.create(secret.firm_id)?;
    let mut transaction = db.begin(secret.firm_id).await?;
    let row: Option<SessionRow> = diesel::sql_query(format!(
        "UPDATE embed_session session SET opened_at = $3 FROM partner, partner_key
         WHERE session.secret_hash = $2 AND session.opened_at IS NULL AND {LIVE} RETURNING {COLUMNS}"
    ))
    .bind::<Integer, _>(secret.firm_id)
    .bind::<Binary, _>(&secret.hash)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
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
    })
}
