//! Widget pages, which partner sites embed in iframes.

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

/// `partner` consists of the firm id and the partner's uuid, e.g. `1-01936d0e-…`. The firm id is needed, because a
/// transaction can read the rows of one firm only.
pub(super) const PATH: &str = "/embed/{partner}/{page}";
/// Prefix of the scripts for partner sites.
pub(super) const SCRIPTS: &str = "/embed/";
pub(super) const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Takes the place of the partner in the path of pages that the portal itself shows.
const PREVIEW: &str = "preview";

/// Returns the page of a widget. Only the partner's origins can frame it, and only the portal can frame a preview.
///
/// # Errors
/// Returns [`ApiError::NotFound`] for an unknown or inactive partner and an unknown page.
pub(super) async fn page(
    State(web): State<Web>,
    PathParams((partner, page)): PathParams<(String, String)>,
) -> ApiResult<impl IntoResponse> {
    let missing = || ApiError::NotFound("widget");
    let widget = Widget::from_page(&page).ok_or_else(missing)?;
    let origins = if partner == PREVIEW {
        Some(vec!["'self'".to_owned()])
    } else {
        partner_origins(&web, &partner).await?
    };
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
        // With another policy, browsers refuse to open sandboxed pages outside a frame. This page shows that it needs a
        // frame.
        (OPENER_POLICY, HeaderValue::from_static("unsafe-none")),
    ];
    Ok((Extension(FramedByPartners), headers, Html(html)))
}

/// Returns the origins of an active partner, or `None` if there is no such partner.
async fn partner_origins(web: &Web, partner: &str) -> ApiResult<Option<Vec<String>>> {
    let named = partner.split_once('-').and_then(|(firm_id, uuid)| {
        let firm_id: i32 = firm_id.parse().ok()?;
        Some((firm_id, Uuid::try_parse(uuid).ok()?))
    });
    let Some((firm_id, uuid)) = named else {
        return Ok(None);
    };
    let mut transaction = web.db.begin(firm_id).await?;
    let origins = partner::origins(&mut transaction, firm_id, uuid).await?;
    transaction.finish();
    Ok(origins)
}
