//! Books of business and their templates.

mod generate;
mod stored;
mod summaries;
mod templates;
mod texts;

use super::{Access, Read, Route, Write};
use crate::error::{ApiError, ApiResult};
use anyhow::anyhow;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{StatusCode, header};
use shared::contact::ContactKind;
use shared::deliverable::texts::Part;
use shared::deliverable::{
    BookOfBusiness, BookPreview, BookRequest, DeliverableKind, DeliverableTemplate, DeliverableText,
    PendingSummary, ReportSummary, StoredDeliverable,
};
use shared::permission::Feature::{Deliverables, FirmSettings};

const GROUP: &str = "Books of business";
const TOO_LARGE: &str = "`too_many_contracts`, `document_too_large`, `idempotency_key_reused`";
const DAMAGED: &str = "`stored_file_damaged`: the stored file is damaged";

pub fn routes() -> Vec<Route> {
    let mut routes: Vec<Route> = [
        (ContactKind::Agent, "FirmAgent"),
        (ContactKind::Owner, "FirmOwner"),
    ]
    .into_iter()
    .flat_map(|(kind, resource)| of_kind(kind, resource))
    .collect();
    routes.extend(templates());
    routes.extend(report_summaries());
    routes.extend(DeliverableKind::ALL.iter().flat_map(|kind| texts_of(*kind)));
    routes
}

fn templates() -> [Route; 4] {
    const CHANGED: &str = "The template has been changed since. `current` is the latest version";
    let settings = Access::Feature(FirmSettings, Write);
    [
        Route::get("/template", Access::Feature(Deliverables, Read), templates::list)
            .says(
                GROUP,
                "Lists the templates of one kind. The firm's own come first",
            )
            .gives_all::<DeliverableTemplate>("Templates")
            .refuses(StatusCode::NOT_FOUND, "`not_found`: `firmId` is another firm"),
        Route::post("/template", settings, templates::create)
            .says(GROUP, "Adds a template of the firm")
            .gives::<DeliverableTemplate>(StatusCode::CREATED, "The new template")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::put("/template/{templateUuid}", settings, templates::change)
            .says(GROUP, "Updates a template of the firm")
            .gives::<DeliverableTemplate>(StatusCode::OK, "The saved template")
            .refuses(StatusCode::CONFLICT, CHANGED)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::delete("/template/{templateUuid}", settings, templates::delete)
            .says(
                GROUP,
                "Deletes a template of the firm and its texts. Documents generated from it stay",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, CHANGED),
    ]
}

fn report_summaries() -> [Route; 6] {
    const GROUP: &str = "Report summaries";
    let (read, write) = (
        Access::Feature(Deliverables, Read),
        Access::Feature(Deliverables, Write),
    );
    let report = "/ReportSummary/{reportUuid}";
    let document = format!("{report}/document/{{documentId}}");
    [
        Route::get(report, read, summaries::get)
            .says(GROUP, "Lists the summaries of a report that the viewer generated")
            .gives::<ReportSummary>(StatusCode::OK, "Stored and pending summaries"),
        Route::post("/ReportSummary/generate", write, summaries::generate)
            .says(
                GROUP,
                "Generates a report summary in the background. The viewer is notified when it is ready or has failed",
            )
            .gives::<PendingSummary>(StatusCode::ACCEPTED, "The summary is being generated")
            .refuses(
                StatusCode::NOT_FOUND,
                "`not_found`: the report or the template does not exist or is not visible",
            )
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`already_generating`, `report_problem`",
            ),
        Route::get(
            format!("{report}/preview/{{templateUuid}}/group/{{groupBy}}/type/{{deliverableType}}"),
            write,
            summaries::preview,
        )
        .queries()
        .says(GROUP, "Returns the first pages of a report summary as images. Stores nothing")
        .gives::<BookPreview>(StatusCode::OK, "The pages")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`too_many_contracts`, `document_too_large`, `report_problem`",
        ),
        Route::post(format!("{document}/retry"), write, summaries::retry)
            .says(GROUP, "Starts a failed report summary again")
            .gives_nothing(StatusCode::NO_CONTENT, "Started"),
        Route::get(document.clone(), read, summaries::download)
            .says(GROUP, "Downloads a stored report summary")
            .gives_file(["application/pdf"], "The document, as an attachment")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, DAMAGED),
        Route::delete(document, write, summaries::delete)
            .says(
                GROUP,
                "Deletes a stored report summary. It can be restored like other documents for 30 days",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
    ]
}

