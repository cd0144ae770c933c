//! The list of open requests: drafts, and requests that wait for their provider.

use super::open;
use crate::auth::Viewer;
use crate::crypto::{Place, Sealer};
use crate::db::Transaction;
use crate::error::ApiResult;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, containing, write_visible};
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Bool, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use shared::contract::MedicalRequestState::{self, Draft};
use shared::list::ListName;
use shared::medical::{
    LetterMethod, LetterState, MedicalRequestType, OpenRequest, OpenRequestPage, RequestContent, RequestNeed,
    due_work, is_open, next_step_on, progress_label,
};
use shared::text::search_words;
use uuid::Uuid;

/// Rows per page.
pub const PAGE: i64 = 50;

/// Which requests to list.
pub struct Wanted<'a> {
    pub offset: u16,
    /// Search in the data of the insured.
    pub search: &'a str,
    pub need: Option<RequestNeed>,
}

#[derive(QueryableByName)]
struct OpenRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    insured_uuid: Uuid,
    #[diesel(sql_type = Text)]
    insured_name: String,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Binary)]
    content: Vec<u8>,
    #[diesel(sql_type = Bool)]
    has_authorization: bool,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    due_on: Option<Date>,
    #[diesel(sql_type = Nullable<Text>)]
    letter: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    method: Option<String>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    letter_date: Option<Date>,
    #[diesel(sql_type = BigInt)]
    total: i64,
}

impl OpenRow {
    /// Decrypts the content only if there is a `sealer`.
    fn shown(self, sealer: Option<&Sealer>, firm_id: i32, today: Date) -> ApiResult<OpenRequest> {
        let state = MedicalRequestState::from_code(&self.state)
            .with_context(|| format!("unknown state {}", self.state))?;
        let letter = self.letter.as_deref().and_then(LetterState::from_code);
        let method = self.method.as_deref().and_then(LetterMethod::from_code);
        let work = due_work(state, self.due_on, letter, today);
        let content = match sealer {
            Some(sealer) => {
                let text = open(
                    sealer,
                    (firm_id, self.uuid),
                    Place::MEDICAL_REQUEST,
                    &self.content,
                )?;
                let content: RequestContent =
                    serde_json::from_str(&text).context("cannot read a stored medical request")?;
                Some(content)
            }
            None => None,
        };
        Ok(OpenRequest {
            uuid: self.uuid,
            insured_uuid: self.insured_uuid,
            insured_name: self.insured_name,
            state: state.code().into(),
            state_label: progress_label(state, letter.zip(method)),
            has_authorization: self.has_authorization,
            work_label: work.map(|work| work.label().into()),
            day: next_step_on(self.due_on, letter.zip(self.letter_date)),
            request_type_label: content
                .as_ref()
                .map(|content| MedicalRequestType::label_of(&content.request_type)),
            provider: content.map(|content| content.provider.name),
        })
    }
}

/// Returns a page of the open requests whose insureds the viewer can open. `sealer` decrypts the medical data of the
/// rows, and is `None` if the viewer has given no reason to see it.
///
/// # Errors
/// Returns `ApiError::Refused` if a request cannot be decrypted.
pub async fn page(
    transaction: &mut Transaction,
    viewer: &Viewer,
    today: Date,
    wanted: &Wanted<'_>,
    sealer: Option<&Sealer>,
) -> ApiResult<OpenRequestPage> {
    let mut statement = Statement::default();
    statement
        .sql(
            "SELECT request.uuid, t.uuid AS insured_uuid, t.display_name AS insured_name, request.state,
               request.content, request.authorization_uuid IS NOT NULL AS has_authorization, request.due_on,
               letter.state AS letter, letter.method, letter.letter_date,
               count(*) OVER () AS total
             FROM medical_request request
             JOIN contact t ON t.firm_id = request.firm_id AND t.uuid = request.insured_uuid AND t.deleted_at IS NULL
             LEFT JOIN LATERAL (
               SELECT state, method, letter_date FROM medical_letter
               WHERE firm_id = request.firm_id AND request_uuid = request.uuid
               ORDER BY created_at DESC, uuid DESC LIMIT 1) letter ON true
             WHERE request.firm_id = ",
        )
        .bind(Bind::Integer(viewer.firm.id))
        .sql(" AND request.state = ANY(")
        .bind(Bind::Texts(open_states()))
        .sql(")");
    for word in search_words(wanted.search) {
        let pattern = Bind::Text(containing(&word));
        statement.sql(" AND t.search_text LIKE ").bind(pattern);
    }
    if let Some(need) = wanted.need {
        write_need(&mut statement, need, today);
    }
    write_visible(&mut statement, ListName::Insureds, &viewer.sight(), Rows::Many);
    statement
        .sql(
            " ORDER BY CASE WHEN letter.state <> 'Sent' THEN letter.letter_date ELSE request.due_on END NULLS LAST,
               request.created_at DESC, request.uuid LIMIT ",
        )
        .bind(Bind::BigInt(PAGE))
        .sql(" OFFSET ")
        .bind(Bind::BigInt(wanted.offset.into()));
    let rows: Vec<OpenRow> = statement.load(&mut **transaction).await?;
    let total = rows.as_slice().first().map_or(0, |row| row.total);
    let items = rows
        .into_iter()
        .map(|row| row.shown(sealer, viewer.firm.id, today))
        .collect::<ApiResult<_>>()?;
    Ok(OpenRequestPage { items, total })
}

fn open_states() -> Vec<String> {
    let states = MedicalRequestState::ALL.iter().copied();
    states
        .filter(|state| *state == Draft || is_open(*state))
        .map(|state| state.code().into())
        .collect()
}

fn write_need(statement: &mut Statement, need: RequestNeed, today: Date) {
    let is_due = |statement: &mut Statement, start: &str| {
        statement
            .sql(start)
            .sql(" request.due_on <= ")
            .bind(Bind::Date(today.into()))
            .sql(")");
    };
    match need {
        RequestNeed::Due => is_due(statement, " AND (letter.state <> 'Sent' OR"),
        RequestNeed::FollowUp => is_due(statement, " AND letter.state = 'Sent' AND ("),
        RequestNeed::Provider => is_due(statement, " AND letter.state = 'Sent' AND NOT ("),
        RequestNeed::Letter => {
            statement.sql(" AND letter.state <> 'Sent'");
        }
        RequestNeed::Draft => {
            statement.sql(" AND request.state = 'Draft'");
        }
        RequestNeed::Authorization => {
            statement.sql(" AND request.state = 'Draft' AND request.authorization_uuid IS NULL");
        }
    }
}
