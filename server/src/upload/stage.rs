//! From the stored file to checked rows that wait for their import.
//!
//! The file is read twice: what all of a column's values say decides how each of them is read. Rows are checked on a
//! thread of their own while the database takes those before them. COPY knows no row security, so that they arrive in
//! a table of the session and go on from there in one statement.

use super::open::{Reader, Source};
use super::row::{Owner, StagedRow};
use crate::book::copy::{Row as _, RowSink};
use crate::crypto::{Sealer, Unopened};
use crate::db::connect_raw;
use crate::error::{ApiError, ApiResult};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use shared::contact::validate::Context;
use shared::upload::check::Check;
use shared::upload::groups::{FaultGroup, FaultGroups};
use shared::upload::mapping::Mapping;
use shared::upload::profile::Profile;
use shared::upload::question::Question;
use shared::upload::reading::{ReadError, Reading};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};
use tokio_postgres::Client;

/// Files that are made ready at once on a node.
const AT_ONCE: usize = 2;
/// Making a file of the largest kind ready takes seconds; nobody waits longer than this.
const DEADLINE: Duration = Duration::from_secs(90);
/// Rows that travel from the check to the database together, and how many such pieces may wait.
const PIECE: usize = 500;
const PIECES_WAITING: usize = 8;

/// Makes rows ready, over connections of its own.
pub struct Stager {
    database_url: String,
    pub reader: Reader,
    places: Semaphore,
}

/// What is made ready, and how.
pub struct Order {
    pub owner: Owner,
    pub file: Source,
    pub reading: Reading,
    pub mapping: Mapping,
    pub context: Context,
    /// Names this way of reading the file: [`key`].
    pub key: Vec<u8>,
}

/// What was found in the file apart from its rows.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Findings {
    pub groups: Vec<FaultGroup>,
    pub questions: Vec<Question>,
}

/// Whatever makes other rows of a file: another way of reading it, other columns, repairs or answers, other rules.
/// How rows are matched is not in it.
pub fn key(reading: &Reading, mapping: &Mapping, context: &Context) -> Vec<u8> {
    let made_with = serde_json::json!([
        reading,
        mapping.columns,
        mapping.repairs,
        mapping.answers,
        context.is_demo_firm,
        env!("CARGO_PKG_VERSION"),
    ]);
    aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, made_with.to_string().as_bytes())
        .as_ref()
        .to_vec()
}

impl Stager {
    pub fn new(database_url: String, reader: Reader) -> Self {
        Self {
            database_url,
            reader,
            places: Semaphore::new(AT_ONCE),
        }
    }

    /// Makes the rows of an upload anew, unless that was done in the same way meanwhile.
    ///
    /// # Errors
    /// Those of the file (422), and those of the database.
    pub async fn stage(&self, order: Order, sealer: &Arc<Sealer>) -> ApiResult<()> {
        let _place = self.places.acquire().await.context("the server stops")?;
        tokio::time::timeout(DEADLINE, self.stage_now(order, sealer))
            .await
            .map_err(|_| ApiError::Unavailable("a file was not made ready in time".into()))?
    }

    async fn stage_now(&self, order: Order, sealer: &Arc<Sealer>) -> ApiResult<()> {
        let client = self.client(order.owner.firm_id).await?;
        let key: String = order.key.iter().map(|byte| format!("{byte:02x}")).collect();
        let upload = format!(
            "firm_id = {} AND storage_guid = '{}'",
            order.owner.firm_id, order.owner.storage_guid
        );
        let held = client
            .query_opt(
                &format!("SELECT encode(staged_key, 'hex') FROM upload WHERE {upload} FOR UPDATE"),
                &[],
            )
            .await
            .map_err(refused)?
            .ok_or(ApiError::NotFound("upload"))?;
        let first = client
            .query_opt(&format!("SELECT FROM upload_row WHERE {upload} LIMIT 1"), &[])
            .await
            .map_err(refused)?;
        if first.is_some() && held.get::<_, Option<String>>(0).as_ref() == Some(&key) {
            // Made by somebody else meanwhile. The lock goes before whoever asked goes on.
            return client.batch_execute("ROLLBACK").await.map_err(refused);
        }
        client
            .batch_execute(&format!(
                "DELETE FROM upload_row WHERE {upload};
                 CREATE TEMPORARY TABLE upload_incoming (LIKE upload_row) ON COMMIT DROP"
            ))
            .await
            .map_err(refused)?;
        let findings = self.copy(&client, order, sealer).await?;
        let findings = serde_json::to_string(&findings).context("findings")?;
        client
            .query(
                &format!(
                    "UPDATE upload SET staged_key = decode($1, 'hex'), findings = $2::text::jsonb WHERE {upload}"
                ),
                &[&key, &findings],
            )
            .await
            .map_err(refused)?;
        client
            .batch_execute("INSERT INTO upload_row SELECT * FROM upload_incoming; COMMIT")
            .await
            .map_err(refused)
    }

