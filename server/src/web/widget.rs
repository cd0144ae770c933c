//! The pages of widgets, which sites of partners show in frames.

use super::Web;
use crate::error::{ApiError, ApiResult};
use crate::headers::{FramedByPartners, of_widget};
use crate::records::partner;
use crate::routes::PathParams;
use axum::Extension;
use axum::extract::State;
use axum::response::{Html, IntoResponse};
use http::{HeaderName, HeaderValue, header};
use shared::embed::Widget;
use uuid::Uuid;

/// The partner is a firm and a uuid, such as `1-01936d0e-…`. The firm comes first, because only its rows can be read.
pub(super) const PATH: &str = "/embed/{partner}/{page}";
/// Prefix of the scripts for partner sites.
pub(super) const SCRIPTS: &str = "/embed/";
pub(super) const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Returns the page of a widget. Only the partner's origins can frame it.
///
/// # Errors
/// Returns [`ApiError::NotFound`] for an unknown or inactive partner and an unknown page.
pub(super) async fn page(
    State(web): State<Web>,
    PathParams((partner, page)): PathParams<(String, String)>,
) -> ApiResult<impl IntoResponse> {
    let missing = || ApiError::NotFound("widget");
    let widget = Widget::from_page(&page).ok_or_else(missing)?;
    let (firm_id, uuid) = partner.split_once('-').ok_or_else(missing)?;
    let firm_id: i32 = firm_id.parse().map_err(|_| missing())?;
    let uuid: Uuid = uuid.parse().map_err(|_| missing())?;
    let mut transaction = web.db.begin(firm_id).await?;
    let origins = partner::origins(&mut transaction, firm_id, uuid).await?;
    transaction.finish();
    let origins = origins.ok_or_else(missing)?;
    let html = tokio::fs::read_to_string(web.dir.join("widget.html"))
        .await
        .map_err(|_| ApiError::NotFound("file"))?;
    let html = html
        .replace("__PARTNER_ORIGINS__", &origins.join(" "))
        .replace("__WIDGET__", widget.code());
    let policy = HeaderValue::from_str(&of_widget(&origins)).map_err(anyhow::Error::from)?;
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // Lets sites with a cross-origin embedder policy show the widget.
        (RESOURCE_POLICY, HeaderValue::from_static("cross-origin")),
        (EMBEDDER_POLICY, HeaderValue::from_static("require-corp")),
        // Browsers refuse sandboxed pages outside of a frame with another policy. This one says that it needs a frame.
        (OPENER_POLICY, HeaderValue::from_static("unsafe-none")),
    ];
    Ok((Extension(FramedByPartners), headers, Html(html)))
}