fn texts_of(kind: DeliverableKind) -> [Route; 4] {
    const CHANGED: &str = "The text has been changed since. `current` is the text that applies now";
    const MISSING: &str =
        "`not_found`: the text, template, contact or report does not exist or is not visible";
    let (read, write) = (
        Access::Feature(Deliverables, Read),
        Access::Feature(Deliverables, Write),
    );
    let path = match kind {
        DeliverableKind::Agent => "/BookOfBusiness/BookOfBusinessSettings/firmagent/{part}",
        DeliverableKind::Owner => "/BookOfBusiness/BookOfBusinessSettings/firmowner/{part}",
        DeliverableKind::ReportSummary => "/ReportSummary/ReportSummarySettings/{part}/3",
        DeliverableKind::ReportSummaryOwner => "/ReportSummary/ReportSummarySettings/{part}/4",
        DeliverableKind::CrummeyLetter => "/Trust/LetterSettings/{part}",
    };
    let parts: Vec<String> = Part::of(kind)
        .iter()
        .map(|part| format!("`{}`", part.name()))
        .collect();
    let about = format!("a text ({}) of: {}", parts.join(", "), kind.label());
    [
        Route::get(path, read, async move |app, viewer, name, params| {
            texts::get(kind, app, viewer, name, params).await
        })
        .says(GROUP, format!("Returns {about}"))
        .gives::<DeliverableText>(StatusCode::OK, "The text that applies")
        .refuses(StatusCode::NOT_FOUND, MISSING),
        Route::put(path, write, async move |app, viewer, name, params, body| {
            texts::put(kind, app, viewer, name, params, body).await
        })
        .says(
            GROUP,
            format!(
                "Sets {about}. For a template or the whole firm, it needs the permission for firm settings"
            ),
        )
        .gives::<DeliverableText>(StatusCode::OK, "The saved text")
        .refuses(StatusCode::CONFLICT, CHANGED)
        .refuses(StatusCode::NOT_FOUND, MISSING),
        Route::delete(path, write, async move |app, viewer, name, params, version| {
            texts::revert(kind, app, viewer, name, params, version).await
        })
        .says(
            GROUP,
            format!("Reverts {about}. Only the text of the requested level is deleted"),
        )
        .gives::<DeliverableText>(StatusCode::OK, "The text that applies now")
        .refuses(StatusCode::CONFLICT, CHANGED)
        .refuses(StatusCode::NOT_FOUND, MISSING),
        Route::post(
            format!("{path}/preview"),
            write,
            async move |app, viewer, name, params, body| {
                texts::preview(kind, app, viewer, name, params, body).await
            },
        )
        .queries()
        .says(
            GROUP,
            format!("Returns pages with an edited text as images: {about}. Stores nothing"),
        )
        .gives::<BookPreview>(StatusCode::OK, "The pages, without contracts")
        .refuses(StatusCode::NOT_FOUND, MISSING)
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`document_too_large`"),
    ]
}

/// Responds with pages as JSON that the renderer wrote.
fn pages(pages: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, pages).into_response()
}

fn of_kind(kind: ContactKind, resource: &str) -> [Route; 6] {
    let (read, write) = (
        Access::Feature(Deliverables, Read),
        Access::Feature(Deliverables, Write),
    );
    let contact = format!("/BookOfBusiness/{resource}/{{uuid}}");
    let document = format!("{contact}/document/{{documentId}}");
    let noun = kind.noun();
    [
        Route::get(contact.clone(), read, async move |app, viewer, path| {
            stored::overview(kind, app, viewer, path).await
        })
        .says(
            GROUP,
            format!("Returns how many contracts the book of business of an {noun} would list"),
        )
        .gives::<BookOfBusiness>(StatusCode::OK, "The contracts"),
        Route::get(
            format!("{contact}/Existing"),
            read,
            async move |app, viewer, path| stored::existing(kind, app, viewer, path).await,
        )
        .says(GROUP, format!("Lists the stored books of business of an {noun}"))
        .gives_all::<StoredDeliverable>("Documents, newest first"),
        Route::post(
            format!("/BookOfBusiness/{resource}/generate"),
            write,
            async move |app, viewer, key, body| generate::generate(kind, app, viewer, key, body).await,
        )
        .queries()
        .says(
            GROUP,
            format!("Generates and stores the book of business of an {noun}. Its values do not change later"),
        )
        .mentions::<BookRequest>()
        .gives_file(["application/pdf"], "The document, as an attachment")
        .refuses(
            StatusCode::NOT_FOUND,
            "`not_found`: the contact or the template does not exist or is not visible",
        )
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, TOO_LARGE),
        Route::get(
            format!("{contact}/preview/{{templateUuid}}"),
            read,
            async move |app, viewer, path, params| generate::preview(kind, app, viewer, path, params).await,
        )
        .queries()
        .says(
            GROUP,
            format!("Returns the first pages of the book of business of an {noun} as images. Stores nothing"),
        )
        .asks::<generate::PreviewParams>()
        .gives::<BookPreview>(StatusCode::OK, "The pages")
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, TOO_LARGE),
        Route::get(document.clone(), read, async move |app, viewer, path| {
            stored::download(kind, app, viewer, path).await
        })
        .says(GROUP, "Downloads a stored book of business")
        .gives_file(["application/pdf"], "The document, as an attachment")
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, DAMAGED),
        Route::delete(document, write, async move |app, viewer, path| {
            stored::delete(kind, app, viewer, path).await
        })
        .says(
            GROUP,
            "Deletes a stored book of business. It can be restored like other documents for 30 days",
        )
        .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
    ]
}

fn deliverable(kind: ContactKind) -> ApiResult<DeliverableKind> {
    DeliverableKind::of_contact(kind)
        .ok_or_else(|| ApiError::Internal(anyhow!("{} has no book of business", kind.noun())))
}
