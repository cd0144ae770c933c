//! Finds stored contacts that may be duplicates or namesakes of a contact being added.

use crate::app::App;
use crate::auth::Viewer;
use crate::duplicates::matches_of;
use crate::error::ApiResult;
use crate::records::resolution::compared::visible;
use crate::routes::Body;
use axum::{Json, extract::State};
use shared::contact::validate::{Context, normalize};
use shared::contact::{ContactInput, ContactKind, tax_id};
use shared::resolution::{Candidate, Details, DuplicateMatch, MAX_MATCHES};

/// Compares the entered values. The form calls this while the user types, so invalid values are not errors.
pub(super) async fn duplicates(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Body(input): Body<ContactInput>,
) -> ApiResult<Json<Vec<DuplicateMatch>>> {
    let firm_id = viewer.firm.id;
    let context = Context {
        today: viewer.today(app.clock),
        is_demo_firm: viewer.firm.is_demo,
    };
    let (person, _) = normalize(kind, input.person, &context);
    let tax_id_hash = person
        .tax_id
        .as_deref()
        .and_then(|typed| tax_id::parse(typed, person.organization_name.is_some(), viewer.firm.is_demo).ok())
        .map(|tax_id| app.sealer.hash(firm_id, &tax_id.digits));
    let candidate = Candidate::new(&Details::of(&person, tax_id_hash.as_deref()));
    let mut transaction = app.db.begin(firm_id).await?;
    let matches = matches_of(&mut transaction, firm_id, kind, &[candidate])
        .await?
        .concat();
    let uuids: Vec<_> = matches.iter().map(|(uuid, _)| *uuid).collect();
    let mut contacts = visible(&mut transaction, &viewer, kind, &uuids).await?;
    transaction.finish();
    let found = matches
        .into_iter()
        .filter_map(|(uuid, score)| DuplicateMatch::or_namesake(contacts.remove(&uuid)?, &score))
        .take(MAX_MATCHES);
    Ok(Json(found.collect()))
}
