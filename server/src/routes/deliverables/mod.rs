//! Books of business and their templates.

mod generate;
mod global_templates;
mod global_texts;
mod images;
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
use shared::deliverable::global::PlatformChange;
use shared::deliverable::images::TextImage;
use shared::deliverable::texts::Part;
use shared::deliverable::{
    BookOfBusiness, BookPreview, BookRequest, DeliverableKind, DeliverableTemplate, DeliverableText,
    MAX_IMMEDIATE_CONTRACTS, PendingVersion, ReportSummary, StoredDeliverable,
};
use shared::permission::Feature::{Deliverables, FirmSettings, Firms};

const GROUP: &str = "Books of business";
const TOO_LARGE: &str = "`too_many_contracts`, `document_too_large`";
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
    routes.extend(text_images());
    routes.extend(global());
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

fn global() -> [Route; 9] {
    const GROUP: &str = "Templates of all firms";
    const CHANGED: &str = "It has been changed since. `current` is the latest version";
    let (read, write) = (Access::Feature(Firms, Read), Access::Feature(Firms, Write));
    let template = "/GlobalTemplate/{globalTemplateUuid}";
    let text = "/GlobalText/{textKind}/{part}";
    [
        Route::get("/GlobalTemplate", read, global_templates::list)
            .says(
                GROUP,
                "Lists the templates of one kind that every firm has. Also lists retired ones",
            )
            .gives_all::<DeliverableTemplate>("Templates. The built-in one comes last"),
        Route::post("/GlobalTemplate", write, global_templates::create)
            .says(GROUP, "Adds a template for all firms")
            .gives::<DeliverableTemplate>(StatusCode::CREATED, "The new template")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::put(template, write, global_templates::change)
            .says(GROUP, "Updates a template that staff added")
            .gives::<DeliverableTemplate>(StatusCode::OK, "The saved template")
            .refuses(StatusCode::CONFLICT, CHANGED)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::put(format!("{template}/retired"), write, global_templates::retire)
            .says(
                GROUP,
                "Retires a template, so that firms can no longer choose it, or offers it again. Schedules that use it \
                 continue",
            )
            .gives::<DeliverableTemplate>(StatusCode::OK, "The saved template")
            .refuses(StatusCode::CONFLICT, CHANGED),
        Route::get("/GlobalTemplate/changes", read, global_templates::changes)
            .says(GROUP, "Lists the last 100 changes of templates and texts of all firms")
            .gives_all::<PlatformChange>("Changes, newest first"),
        Route::get(text, read, global_texts::get)
            .says(GROUP, "Returns a default text. `textKind` is the number of the kind of document")
            .gives::<DeliverableText>(StatusCode::OK, "The text that applies unless a firm sets its own"),
        Route::put(text, write, global_texts::put)
            .says(GROUP, "Sets a default text for all firms")
            .gives::<DeliverableText>(StatusCode::OK, "The saved text")
            .refuses(StatusCode::CONFLICT, CHANGED),
        Route::delete(text, write, global_texts::revert)
            .says(GROUP, "Reverts a default text to the built-in one")
            .gives::<DeliverableText>(StatusCode::OK, "The built-in text")
            .refuses(StatusCode::CONFLICT, CHANGED),
        Route::post(format!("{text}/preview"), write, global_texts::preview)
            .queries()
            .says(
                GROUP,
                "Returns pages with an edited default text as images, for a made-up firm. Stores nothing",
            )
            .gives::<BookPreview>(StatusCode::OK, "The pages, without contracts")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`document_too_large`"),
    ]
}

fn text_images() -> [Route; 4] {
    const GROUP: &str = "Images of texts";
    let (read, write) = (
        Access::Feature(Deliverables, Read),
        Access::Feature(Deliverables, Write),
    );
    let image = "/TextImage/{imageUuid}";
    [
        Route::get("/TextImage", read, images::list)
            .says(GROUP, "Lists the images that texts of the firm can show")
            .gives_all::<TextImage>("Images, newest first"),
        Route::post("/TextImage", write, images::add)
            .says(GROUP, "Adds an image of up to 2 MB and 16 million pixels")
            .takes_file(["image/png", "image/jpeg", "image/webp"])
            .gives::<TextImage>(StatusCode::CREATED, "The new image")
            .gives::<TextImage>(StatusCode::OK, "The same image, which the firm already has")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "The image exceeds 2 MB")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`image_damaged`, `image_too_large`, `too_many_images`",
            ),
        Route::get(image, read, images::get)
            .says(GROUP, "Returns the file of an image")
            .gives_file(["image/png", "image/jpeg", "image/webp"], "The image"),
        Route::delete(image, Access::Feature(FirmSettings, Write), images::delete)
            .says(GROUP, "Deletes an image that no text shows")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`image_in_use`"),
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
            .gives::<PendingVersion>(StatusCode::ACCEPTED, "The summary is being generated")
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

/// Builds the response for pages that the renderer wrote as JSON.
fn pages(pages: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, pages).into_response()
}

fn of_kind(kind: ContactKind, resource: &str) -> [Route; 7] {
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
        .gives::<BookOfBusiness>(StatusCode::OK, "The contracts, and versions that are not generated yet"),
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
            format!(
                "Generates and stores the book of business of an {noun}. Its values do not change later. A book with \
                 more than {MAX_IMMEDIATE_CONTRACTS} contracts is generated in the background, with the values of that \
                 time. The viewer is notified when it is ready or has failed"
            ),
        )
        .mentions::<BookRequest>()
        .gives_file(["application/pdf"], "The document, as an attachment")
        .gives::<PendingVersion>(
            StatusCode::ACCEPTED,
            "The book is large and is being generated in the background",
        )
        .refuses(
            StatusCode::NOT_FOUND,
            "`not_found`: the contact or the template does not exist or is not visible",
        )
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`too_many_contracts`, `document_too_large`, `already_generating`, `idempotency_key_reused`",
        ),
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
        Route::post(
            format!("{document}/retry"),
            write,
            async move |app, viewer, path| stored::retry(kind, app, viewer, path).await,
        )
        .says(GROUP, "Starts a failed book of business again")
        .gives_nothing(StatusCode::NO_CONTENT, "Started"),
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
