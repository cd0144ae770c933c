//! Books of business and their templates.

mod generate;
mod stored;
mod templates;

use super::{Access, Read, Route, Write};
use crate::error::{ApiError, ApiResult};
use anyhow::anyhow;
use http::StatusCode;
use shared::contact::ContactKind;
use shared::deliverable::{
    BookOfBusiness, BookPreview, BookRequest, DeliverableKind, DeliverableTemplate, StoredDeliverable,
};
use shared::permission::Feature::Deliverables;

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
    routes.push(
        Route::get("/template", Access::Feature(Deliverables, Read), templates::list)
            .says(
                GROUP,
                "Lists the templates of one kind. The firm's own come first",
            )
            .asks::<templates::TemplateParams>()
            .gives_all::<DeliverableTemplate>("Templates")
            .refuses(StatusCode::NOT_FOUND, "`not_found`: `firmId` is another firm"),
    );
    routes
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
