//! Widget sessions on partner sites.

use crate::auth::Viewer;
use crate::db::schema::embed_session;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::{SignedDuration, Timestamp};
use shared::embed::{EmbedSession, EmbedSessionRequest, Widget};
use uuid::Uuid;

/// Number of sessions shown to administrators.
const SHOWN: i32 = 50;
/// How long ended sessions are kept.
const RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Partner and key of a new session. Previews have no key.
#[derive(Debug, Clone, Copy)]
pub struct SessionSource {
    pub firm_id: i32,
    pub partner_uuid: Uuid,
    pub key_uuid: Option<Uuid>,
}

/// Adds a session, and deletes the partner's sessions from more than 30 days ago.
pub async fn add(
    connection: &mut AsyncPgConnection,
    source: SessionSource,
    request: &EmbedSessionRequest,
    (uuid, secret_hash): (Uuid, &[u8]),
    (now, expires_at): (Timestamp, Timestamp),
) -> QueryResult<()> {
    diesel::delete(embed_session::table)
        .filter(embed_session::firm_id.eq(source.firm_id))
        .filter(embed_session::partner_uuid.eq(source.partner_uuid))
        .filter(embed_session::created_at.lt(jiff_diesel::Timestamp::from(now - RETENTION)))
        .execute(connection)
        .await?;
    let scopes: Vec<&str> = request.scopes.iter().map(|scope| scope.code()).collect();
    diesel::insert_into(embed_session::table)
        .values((
            embed_session::firm_id.eq(source.firm_id),
            embed_session::uuid.eq(uuid),
            embed_session::partner_uuid.eq(source.partner_uuid),
            embed_session::key_uuid.eq(source.key_uuid),
            embed_session::user_key.eq(&request.user_key),
            embed_session::widget.eq(request.widget.code()),
            embed_session::origin.eq(&request.origin),
            embed_session::contact_kind.eq(request.contact_type.map(|kind| i16::from(u8::from(kind)))),
            embed_session::contact_uuid.eq(request.contact_uuid),
            embed_session::report_uuid.eq(request.report_uuid),
            embed_session::scopes.eq(scopes),
            embed_session::secret_hash.eq(secret_hash),
            embed_session::created_at.eq(jiff_diesel::Timestamp::from(now)),
            embed_session::expires_at.eq(jiff_diesel::Timestamp::from(expires_at)),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Ends a widget's session.
pub async fn end(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::update(embed_session::table.find((viewer.firm.id, uuid)))
        .set(embed_session::expires_at.eq(jiff_diesel::Timestamp::from(now)))
        .execute(connection)
        .await
        .map(drop)
}

#[derive(QueryableByName)]
struct SessionRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    widget: String,
    #[diesel(sql_type = Text)]
    user_name: String,
    #[diesel(sql_type = Text)]
    origin: String,
    #[diesel(sql_type = Nullable<Text>)]
    subject_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ending: Option<String>,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    expires_at: Timestamp,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    opened_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Text>)]
    refusal: Option<String>,
}

impl From<SessionRow> for EmbedSession {
    fn from(row: SessionRow) -> Self {
        let SessionRow {
            uuid,
            widget,
            user_name,
            origin,
            subject_name,
            ending,
            created_at,
            expires_at,
            opened_at,
            refusal,
        } = row;
        Self {
            uuid,
            widget: Widget::from_code(&widget).map_or(widget, |widget| widget.label().to_owned()),
            user_name,
            origin,
            subject_name,
            key_ending: ending,
            created_at,
            expires_at,
            opened_at,
            refusal,
        }
    }
}

/// Lists a partner's newest sessions.
pub async fn of_partner(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    partner_uuid: Uuid,
) -> QueryResult<Vec<EmbedSession>> {
    let rows: Vec<SessionRow> = diesel::sql_query(
        "SELECT session.uuid, widget, concat_ws(' ', app_user.first_name, app_user.last_name) AS user_name, origin,
           coalesce(contact.display_name, report.name) AS subject_name, ending, session.created_at, expires_at,
           opened_at, refusal
         FROM embed_session session
         LEFT JOIN partner_key ON partner_key.firm_id = $1 AND partner_key.uuid = key_uuid
         JOIN app_user USING (user_key)
         LEFT JOIN contact ON contact.firm_id = $1 AND contact.uuid = contact_uuid
         LEFT JOIN report ON report.firm_id = $1 AND report.uuid = report_uuid
         WHERE session.firm_id = $1 AND session.partner_uuid = $2
         ORDER BY session.created_at DESC, session.uuid DESC LIMIT $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(partner_uuid)
    .bind::<Integer, _>(SHOWN)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}
