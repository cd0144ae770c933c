//! Medical requests that need work: unsent letters, and follow-ups that are due. Reads no encrypted data.

use crate::auth::Viewer;
use crate::db::Transaction;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, write_shares_contract, write_visible};
use crate::records::work::narrow::Narrow;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date as SqlDate, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::contract::MedicalRequestState;
use shared::list::ListName;
use shared::medical::{LetterState, due_work};
use uuid::Uuid;

/// A request that needs work. Has no medical data.
pub struct MedicalDue {
    pub uuid: Uuid,
    pub insured_uuid: Uuid,
    pub insured_name: String,
    pub work_label: String,
    pub day: Date,
}

#[derive(QueryableByName)]
struct DueRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    insured_uuid: Uuid,
    #[diesel(sql_type = Text)]
    insured_name: String,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    due_on: Date,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    day: Date,
    #[diesel(sql_type = Nullable<Text>)]
    letter: Option<String>,
    #[diesel(sql_type = BigInt)]
    total: i64,
}

impl DueRow {
    fn shown(self, today: Date) -> Option<MedicalDue> {
        let state = MedicalRequestState::from_code(&self.state)?;
        let letter = self.letter.as_deref().and_then(LetterState::from_code);
        let work = due_work(state, Some(self.due_on), letter, today)?;
        Some(MedicalDue {
            uuid: self.uuid,
            insured_uuid: self.insured_uuid,
            insured_name: self.insured_name,
            work_label: work.label().into(),
            day: self.day,
        })
    }
}

/// Counts the due requests whose insureds the viewer can open, and returns the first ones by date. An unsent letter is
/// due on its date.
pub async fn first(
    transaction: &mut Transaction,
    viewer: &Viewer,
    today: Date,
    rows: u16,
    narrow: &Narrow,
) -> QueryResult<(i64, Vec<MedicalDue>)> {
    let mut statement = Statement::default();
    statement
        .sql(
            "SELECT request.uuid, t.uuid AS insured_uuid, t.display_name AS insured_name, request.state,
               request.due_on, letter.state AS letter,
               CASE WHEN letter.state <> 'Sent' THEN letter.letter_date ELSE request.due_on END AS day,
               count(*) OVER () AS total
             FROM medical_request request
             JOIN contact t ON t.firm_id = request.firm_id AND t.uuid = request.insured_uuid AND t.deleted_at IS NULL
             LEFT JOIN LATERAL (
               SELECT state, letter_date FROM medical_letter
               WHERE firm_id = request.firm_id AND request_uuid = request.uuid
               ORDER BY created_at DESC, uuid DESC LIMIT 1) letter ON true
             WHERE request.due_on IS NOT NULL AND request.firm_id = ",
        )
        .bind(Bind::Integer(viewer.firm.id))
        .sql(" AND (letter.state <> 'Sent' OR request.due_on <= ")
        .bind(Bind::Date(today.into()))
        .sql(")");
    narrow.write_rows(&mut statement, "request.uuid");
    if let Some(agent) = narrow.agent {
        let agent = (ContactKind::Agent, agent);
        write_shares_contract(&mut statement, viewer.firm.id, ContactKind::Insured, agent);
    }
    write_visible(&mut statement, ListName::Insureds, &viewer.sight(), Rows::Many);
    statement
        .sql(" ORDER BY day, request.uuid LIMIT ")
        .bind(Bind::BigInt(rows.into()));
    let found: Vec<DueRow> = statement.load(&mut **transaction).await?;
    let total = found.as_slice().first().map_or(0, |row| row.total);
    let items = found.into_iter().filter_map(|row| row.shown(today)).collect();
    Ok((total, items))
}

/// A request whose next step became due.
#[derive(QueryableByName)]
pub struct FollowUp {
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub insured_uuid: Uuid,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    pub due_on: Date,
}

/// Returns the requests that became due today or in the seven days before. Users were already notified of older ones.
pub async fn since_last_week(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    today: Date,
) -> QueryResult<Vec<FollowUp>> {
    diesel::sql_query(
        "SELECT request.uuid, insured_uuid, due_on FROM medical_request request
         JOIN contact ON contact.firm_id = request.firm_id AND contact.uuid = insured_uuid
           AND contact.deleted_at IS NULL
         WHERE request.firm_id = $1 AND due_on BETWEEN $2 - 7 AND $2 ORDER BY due_on, request.uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlDate, _>(jiff_diesel::Date::from(today))
    .load(connection)
    .await
}
