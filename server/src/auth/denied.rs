//! Adds denied requests to the audit log of the viewer's firm: missing permissions, and records that the viewer
//! cannot see. The entry is the same whether a record belongs to another firm or does not exist.

use super::Viewer;
use super::limits::Limits;
use crate::audit;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use axum::extract::{FromRequestParts, RawPathParams};
use axum::response::Response;
use http::Method;
use http::request::Parts;
use serde_json::json;
use std::sync::Arc;
use uuid::Uuid;

/// A request that is recorded in the audit log if it is denied.
pub(super) struct Attempt {
    viewer: Viewer,
    method: Method,
    path: Arc<str>,
    firm_id: Option<i32>,
    uuid: Option<Uuid>,
}

impl Attempt {
    /// Returns `None` if the viewer has no firm, and therefore no audit log.
    pub async fn of(parts: &mut Parts, path: &Arc<str>) -> Option<Self> {
        let viewer = parts
            .extensions
            .get::<Viewer>()
            .filter(|viewer| viewer.firm.id > 0)?
            .clone();
        let params = RawPathParams::from_request_parts(parts, &()).await.ok()?;
        let firm_id = params.iter().find(|(name, _)| *name == "firmId");
        Some(Self {
            viewer,
            method: parts.method.clone(),
            path: path.clone(),
            firm_id: firm_id.and_then(|(_, value)| value.parse().ok()),
            uuid: params.iter().find_map(|(_, value)| value.parse().ok()),
        })
    }

    /// Returns the status to record, or `None` if the request was not denied.
    pub fn denied_with(&self, response: &Response) -> Option<u16> {
        match response.extensions().get::<Arc<ApiError>>().map(|error| &**error) {
            Some(ApiError::Forbidden) => Some(403),
            Some(ApiError::NotFound(_)) if self.firm_id.is_some() || self.uuid.is_some() => Some(404),
            _ => None,
        }
    }

    /// Adds an audit entry. A failure is logged and does not change the response.
    pub async fn note(self, db: &Db, limits: &Limits, status: u16) {
        if !limits.notes_denial(self.viewer.actor_key()) {
            return;
        }
        if let Err(error) = self.write(db, status).await {
            tracing::warn!(error = %error, "failed to record a denied request");
        }
    }

    async fn write(&self, db: &Db, status: u16) -> ApiResult<()> {
        let mut transaction = db.begin(self.viewer.firm.id).await?;
        let details = json!({ "method": self.method.as_str(), "call": &*self.path, "status": status,
                              "firmId": self.firm_id });
        audit::record(
            &mut transaction,
            &self.viewer,
            "denied",
            ("call", self.uuid),
            details,
        )
        .await?;
        transaction.commit().await
    }
}
