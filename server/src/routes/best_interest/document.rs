//! Best interest forms as PDF, rendered from the stored content. The content no longer changes once a form is signed.

use super::{details, find, must_see};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::deliverables::{MEDIA_TYPE, best_interest, file_name, letterhead};
use crate::error::ApiResult;
use crate::routes::PathParams;
use crate::routes::content_disposition::attachment;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use shared::deliverable::layout::{Format, RenderOrder};
use uuid::Uuid;

pub(super) async fn download(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((owner_type, owner, uuid)): PathParams<(u8, Uuid, Uuid)>,
) -> ApiResult<Response> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    must_see(&mut transaction, &viewer, (owner_type, owner)).await?;
    let form = find(&mut transaction, &viewer, owner, uuid).await?;
    let letterhead = letterhead::load(&mut transaction, viewer.firm.id).await?;
    transaction.finish();
    let layout = best_interest::layout(&form, letterhead, viewer.today(app.clock));
    let name = file_name(&layout);
    let format = Format::Pdf;
    let pdf = app.renderer.render(&RenderOrder { format, layout }).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let subject = ("owner", Some(owner));
    audit::record(
        &mut transaction,
        &viewer,
        "downloadForm",
        subject,
        details(form.number),
    )
    .await?;
    transaction.commit().await?;
    let headers = [
        (header::CONTENT_TYPE, MEDIA_TYPE.to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&name)),
    ];
    Ok((headers, pdf).into_response())
}
