//! Credentials for widgets on partner sites: partner keys, and the client secrets and access tokens of sessions.
//!
//! A credential consists of a prefix for its kind, the firm id and a random secret. The firm id is part of it because
//! a lookup can read only one firm's rows. The database stores only hashes. A session is valid until it expires, as
//! long as its partner is active, its key is not revoked, and its user is active in the firm.

mod session;

use super::secret::{hash, random};
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::sql_types::{Array, Binary, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

pub(in crate::auth) use session::viewer;
pub use session::{current_permissions, exchange};

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
    pub firm_id: i32,
    pub(super) hash: Vec<u8>,
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

/// Looks up the partner that a key belongs to.
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
