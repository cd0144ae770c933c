//! Adds and updates cohorts.

use super::count;
use super::members::question;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, ScopedQuery};
use crate::records::cohort;
use crate::records::cohort::change::{self, CohortProperties};
use crate::records::cohort::{members, too_many_contacts};
use crate::records::keyed_request::KeyedRecord;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::list_query;
use crate::routes::repeated::{must_repeat, repeats};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel::result::{DatabaseErrorKind, Error};
use http::StatusCode;
use serde_json::json;
use shared::activity::field_changes;
use shared::cohort::{
    Cohort, CohortContacts, CohortInput, CohortKind, MAX_CONTACTS, NewCohort, normalize, rule_faults,
    rule_query,
};
use shared::contact::ContactKind;
use shared::list::{FilterValue, ListName};
use uuid::Uuid;

/// Adds a cohort. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one cohort.
pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(new): Body<NewCohort>,
) -> ApiResult<(StatusCode, Json<Cohort>)> {
    must_repeat([("firmId", repeats(new.firm_id, viewer.firm.id))])?;
    let (name, description, mut findings) = normalize(&new.name, new.description.as_deref());
    findings
        .0
        .extend(rule_faults(new.kind, new.contact_type, &new.filter));
    let has_contacts = !new.contact_uuids.is_empty() || new.query.is_some();
    if new.kind == CohortKind::Rule && has_contacts {
        findings.fault(
            "contactUuids",
            "not_for_this_kind",
            "A rule-based cohort can't have selected contacts.",
        );
    }
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let request = json!([viewer.user_key, new]).to_string();
    let request_hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    rule_must_fit(&app, &viewer, new.contact_type, new.kind, &new.filter).await?;
    let first: Option<ScopedQuery> = if has_contacts {
        let contacts = CohortContacts {
            contact_uuids: new.contact_uuids,
            query: new.query,
            ..CohortContacts::default()
        };
        Some(question(&app, &viewer, new.contact_type, contacts).await?)
    } else {
        None
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let row = change::NewCohort {
        uuid,
        name: &name,
        description: description.as_deref(),
        contact_type: new.contact_type,
        kind: new.kind,
        filter: stored(new.kind, &new.filter),
        request_hash: request_hash.as_deref(),
        now: app.clock.now(),
    };
    let is_new = change::insert(&mut transaction, &viewer, row)
        .await
        .map_err(name_taken)?;
    if is_new {
        if let Some(first) = &first {
            members::add(&mut transaction, &viewer, uuid, first).await?;
        }
    } else {
        let of_firm = (viewer.firm.id, uuid);
        let hash = request_hash.as_deref();
        idempotency::must_match(&mut transaction, KeyedRecord::Cohort, of_firm, hash).await?;
    }
    let cohort = cohort::get(&mut transaction, &viewer, uuid).await?;
    if is_new {
        let details = json!({ "name": cohort.name, "contacts": cohort.contact_count });
        audit::record(&mut transaction, &viewer, "add", ("cohort", Some(uuid)), details).await?;
    }
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(cohort)))
}

fn stored(kind: CohortKind, filter: &[FilterValue]) -> Option<serde_json::Value> {
    (kind == CohortKind::Rule).then(|| json!(filter))
}

/// Fails if the rule matches more contacts than a cohort can have.
async fn rule_must_fit(
    app: &App,
    viewer: &Viewer,
    contact_type: ContactKind,
    kind: CohortKind,
    filter: &[FilterValue],
) -> ApiResult<()> {
    if kind == CohortKind::Static {
        return Ok(());
    }
    let list = ListName::of_contacts(contact_type);
    let question = list_query::prepare(app, viewer, list, rule_query(filter)).await?;
    let found = list::totals::count(&app.db, viewer.firm.id, &question).await?;
    if usize::try_from(found).is_ok_and(|found| found <= MAX_CONTACTS) {
        Ok(())
    } else {
        Err(too_many_contacts("Narrow the selection."))
    }
}

/// Converts a violation of the unique cohort name, which is case-insensitive within the firm.
pub(super) fn name_taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, ref info)
            if info.constraint_name() == Some("cohort_name") =>
        {
            ApiError::Refused {
                code: "name_taken",
                message: "A cohort with this name already exists. Enter a different name.".into(),
            }
        }
        other => other.into(),
    }
}

pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<CohortInput>,
) -> ApiResult<Json<Cohort>> {
    must_repeat([
        ("firmId", repeats(input.firm_id, viewer.firm.id)),
        ("uuid", repeats(input.uuid, uuid)),
    ])?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = cohort::get(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    let (name, description, mut findings) = normalize(&input.name, input.description.as_deref());
    findings
        .0
        .extend(rule_faults(before.kind, before.contact_type, &input.filter));
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    if input.filter != before.filter {
        rule_must_fit(&app, &viewer, before.contact_type, before.kind, &input.filter).await?;
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let properties = CohortProperties {
        name: &name,
        description: description.as_deref(),
        filter: stored(before.kind, &input.filter),
    };
    let now = app.clock.now();
    let is_saved = change::update(&mut transaction, &viewer, (uuid, input.version), properties, now)
        .await
        .map_err(name_taken)?;
    let mut after = cohort::get(&mut transaction, &viewer, uuid).await?;
    if !is_saved {
        return Err(ApiError::Conflict(Box::new(json!(after))));
    }
    let texts = |of: &Cohort| json!({ "name": of.name, "description": of.description });
    let changes = field_changes(&texts(&before), &texts(&after));
    let fields: Vec<&str> = [
        ("name", before.name != after.name),
        ("description", before.description != after.description),
        ("filter", before.filter != after.filter),
    ]
    .into_iter()
    .filter_map(|(field, is_changed)| is_changed.then_some(field))
    .collect();
    let details = json!({ "fields": fields, "changes": changes, "version": after.version });
    audit::record(
        &mut transaction,
        &viewer,
        "change",
        ("cohort", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    after.contact_count = count::of_one(&app, &viewer, &after).await?;
    Ok(Json(after))
}
