//! The activity of a record: its audit log entries, for every user who can read the record.

use super::{Access, Params, PathParams, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::activity::{self, ActivityEntry, Opens};
use crate::records::subject::SubjectKind;
use axum::{Json, extract::State};
use http::StatusCode;
use serde::Deserialize;
use shared::activity::{Activity, ActivityPage, FieldChange};
use shared::audit::AuditAction;
use shared::contract::PolicyStatus;
use shared::permission::Feature;
use utoipa::IntoParams;
use uuid::Uuid;

pub fn routes() -> Vec<Route> {
    SubjectKind::ALL
        .into_iter()
        .map(|kind| {
            Route::get(
                format!("{}/activity", kind.path()),
                Access::Feature(kind.feature(), Read),
                async move |app, viewer, uuid, params| read(kind, app, viewer, uuid, params).await,
            )
            .says("Activity", format!("Lists the activity of one {}", kind.noun()))
            .gives::<ActivityPage>(StatusCode::OK, "Up to 50 entries, newest first")
        })
        .collect()
}

#[derive(Deserialize, IntoParams)]
struct Page {
    /// Number of entries to skip
    #[serde(default)]
    offset: u16,
}

async fn read(
    kind: SubjectKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(page): Params<Page>,
) -> ApiResult<Json<ActivityPage>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    kind.must_see(&mut transaction, &viewer, uuid).await?;
    let opens = Opens {
        documents: !viewer.sees_shared_only()
            || kind.opens_documents(&mut transaction, &viewer, uuid).await?,
        medical: viewer.permissions.can_read(Feature::InsuredMedical),
    };
    let mut entries = activity::entries(&mut transaction, &viewer, uuid, page.offset, &opens).await?;
    transaction.finish();
    let has_more = entries.len() > activity::PAGE;
    entries.truncate(activity::PAGE);
    Ok(Json(ActivityPage {
        items: entries.into_iter().map(shown).collect(),
        has_more,
    }))
}

/// Converts an entry, copying only details that are safe to show.
fn shown(entry: ActivityEntry) -> Activity {
    let texts = |name: &str| -> Vec<String> {
        let values = entry.details[name].as_array().into_iter().flatten();
        values
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect()
    };
    let mut changes: Vec<FieldChange> =
        serde_json::from_value(entry.details["changes"].clone()).unwrap_or_default();
    let status = texts("status");
    if !status.is_empty() {
        // `about` already shows the change of status.
        changes.retain(|change| change.field != "status");
    }
    let about = match (status.as_slice(), entry.details["document"].as_str()) {
        ([from, to], _) => Some(format!(
            "{} → {}",
            PolicyStatus::label_of(from),
            PolicyStatus::label_of(to)
        )),
        (_, Some(name)) => Some(name.to_owned()),
        // Names of merged contacts.
        _ => entry.details["about"]
            .as_str()
            .map(str::to_owned)
            .or_else(|| entry.about.clone()),
    };
    Activity {
        uuid: entry.uuid,
        at: entry.at,
        label: AuditAction::label_of(&entry.action),
        fields: texts("fields"),
        changes,
        about,
        user: entry.user_name,
        on_behalf_of: entry.helped_name,
        action: entry.action,
    }
}
