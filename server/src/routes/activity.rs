//! The activity of a record: its audit log entries, for every user who can read the record.

use super::{Access, Params, PathParams, Read, Route};
use crate::app::App;
use crate::auth::{Sight, Viewer};
use crate::error::ApiResult;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, Source, within};
use crate::records::subject::SubjectKind;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use http::StatusCode;
use serde::Deserialize;
use shared::activity::{Activity, ActivityPage};
use shared::audit::AuditAction;
use shared::contract::PolicyStatus;
use shared::list::ListName;
use utoipa::IntoParams;
use uuid::Uuid;

const PAGE: i64 = 50;

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

#[derive(QueryableByName)]
struct EntryRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    at: jiff::Timestamp,
    #[diesel(sql_type = Text)]
    user_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    helped_name: Option<String>,
    #[diesel(sql_type = Text)]
    action: String,
    #[diesel(sql_type = Jsonb)]
    details: serde_json::Value,
    #[diesel(sql_type = Nullable<Text>)]
    about: Option<String>,
}

/// Builds the query for the entries of a record. Links are logged with the contact, so a contract includes
/// the entries of its current and former parties. Records that the viewer cannot see are not named.
fn entries(sight: &Sight<'_>, subject: Uuid, offset: u16) -> Statement {
    let subject_text = subject.to_string();
    let (firm, subject) = (|| Bind::Integer(sight.firm_id), || Bind::Uuid(subject));
    let mut statement = Statement::default();
    statement
        .sql(
            "SELECT log.uuid, log.at, log.action, log.details,
               coalesce(actor.first_name || ' ' || actor.last_name, 'Somebody') AS user_name,
               helped.first_name || ' ' || helped.last_name AS helped_name,
               CASE WHEN log.subject_uuid = ",
        )
        .bind(subject())
        .sql(" THEN (");
    for (joint, list, number) in [
        ("", ListName::Policies, "policy_number"),
        (" UNION ALL ", ListName::Annuities, "contract_number"),
    ] {
        let table = Source::of(list, sight.scope).table;
        statement
            .sql(&format!(
                "{joint}SELECT t.{number} FROM {table} t
                 WHERE t.uuid = (log.details ->> 'contract')::uuid AND t.firm_id = "
            ))
            .bind(firm());
        within(&mut statement, list, sight, Rows::Few);
    }
    statement
        .sql(
            ") ELSE contact.display_name END AS about
             FROM audit_log log
             LEFT JOIN app_user actor ON actor.user_key = log.actor_key
             LEFT JOIN app_user helped ON helped.user_key = log.on_behalf_of_key
             LEFT JOIN contact ON contact.uuid = log.subject_uuid AND contact.firm_id = ",
        )
        .bind(firm())
        .sql(" WHERE log.subject_type <> 'call' AND log.firm_id = ")
        .bind(firm())
        .sql(" AND (log.subject_uuid = ")
        .bind(subject())
        .sql(" OR (log.action IN ('attach', 'detach') AND log.details ->> 'contract' = ")
        .bind(Bind::Text(subject_text))
        .sql(" AND log.subject_uuid IN (SELECT contact_uuid FROM contract_party WHERE firm_id = ")
        .bind(firm())
        .sql(" AND contract_uuid = ")
        .bind(subject())
        .sql("))) ORDER BY log.id DESC LIMIT ")
        .bind(Bind::BigInt(PAGE + 1))
        .sql(" OFFSET ")
        .bind(Bind::BigInt(i64::from(offset)));
    statement
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
    let mut rows: Vec<EntryRow> = entries(&viewer.sight(), uuid, page.offset)
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    let has_more = rows.len() as i64 > PAGE;
    rows.truncate(PAGE as usize);
    Ok(Json(ActivityPage {
        items: rows.into_iter().map(told).collect(),
        has_more,
    }))
}

/// Converts a row, copying only details that are safe to show.
fn told(row: EntryRow) -> Activity {
    let texts = |name: &str| -> Vec<String> {
        let values = row.details[name].as_array().into_iter().flatten();
        values
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect()
    };
    let about = match (texts("status").as_slice(), row.details["document"].as_str()) {
        ([from, to], _) => Some(format!(
            "{} → {}",
            PolicyStatus::label_of(from),
            PolicyStatus::label_of(to)
        )),
        (_, Some(name)) => Some(name.to_owned()),
        _ => row.about.clone(),
    };
    Activity {
        uuid: row.uuid,
        at: row.at,
        label: AuditAction::label_of(&row.action),
        fields: texts("fields"),
        about,
        user: row.user_name,
        on_behalf_of: row.helped_name,
        action: row.action,
    }
}