    /// A connection in a transaction of the firm, as the role that row security holds for. Dropped before its end,
    /// nothing lasts.
    async fn client(&self, firm_id: i32) -> ApiResult<Client> {
        let client = connect_raw(&self.database_url)
            .await
            .map_err(|error| ApiError::Unavailable(format!("{error:#}")))?;
        let first_words = format!(
            "SET ROLE firmbook_app; SET statement_timeout = '{0}s'; SET client_connection_check_interval = '1s'; \
             BEGIN; SELECT set_config('firmbook.firm', '{firm_id}', true)",
            DEADLINE.as_secs()
        );
        client.batch_execute(&first_words).await.map_err(refused)?;
        Ok(client)
    }

    /// Checks on a thread, sends from here.
    async fn copy(&self, client: &Client, order: Order, sealer: &Arc<Sealer>) -> ApiResult<Findings> {
        let (send, mut pieces) = mpsc::channel::<Vec<StagedRow>>(PIECES_WAITING);
        let (reader, sealer) = (self.reader.clone(), sealer.clone());
        let checking = tokio::task::spawn_blocking(move || check(&reader, &order, &sealer, &send));
        let mut sink = RowSink::open::<StagedRow>(client, StagedRow::TABLE, "")
            .await
            .map_err(broken_off)?;
        while let Some(piece) = pieces.recv().await {
            for row in &piece {
                sink.send(row).await.map_err(broken_off)?;
            }
        }
        let findings = checking.await.context("the check of a file stopped")??;
        sink.finish().await.map_err(broken_off)?;
        Ok(findings)
    }
}

/// Reads the file twice: for its profile, and for its rows.
fn check(
    reader: &Reader,
    order: &Order,
    sealer: &Sealer,
    send: &mpsc::Sender<Vec<StagedRow>>,
) -> ApiResult<Findings> {
    let Order {
        owner,
        file,
        reading,
        mapping,
        context,
        ..
    } = order;
    let mut profile = Profile::new(owner.kind, mapping);
    for row in reader.rows(file, reading)? {
        profile.row(&row?.cells);
    }
    let check = Check::new(owner.kind, mapping, &profile, *context);
    let seal = |firm_id: i32, digits: &str| sealer.seal(firm_id, digits);
    let mut groups = FaultGroups::default();
    let mut piece = Vec::with_capacity(PIECE);
    for row in reader.rows(file, reading)? {
        let row = row?;
        let checked = check.check(&row.cells);
        if checked.is_blank {
            continue;
        }
        groups.add(row.number, &checked, &row.cells);
        piece.push(StagedRow::new(*owner, row.number, checked, &seal)?);
        // Nobody takes the rows any more: whoever asked has gone.
        if piece.len() == PIECE
            && send
                .blocking_send(std::mem::replace(&mut piece, Vec::with_capacity(PIECE)))
                .is_err()
        {
            return Err(ApiError::Unavailable(
                "the rows of a file are not wanted any more".into(),
            ));
        }
    }
    if !piece.is_empty() {
        _ = send.blocking_send(piece);
    }
    Ok(Findings {
        groups: groups.into_groups(),
        questions: profile.questions(mapping),
    })
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::File(fault) => Self::Refused {
                code: fault.code(),
                message: fault.to_string(),
            },
            ReadError::Io(error) if matches!(error.get_ref(), Some(cause) if cause.is::<Unopened>()) => {
                tracing::error!(%error, "a file of the store does not open");
                Self::Refused {
                    code: "stored_file_damaged",
                    message: "What was kept of this file is damaged. Please upload it again.".into(),
                }
            }
            ReadError::Io(error) => Self::Internal(anyhow::Error::from(error).context("a file of the store")),
        }
    }
}

/// What the database says on a connection of its own.
fn refused(error: tokio_postgres::Error) -> ApiError {
    let is_gone = error.is_closed()
        || error
            .code()
            .is_none_or(|code| code.code().starts_with("57") || code.code().starts_with("08"));
    if is_gone {
        ApiError::Unavailable(error.to_string())
    } else {
        ApiError::Internal(error.into())
    }
}

/// The same of a COPY.
fn broken_off(error: anyhow::Error) -> ApiError {
    match error.downcast::<tokio_postgres::Error>() {
        Ok(error) => refused(error),
        Err(error) => ApiError::Internal(error),
    }
}
