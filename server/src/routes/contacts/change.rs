//! Updates contacts. Also contains checks shared with adding contacts.

use crate::app::App;
use crate::auth::Viewer;
use crate::clock::Clock;
use crate::crypto::Place;
use crate::error::{ApiError, ApiResult};
use crate::records::contact::TaxIdFields;
use crate::records::contact::change::{self, ContactValues};
use crate::records::{contact, custom_field, party};
use crate::routes::changed::{changed, changed_fields};
use crate::routes::repeated::{must_repeat, repeats};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::json;
use shared::activity::{FieldChange, field_changes};
use shared::contact::name::display_name;
use shared::contact::tax_id::TaxIdKind;
use shared::contact::validate::{Context, normalize};
use shared::contact::{ContactInput, ContactKind, ContactRecord, Person, custom, tax_id};
use std::collections::BTreeMap;
use uuid::Uuid;

pub(super) async fn change(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((firm_id, uuid)): PathParams<(i32, Uuid)>,
    Body(input): Body<ContactInput>,
) -> ApiResult<Json<ContactRecord>> {
    viewer.must_be_in(firm_id)?;
    must_repeat([
        ("firmId", repeats(input.firm_id, firm_id)),
        ("uuid", repeats(input.uuid, uuid)),
        ("policyUuid", input.policy_uuid.is_none()),
    ])?;
    let version = input.version.ok_or_else(|| {
        let mut findings = shared::problem::Findings::default();
        findings.fault(
            "version",
            "required",
            "Send the version of the record that you last read.",
        );
        ApiError::Invalid(findings.0)
    })?;
    let person = normalized(kind, input.person, &viewer, app.clock)?;
    let tax_id = tax_id_fields(&app, Place::tax_id(firm_id, uuid), &viewer, &person)?;

    let mut transaction = app.db.begin_change(firm_id).await?;
    let before = contact::find(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    npn_must_be_free(&mut transaction, &viewer, &person, Some(uuid)).await?;
    let custom = custom_fields(
        &mut transaction,
        (firm_id, kind),
        Some(&before),
        input.custom_fields,
    )
    .await?;
    if before.person.display_name != display_name(&person) {
        party::hold_new_links(&mut transaction, &viewer, vec![uuid]).await?;
        party::hold_contracts_of(&mut transaction, &viewer, &[uuid]).await?;
    }
    let values = ContactValues {
        person,
        tax_id,
        custom_fields: custom,
    };
    let is_saved = change::update(&mut transaction, &viewer, (uuid, version), values).await?;
    // Read again, because another request may have saved since the first read.
    let after = contact::find(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    if !is_saved {
        return Err(ApiError::Conflict(Box::new(json!(ContactRecord::from(after)))));
    }
    let (before, after) = (ContactRecord::from(before), ContactRecord::from(after));
    let details = json!({ "fields": changed_record_fields(&before, &after),
                          "changes": changes(&before, &after), "version": after.version });
    changed(&mut transaction, &viewer, "change", (kind.noun(), uuid), details).await?;
    transaction.commit().await?;
    Ok(Json(after))
}

/// Returns the old and new values of changed fields, with masked tax IDs.
fn changes(before: &ContactRecord, after: &ContactRecord) -> Vec<FieldChange> {
    let mut changes = field_changes(&json!(before.person), &json!(after.person));
    if before.tax_id_masked != after.tax_id_masked {
        changes.push(FieldChange {
            field: "taxId".into(),
            from: before.tax_id_masked.clone(),
            to: after.tax_id_masked.clone(),
        });
    }
    changes
}

/// Returns the names of the changed fields.
fn changed_record_fields(before: &ContactRecord, after: &ContactRecord) -> Vec<String> {
    let mut fields = changed_fields(&before.person, &after.person);
    if before.custom_fields != after.custom_fields {
        fields.push("customFields".into());
    }
    if before.tax_id_masked != after.tax_id_masked {
        fields.push("taxId".into());
    }
    fields
}

/// Normalizes and validates a person.
pub(in crate::routes) fn normalized(
    kind: ContactKind,
    person: Person,
    viewer: &Viewer,
    clock: Clock,
) -> ApiResult<Person> {
    let context = Context {
        today: viewer.today(clock),
        is_demo_firm: viewer.firm.is_demo,
    };
    let (person, findings) = normalize(kind, person, &context);
    if findings.is_acceptable() {
        Ok(person)
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}

/// Merges the typed custom fields into the stored ones. Returns `None` if none were sent. Only uploads add
/// new field names.
pub(super) async fn custom_fields(
    connection: &mut AsyncPgConnection,
    (firm_id, kind): (i32, ContactKind),
    before: Option<&contact::Contact>,
    typed: BTreeMap<String, String>,
) -> ApiResult<Option<serde_json::Value>> {
    if typed.is_empty() {
        return Ok(None);
    }
    let known = custom_field::names(connection, firm_id, kind.into()).await?;
    let stored = before.map(|row| serde_json::from_value(row.custom_fields.clone()));
    let mut fields: BTreeMap<String, String> = stored.transpose().unwrap_or_default().unwrap_or_default();
    let (typed, mut findings) = custom::normalize(typed);
    for (name, value) in typed {
        if !known.contains(&name) && !fields.contains_key(&name) {
            let message = format!("Your firm has no custom field {name}. Use an existing field.");
            findings.fault(custom::path(&name), "unknown_field", message);
        } else if value.is_empty() {
            fields.remove(&name);
        } else {
            fields.insert(name, value);
        }
    }
    if findings.is_acceptable() {
        Ok(Some(json!(fields)))
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}

/// Encrypts the tax ID for the record and field in `place`. Returns `None` if none was sent, which keeps the
/// stored one. An empty value removes it.
pub(super) fn tax_id_fields(
    app: &App,
    place: Place,
    viewer: &Viewer,
    person: &Person,
) -> ApiResult<Option<TaxIdFields>> {
    let Some(digits) = &person.tax_id else {
        return Ok(None);
    };
    if digits.is_empty() {
        return Ok(Some(TaxIdFields::default()));
    }
    let is_organization = person.organization_name.is_some();
    let kind = tax_id::parse(digits, is_organization, viewer.firm.is_demo)
        .map_or(TaxIdKind::Ssn, |parsed| parsed.kind);
    Ok(Some(TaxIdFields::new(kind, app.sealer.seal(place, digits)?)))
}

/// Fails if another agent of the firm has the same NPN, ignoring leading zeros.
pub(in crate::routes) async fn npn_must_be_free(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    person: &Person,
    own: Option<Uuid>,
) -> ApiResult<()> {
    let Some(npn) = &person.npn else { return Ok(()) };
    let holder = contact::holder_of_npn(connection, viewer.firm.id, npn, own).await?;
    match holder {
        Some(holder) => Err(ApiError::Taken {
            field: "person.npn".into(),
            message: format!(
                "NPN {npn} is already used by {holder}. Open that agent or enter a different NPN."
            ),
        }),
        None => Ok(()),
    }
}
