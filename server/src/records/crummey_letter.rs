//! Crummey letters, one for each gift and beneficiary.

use crate::auth::Viewer;
use crate::db::schema::{crummey_letter, document, premium_gift};
use diesel::dsl::{exists, select};
use diesel::prelude::*;
use diesel::sql_types::{
    Array, Bool, Date as SqlDate, Integer, Nullable, Numeric, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::trust::letters::{CrummeyLetter, DeliveryMethod, LetterDocument, LetterState};
use uuid::Uuid;

#[derive(QueryableByName)]
struct LetterRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = SqlUuid)]
    gift_uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    person_uuid: Uuid,
    #[diesel(sql_type = Text)]
    beneficiary: String,
    #[diesel(sql_type = Text)]
    addressee: String,
    #[diesel(sql_type = Numeric)]
    amount: Decimal,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    letter_date: Date,
    #[diesel(sql_type = Bool)]
    is_outdated: bool,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Nullable<Text>)]
    method: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    delivered_on: Option<Date>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    emailed_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Text>)]
    failure: Option<String>,
    #[diesel(sql_type = SqlUuid)]
    document_uuid: Uuid,
    #[diesel(sql_type = Text)]
    document_name: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    proof_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    proof_name: Option<String>,
}

impl LetterRow {
    fn shown(self) -> CrummeyLetter {
        let proof = self.proof_uuid.zip(self.proof_name);
        CrummeyLetter {
            uuid: self.uuid,
            version: self.version,
            person_uuid: self.person_uuid,
            beneficiary: self.beneficiary,
            addressee: self.addressee,
            amount: self.amount,
            letter_date: self.letter_date,
            is_outdated: self.is_outdated,
            state_label: LetterState::label_of(&self.state),
            state: self.state,
            method: self.method,
            email: self.email,
            delivered_on: self.delivered_on,
            emailed_at: self.emailed_at,
            failure: self.failure,
            document: LetterDocument {
                document_id: self.document_uuid,
                name: self.document_name,
            },
            proof: proof.map(|(document_id, name)| LetterDocument { document_id, name }),
        }
    }
}

/// Lists the letters of gifts by beneficiary, each with its gift.
pub async fn of_gifts(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    gifts: &[Uuid],
) -> QueryResult<Vec<(Uuid, CrummeyLetter)>> {
    let rows: Vec<LetterRow> = diesel::sql_query(
        "SELECT letter.uuid, letter.version, gift_uuid, person_uuid, beneficiary, addressee, letter.amount,
           letter.letter_date, letter.state, method, coalesce(letter.email, person.email) AS email, delivered_on,
           emailed_at, failure, document_uuid, document.name AS document_name, proof.uuid AS proof_uuid,
           proof.name AS proof_name,
           (gift_amount, gift_received_on) IS DISTINCT FROM (gift.amount, gift.received_on) AS is_outdated
         FROM crummey_letter letter
         JOIN premium_gift gift ON gift.firm_id = letter.firm_id AND gift.uuid = gift_uuid
         JOIN trust_person person ON person.firm_id = letter.firm_id AND person.uuid = person_uuid
         JOIN document ON document.firm_id = letter.firm_id AND document.uuid = document_uuid
         LEFT JOIN document proof ON proof.firm_id = letter.firm_id AND proof.uuid = proof_uuid
           AND proof.deleted_at IS NULL
         WHERE letter.firm_id = $1 AND gift_uuid = ANY($2)
         ORDER BY beneficiary, letter.uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(gifts)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.gift_uuid, row.shown())).collect())
}

/// A letter to insert.
pub struct NewLetter {
    pub uuid: Uuid,
    pub gift: Uuid,
    pub gift_amount: Decimal,
    pub gift_received_on: Date,
    pub person: Uuid,
    pub beneficiary: String,
    pub addressee: String,
    pub amount: Decimal,
    pub letter_date: Date,
    pub document: Uuid,
}

pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    letters: &[&NewLetter],
    now: Timestamp,
) -> QueryResult<()> {
    let rows: Vec<_> = letters
        .iter()
        .map(|letter| {
            (
                crummey_letter::firm_id.eq(viewer.firm.id),
                crummey_letter::uuid.eq(letter.uuid),
                crummey_letter::gift_uuid.eq(letter.gift),
                crummey_letter::gift_amount.eq(letter.gift_amount),
                crummey_letter::gift_received_on.eq(jiff_diesel::Date::from(letter.gift_received_on)),
                crummey_letter::person_uuid.eq(letter.person),
                crummey_letter::beneficiary.eq(&letter.beneficiary),
                crummey_letter::addressee.eq(&letter.addressee),
                crummey_letter::amount.eq(letter.amount),
                crummey_letter::letter_date.eq(jiff_diesel::Date::from(letter.letter_date)),
                crummey_letter::document_uuid.eq(letter.document),
                crummey_letter::created_at.eq(jiff_diesel::Timestamp::from(now)),
                crummey_letter::created_by.eq(&viewer.user_key),
            )
        })
        .collect();
    diesel::insert_into(crummey_letter::table)
        .values(rows)
        .execute(connection)
        .await
        .map(drop)
}

