//! Re-encrypts the values of all firms in batches. Rows that another transaction has locked are skipped.
//! Values that are not yet re-encrypted are recognizable, so an interrupted run needs no saved position.

use crate::crypto::{IS_HEADLESS, KeySet, Place, Sealer};
use crate::db::Db;
use crate::db::schema::firm;
use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Integer, SmallInt, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use uuid::Uuid;

/// Rows per transaction.
const BATCH: i64 = 500;

/// Which values to re-encrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those without a header.
    Headless,
    /// Those without a header or with an older key.
    NotCurrent,
}

/// Result of a pass over all values or files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of values or files re-encrypted.
    pub sealed: u64,
    /// Number that could not be decrypted and were left unchanged.
    pub unreadable: u64,
    /// Number that other transactions had locked.
    pub skipped: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.sealed += other.sealed;
        self.unreadable += other.unreadable;
        self.skipped += other.skipped;
    }
}

/// A column with sealed values.
struct Column {
    table: &'static str,
    /// SQL expression for the row's upload. A nil UUID for contacts, which have none.
    upload: &'static str,
    contact: &'static str,
    cipher: &'static str,
    key_id: &'static str,
    /// SQL assignments of the new ciphertext `n.cipher` and the key id `$2`.
    set: &'static str,
    /// SQL condition: the row comes after upload `$2` and contact `$3`.
    follows: &'static str,
    /// Field that the value is bound to. See [`Place::field`].
    field: &'static str,
}

const NO_UPLOAD: &str = "'00000000-0000-0000-0000-000000000000'::uuid";
/// Columns with tax numbers and with the signing secrets of webhooks.
const GENERAL: [Column; 6] = [
    Column {
        table: "contact",
        upload: NO_UPLOAD,
        contact: "uuid",
        cipher: "tax_id_cipher",
        key_id: "tax_id_key_id",
        set: "tax_id_cipher = n.cipher, tax_id_key_id = $2",
        follows: "$2::uuid IS NOT NULL AND uuid > $3",
        field: Place::TAX_ID,
    },
    Column {
        table: "upload_row",
        upload: "storage_guid",
        contact: "contact_uuid",
        cipher: "tax_id_cipher",
        key_id: "tax_id_key_id",
        set: "tax_id_cipher = n.cipher, tax_id_key_id = $2",
        follows: "(storage_guid, contact_uuid) > ($2, $3)",
        field: Place::TAX_ID,
    },
    Column {
        table: "upload_effect",
        upload: "storage_guid",
        contact: "contact_uuid",
        cipher: "(before ->> 'tax_id_cipher')::bytea",
        key_id: "(before ->> 'tax_id_key_id')::smallint",
        set: "before = before || jsonb_build_object('tax_id_cipher', n.cipher, 'tax_id_key_id', $2)",
        follows: "(storage_guid, contact_uuid) > ($2, $3)",
        field: Place::TAX_ID,
    },
    Column {
        table: "upload_effect",
        upload: "storage_guid",
        contact: "contact_uuid",
        cipher: "(after ->> 'tax_id_cipher')::bytea",
        key_id: "(after ->> 'tax_id_key_id')::smallint",
        set: "after = after || jsonb_build_object('tax_id_cipher', n.cipher, 'tax_id_key_id', $2)",
        follows: "(storage_guid, contact_uuid) > ($2, $3)",
        field: Place::TAX_ID,
    },
    webhook("secret", "secret_key_id", "secret = n.cipher, secret_key_id = $2"),
    webhook(
        "previous_secret",
        "previous_secret_key_id",
        "previous_secret = n.cipher, previous_secret_key_id = $2",
    ),
];

/// Columns with medical data. Their rows belong to a request or a document instead of a contact.
const MEDICAL: [Column; 2] = [
    medical("medical_request", Place::MEDICAL_REQUEST),
    medical("medical_document", Place::MEDICAL_DOCUMENT),
];

const fn medical(table: &'static str, field: &'static str) -> Column {
    Column {
        table,
        upload: NO_UPLOAD,
        contact: "uuid",
        cipher: "content",
        key_id: "content_key_id",
        set: "content = n.cipher, content_key_id = $2",
        follows: "$2::uuid IS NOT NULL AND uuid > $3",
        field,
    }
}

/// A column with signing secrets. Its rows are webhooks instead of contacts.
const fn webhook(cipher: &'static str, key_id: &'static str, set: &'static str) -> Column {
    Column {
        table: "webhook",
        upload: NO_UPLOAD,
        contact: "uuid",
        cipher,
        key_id,
        set,
        follows: "$2::uuid IS NOT NULL AND uuid > $3",
        field: Place::WEBHOOK_SECRET,
    }
}

