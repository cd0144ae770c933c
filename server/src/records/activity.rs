//! The activity of a record: its audit log entries.

use crate::auth::{Sight, Viewer};
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, Source, write_visible};
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::audit::AuditAction;
use shared::list::ListName;
use uuid::Uuid;

/// Number of entries per page.
pub const PAGE: usize = 50;

/// An audit log entry about a record.
#[derive(QueryableByName)]
pub struct ActivityEntry {
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    pub at: jiff::Timestamp,
    #[diesel(sql_type = Text)]
    pub user_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub helped_name: Option<String>,
    #[diesel(sql_type = Text)]
    pub action: String,
    #[diesel(sql_type = Jsonb)]
    pub details: serde_json::Value,
    #[diesel(sql_type = Nullable<Text>)]
    pub about: Option<String>,
}

/// Builds the query for a record's entries. Links are logged under the contact, so a contract includes the entries of
/// its current and former parties. Does not name contracts that the viewer cannot see. Leaves out entries about
/// documents and medical data unless the viewer can open them.
fn statement(sight: &Sight<'_>, subject: Uuid, offset: u16, opens: &Opens) -> Statement {
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
        write_visible(&mut statement, list, sight, Rows::Few);
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
        .sql(")))");
    let hidden = AuditAction::ALL.iter().filter(|action| {
        action.is_about_documents() && !opens.documents || action.is_medical() && !opens.medical
    });
    let hidden: Vec<String> = hidden.map(|action| action.code().to_owned()).collect();
    if !hidden.is_empty() {
        statement
            .sql(" AND log.action <> ALL(")
            .bind(Bind::Texts(hidden))
            .sql(")");
    }
    statement
        .sql(" ORDER BY log.id DESC LIMIT ")
        .bind(Bind::BigInt(PAGE as i64 + 1))
        .sql(" OFFSET ")
        .bind(Bind::BigInt(i64::from(offset)));
    statement
}

/// Kinds of entries that a viewer sees in addition to those about the record itself.
pub struct Opens {
    pub documents: bool,
    pub medical: bool,
}

/// Returns up to [`PAGE`] + 1 entries of a record, newest first, after skipping `offset`. The extra entry shows that
/// there are more.
pub async fn entries(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    subject: Uuid,
    offset: u16,
    opens: &Opens,
) -> QueryResult<Vec<ActivityEntry>> {
    statement(&viewer.sight(), subject, offset, opens)
        .load(connection)
        .await
}
