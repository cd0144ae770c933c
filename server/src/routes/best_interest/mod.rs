//! Best interest forms of owners.

mod document;
mod save;
mod sign;

use super::{Access, PathParams, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::{best_interest, contact, party};
use crate::routes::Params;
use crate::routes::changed::changed;
use crate::routes::version_read::VersionRead;
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::{Value, json};
use shared::best_interest::{BestInterestFile, BestInterestVersion, FormOwner};
use shared::contact::{ContactKind, ContactRecord};
use shared::date::age;
use shared::permission::Feature::BestInterest;
use uuid::Uuid;

const GROUP: &str = "Best interest";

/// Type and uuid of the owner in a path.
type OwnerPath = (u8, Uuid);

pub fn routes() -> [Route; 6] {
    let (read, write) = (
        Access::Feature(BestInterest, Read),
        Access::Feature(BestInterest, Write),
    );
    let forms = "/PolicyOwner/{ownerType}/{ownerId}/BestInterest";
    let form = format!("{forms}/{{formUuid}}");
    let conflict = "The form has been changed or signed since. `current` is the latest version";
    [
        Route::get(forms, read, list)
            .says(GROUP, "Lists the best interest forms of an owner, with the contracts that they can refer to")
            .gives::<BestInterestFile>(StatusCode::OK, "The forms, newest first"),
        Route::post(forms, write, save::create)
            .says(GROUP, "Creates a best interest form. An owner has one unsigned form at a time")
            .gives::<BestInterestVersion>(StatusCode::CREATED, "The form")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`open_form`, `too_many_versions`"),
        Route::put(forms, write, save::change)
            .says(GROUP, "Saves a form that is not signed, as a draft or as complete")
            .gives::<BestInterestVersion>(StatusCode::OK, "The saved form")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::post(format!("{form}/signature"), write, sign::sign)
            .says(
                GROUP,
                "Records the signatures of a complete form. The form cannot be changed any more, and supersedes the signed form before it",
            )
            .gives::<BestInterestVersion>(StatusCode::OK, "The signed form")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`incomplete`"),
        Route::delete(form.clone(), write, delete)
            .says(GROUP, "Deletes a form that is not signed")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`signed`"),
        Route::get(format!("{form}/document"), read, document::download)
            .says(GROUP, "Returns a form as a PDF")
            .gives_file(["application/pdf"], "The form, as an attachment"),
    ]
}

async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(path): PathParams<OwnerPath>,
) -> ApiResult<Json<BestInterestFile>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let owner = must_see(&mut transaction, &viewer, path).await?;
    let versions = best_interest::of_owner(&mut transaction, viewer.firm.id, owner.uuid).await?;
    let contracts = best_interest::contracts_of(&mut transaction, &viewer, owner.uuid).await?;
    transaction.finish();
    let today = viewer.today(app.clock);
    Ok(Json(BestInterestFile {
        age: owner.birth_date.and_then(|born| age(born, today)),
        owner,
        producer: viewer.name(),
        contracts,
        versions,
    }))
}

async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((owner_type, owner, uuid)): PathParams<(u8, Uuid, Uuid)>,
    Params(version): Params<VersionRead>,
) -> ApiResult<StatusCode> {
    let version = version.required()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (_, form) = hold_one(&mut transaction, &viewer, (owner_type, owner), (uuid, version)).await?;
    if form.hash.is_some() {
        return Err(ApiError::Refused {
            code: "signed",
            message: "A signed form is kept and cannot be deleted.".into(),
        });
    }
    best_interest::delete(&mut transaction, viewer.firm.id, uuid).await?;
    note(&mut transaction, &viewer, "deleteForm", (owner, form.number)).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns an owner that is visible to the viewer and has the type in the path. Viewers of shared reports see no
/// forms.
async fn must_see(
    transaction: &mut Transaction,
    viewer: &Viewer,
    (owner_type, uuid): OwnerPath,
) -> ApiResult<FormOwner> {
    let missing = || ApiError::NotFound("owner");
    if viewer.sees_shared_only() {
        return Err(missing());
    }
    let found = contact::find(transaction, viewer, ContactKind::Owner, uuid).await?;
    let owner = ContactRecord::from(found.ok_or_else(missing)?);
    if owner.person.owner_type != Some(owner_type) {
        return Err(missing());
    }
    Ok(FormOwner {
        uuid,
        name: owner.display_name,
        owner_type,
        state: owner.person.address.state,
        birth_date: owner.person.dob,
    })
}

/// Locks the owner, so that its forms change one request at a time, and returns it.
async fn hold(transaction: &mut Transaction, viewer: &Viewer, path: OwnerPath) -> ApiResult<FormOwner> {
    party::hold_contacts(transaction, viewer, vec![path.1]).await?;
    must_see(transaction, viewer, path).await
}

/// Like [`hold`], but also returns one of the forms. Responds with 409 and the current form if it was changed since
/// it was read.
async fn hold_one(
    transaction: &mut Transaction,
    viewer: &Viewer,
    path: OwnerPath,
    (uuid, version): (Uuid, i32),
) -> ApiResult<(FormOwner, BestInterestVersion)> {
    let owner = hold(transaction, viewer, path).await?;
    let form = find(transaction, viewer, owner.uuid, uuid).await?;
    if form.version != version {
        return Err(ApiError::Conflict(Box::new(json!(form))));
    }
    Ok((owner, form))
}

async fn find(
    transaction: &mut Transaction,
    viewer: &Viewer,
    owner: Uuid,
    uuid: Uuid,
) -> ApiResult<BestInterestVersion> {
    let forms = best_interest::of_owner(transaction, viewer.firm.id, owner).await?;
    let form = forms.into_iter().find(|form| form.uuid == uuid);
    form.ok_or(ApiError::NotFound("form"))
}

/// Returns the audit details for a form. They contain nothing from the form itself, because everyone who can open the
/// owner sees them.
fn details(number: i32) -> Value {
    json!({ "about": format!("Best interest form, version {number}") })
}

/// Records a change to an owner's form.
async fn note(
    transaction: &mut Transaction,
    viewer: &Viewer,
    action: &str,
    (owner, number): (Uuid, i32),
) -> ApiResult<()> {
    Ok(changed(transaction, viewer, action, ("owner", owner), details(number)).await?)
}