impl Column {
    fn of(set: KeySet) -> &'static [Self] {
        match set {
            KeySet::General => &GENERAL,
            KeySet::Medical => &MEDICAL,
        }
    }

    /// SQL condition: the row has a value to re-encrypt. `current` is the id of the current key.
    fn condition(&self, which: Which, current: i16) -> String {
        let Self { cipher, key_id, .. } = self;
        let headless = IS_HEADLESS.replace("tax_id_cipher", cipher);
        match which {
            Which::Headless => format!("({headless})"),
            Which::NotCurrent => format!("({cipher} IS NOT NULL AND ({headless} OR {key_id} <> {current}))"),
        }
    }

    /// SQL for the next rows, locked. Binds firm, upload, contact and limit.
    fn select(&self, which: Which, current: i16) -> String {
        let Self {
            table,
            upload,
            contact,
            cipher,
            follows,
            ..
        } = self;
        format!(
            "SELECT {upload} AS upload, {contact} AS contact, {cipher} AS cipher FROM {table}
             WHERE firm_id = $1 AND {follows} AND {} ORDER BY {upload}, {contact} LIMIT $4
             FOR NO KEY UPDATE SKIP LOCKED",
            self.condition(which, current)
        )
    }

    /// SQL that stores new values. Binds firm, key id, uploads, contacts and values.
    fn update(&self) -> String {
        let Self {
            table,
            upload,
            contact,
            set,
            ..
        } = self;
        format!(
            "UPDATE {table} SET {set} FROM unnest($3, $4, $5) AS n (n_upload, n_contact, cipher)
             WHERE firm_id = $1 AND {upload} = n_upload AND {contact} = n_contact"
        )
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    upload: Uuid,
    #[diesel(sql_type = SqlUuid)]
    contact: Uuid,
    #[diesel(sql_type = Binary)]
    cipher: Vec<u8>,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Re-encrypts the values of all firms with the current key. Calls `report` with the totals after each batch.
///
/// # Errors
/// Returns an error if the database fails. Batches that were already committed stay stored.
pub async fn reseal_values(
    db: &Db,
    sealer: &Sealer,
    which: Which,
    report: &mut (impl FnMut(Tally) + Send),
) -> ApiResult<Tally> {
    let mut sum = Tally::default();
    for firm_id in firms(db).await? {
        for column in Column::of(sealer.keys().set()) {
            let mut done = Tally::default();
            let mut after = (Uuid::nil(), Uuid::nil());
            while let Some(last) = batch(db, sealer, (which, firm_id, column), after, &mut done).await? {
                after = last;
                let mut so_far = sum;
                so_far.add(done);
                report(so_far);
            }
            let left = left(db, sealer, (which, firm_id, column)).await?;
            done.skipped = left.saturating_sub(done.unreadable);
            sum.add(done);
        }
    }
    Ok(sum)
}

/// Returns the ids of all firms.
pub(crate) async fn firms(db: &Db) -> ApiResult<Vec<i32>> {
    let mut transaction = db.begin_for_rules().await?;
    let firms = firm::table
        .order(firm::firm_id)
        .select(firm::firm_id)
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(firms)
}

/// Re-encrypts the next rows. Returns the last of them, or `None` if there are no more.
async fn batch(
    db: &Db,
    sealer: &Sealer,
    (which, firm_id, column): (Which, i32, &Column),
    (upload, contact): (Uuid, Uuid),
    done: &mut Tally,
) -> ApiResult<Option<(Uuid, Uuid)>> {
    let mut transaction = db.begin(firm_id).await?;
    // Totals do not depend on sealed values.
    transaction
        .batch_execute("SELECT set_config('firmbook.bulk', 'on', true)")
        .await?;
    let current = sealer.keys().current_id();
    let rows: Vec<Row> = diesel::sql_query(column.select(which, current))
        .bind::<Integer, _>(firm_id)
        .bind::<SqlUuid, _>(upload)
        .bind::<SqlUuid, _>(contact)
        .bind::<BigInt, _>(BATCH)
        .load(&mut *transaction)
        .await?;
    let Some(last) = rows.last().map(|row| (row.upload, row.contact)) else {
        transaction.finish();
        return Ok(None);
    };
    let (mut uploads, mut contacts, mut ciphers) = (Vec::new(), Vec::new(), Vec::new());
    let mut unreadable = 0;
    for row in rows {
        let place = Place {
            firm_id,
            record: row.contact,
            field: column.field,
        };
        match sealer.reseal(place, &row.cipher).map_err(ApiError::Internal)? {
            Ok(cipher) => {
                uploads.push(row.upload);
                contacts.push(row.contact);
                ciphers.push(cipher);
            }
            Err(error) => {
                unreadable += 1;
                tracing::error!(firm.id = firm_id, table = column.table, contact = %row.contact, %error,
                    "failed to decrypt a stored value");
            }
        }
    }
    let sealed = ciphers.len() as u64;
    store(
        &mut transaction,
        (firm_id, column, current),
        uploads,
        contacts,
        ciphers,
    )
    .await?;
    transaction.commit().await?;
    done.sealed += sealed;
    done.unreadable += unreadable;
    Ok(Some(last))
}

async fn store(
    connection: &mut AsyncPgConnection,
    (firm_id, column, key_id): (i32, &Column, i16),
    uploads: Vec<Uuid>,
    contacts: Vec<Uuid>,
    ciphers: Vec<Vec<u8>>,
) -> QueryResult<usize> {
    diesel::sql_query(column.update())
        .bind::<Integer, _>(firm_id)
        .bind::<SmallInt, _>(key_id)
        .bind::<Array<SqlUuid>, _>(uploads)
        .bind::<Array<SqlUuid>, _>(contacts)
        .bind::<Array<Binary>, _>(ciphers)
        .execute(connection)
        .await
}

/// Counts the values that still have to be re-encrypted.
async fn left(db: &Db, sealer: &Sealer, (which, firm_id, column): (Which, i32, &Column)) -> ApiResult<u64> {
    let mut transaction = db.begin(firm_id).await?;
    let condition = column.condition(which, sealer.keys().current_id());
    let sql = format!(
        "SELECT count(*) FROM {} WHERE firm_id = $1 AND {condition}",
        column.table
    );
    let found: Count = diesel::sql_query(sql)
        .bind::<Integer, _>(firm_id)
        .get_result(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(u64::try_from(found.count).unwrap_or(0))
}