/// Queues an email for each letter, to its beneficiary's current address.
pub async fn queue_emails(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    letters: &[Uuid],
    now: Timestamp,
) -> QueryResult<()> {
    diesel::sql_query(
        "WITH queued AS (
           UPDATE crummey_letter letter SET state = 'Sending', method = 'Email', email = person.email, sent_by = $3,
             failure = NULL, version = letter.version + 1
           FROM trust_person person
           WHERE letter.firm_id = $1 AND letter.uuid = ANY($2) AND person.firm_id = $1 AND person.uuid = person_uuid
           RETURNING letter.uuid)
         INSERT INTO mail_outbox (firm_id, cause, notification_ids, created_at, next_try_at, letter_uuid)
         SELECT $1, 'Letter', '{}', $4, $4, uuid FROM queued",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<Array<SqlUuid>, _>(letters)
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .execute(connection)
    .await
    .map(drop)
}

/// Records that letters were mailed or handed over.
pub async fn mark(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    letters: &[Uuid],
    (method, day): (DeliveryMethod, Date),
) -> QueryResult<()> {
    diesel::update(crummey_letter::table)
        .filter(crummey_letter::firm_id.eq(firm_id))
        .filter(crummey_letter::uuid.eq_any(letters))
        .set((
            crummey_letter::state.eq(LetterState::Delivered.code()),
            crummey_letter::method.eq(method.code()),
            crummey_letter::delivered_on.eq(jiff_diesel::Date::from(day)),
            crummey_letter::email.eq(None::<String>),
            crummey_letter::sent_by.eq(None::<String>),
            crummey_letter::failure.eq(None::<String>),
            crummey_letter::version.eq(crummey_letter::version + 1),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Removes the delivery of a letter that was mailed or handed over. If the delivery opened the gift's withdrawal
/// window, closes it again.
pub async fn undo(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (gift, letter): (Uuid, Uuid),
) -> QueryResult<()> {
    lock_gifts(connection, firm_id, &[gift]).await?;
    diesel::sql_query(
        "UPDATE premium_gift SET letters_sent_on = NULL, version = version + 1
         WHERE firm_id = $1 AND uuid = $2 AND premium_paid_on IS NULL
           AND letters_sent_on = (SELECT max(delivered_on) FROM crummey_letter WHERE firm_id = $1 AND gift_uuid = $2)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(gift)
    .execute(&mut *connection)
    .await?;
    diesel::update(crummey_letter::table.find((firm_id, letter)))
        .set((
            crummey_letter::state.eq(LetterState::Draft.code()),
            crummey_letter::method.eq(None::<String>),
            crummey_letter::delivered_on.eq(None::<jiff_diesel::Date>),
            crummey_letter::version.eq(crummey_letter::version + 1),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Locks gifts in uuid order. This serializes the deliveries of a gift's letters, so that the last one sees the
/// others.
pub async fn lock_gifts(connection: &mut AsyncPgConnection, firm_id: i32, gifts: &[Uuid]) -> QueryResult<()> {
    let _: Vec<Uuid> = premium_gift::table
        .filter(premium_gift::firm_id.eq(firm_id))
        .filter(premium_gift::uuid.eq_any(gifts))
        .order(premium_gift::uuid)
        .select(premium_gift::uuid)
        .for_no_key_update()
        .load(connection)
        .await?;
    Ok(())
}

/// Opens the withdrawal window of gifts once every beneficiary with a withdrawal right has received a letter.
pub async fn open_windows(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    gifts: &[Uuid],
) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE premium_gift gift SET letters_sent_on = delivered.last, version = gift.version + 1
         FROM (SELECT gift_uuid, max(delivered_on) AS last FROM crummey_letter
               WHERE firm_id = $1 AND gift_uuid = ANY($2)
               GROUP BY gift_uuid HAVING bool_and(state = 'Delivered')) delivered
         WHERE gift.firm_id = $1 AND gift.uuid = delivered.gift_uuid AND letters_sent_on IS NULL
           AND received_on IS NOT NULL
           AND NOT EXISTS (
             SELECT FROM trust_person person
             WHERE person.firm_id = $1 AND person.trust_uuid = gift.trust_uuid AND has_withdrawal_right
               AND deleted_at IS NULL
               AND NOT EXISTS (SELECT FROM crummey_letter letter WHERE letter.firm_id = $1
                 AND letter.gift_uuid = gift.uuid AND letter.person_uuid = person.uuid))",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(gifts)
    .execute(connection)
    .await
    .map(drop)
}

/// Sets or removes the proof of a letter.
pub async fn set_proof(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    letter: Uuid,
    proof: Option<Uuid>,
) -> QueryResult<()> {
    diesel::update(crummey_letter::table.find((firm_id, letter)))
        .set((
            crummey_letter::proof_uuid.eq(proof),
            crummey_letter::version.eq(crummey_letter::version + 1),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Deletes a letter. Its document is marked as deleted.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (letter, file): (Uuid, Uuid),
) -> QueryResult<()> {
    diesel::delete(crummey_letter::table.find((firm_id, letter)))
        .execute(&mut *connection)
        .await?;
    diesel::update(document::table.find((firm_id, file)))
        .set(document::deleted_at.eq(diesel::dsl::now))
        .execute(connection)
        .await
        .map(drop)
}

/// Returns whether a gift has letters.
pub async fn has_any(connection: &mut AsyncPgConnection, firm_id: i32, gift: Uuid) -> QueryResult<bool> {
    let of_gift = crummey_letter::table
        .filter(crummey_letter::firm_id.eq(firm_id))
        .filter(crummey_letter::gift_uuid.eq(gift));
    select(exists(of_gift)).get_result(connection).await
}

/// Returns whether a document is a letter.
pub async fn is_letter(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    document: Uuid,
) -> QueryResult<bool> {
    let of_document = crummey_letter::table
        .filter(crummey_letter::firm_id.eq(firm_id))
        .filter(crummey_letter::document_uuid.eq(document));
    select(exists(of_document)).get_result(connection).await
}
