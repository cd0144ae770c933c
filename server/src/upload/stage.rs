//! Validates the rows of a stored file and stages them for import.
//!
//! The file is read twice, because the values of a whole column determine how each of them is parsed. Rows
//! are validated on a separate thread while the database receives the previous ones. COPY does not support
//! row-level security, so the rows are copied into a temporary table and then inserted in one statement.

use super::contracts::row::StagedContractRow;
use super::open::{OpenFile, Reader};
use super::row::StagedRow;
use super::staged_kind::{Order, StagedKind};
use crate::crypto::{Place, Sealer, Unopened};
use crate::db::copy::RowSink;
use crate::db::{begin_sql, connect_raw};
use crate::error::{ApiError, ApiResult};
use crate::store;
use crate::telemetry::sql_errors;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use shared::contact::validate::Context;
use shared::upload::groups::{FaultGroup, FaultGroups};
use shared::upload::mapping::Mapping;
use shared::upload::profile::Profile;
use shared::upload::question::Question;
use shared::upload::reading::{ReadError, Reading};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// Maximum number of files staged at once on a node.
const AT_ONCE: usize = 2;
/// Timeout for staging a file. The largest files take seconds.
const DEADLINE: Duration = Duration::from_secs(90);
/// Number of rows sent from validation to the database at once. Up to `PIECES_WAITING` such pieces are
/// buffered.
const PIECE: usize = 500;
const PIECES_WAITING: usize = 8;

/// Stages rows over dedicated database connections.
pub struct Stager {
    database_url: String,
    pub reader: Reader,
    places: Semaphore,
}

/// Findings about the file as a whole.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Findings {
    pub groups: Vec<FaultGroup>,
    pub questions: Vec<Question>,
}

/// Returns a hash of everything that affects the staged rows: reading options, columns, repairs, answers,
/// validation rules and server version. Match keys do not affect them.
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

    /// Stages the rows of an upload, unless another request has already staged them in the same way.
    ///
    /// # Errors
    /// Returns `ApiError::Refused` if the file is rejected, `ApiError::NotFound` if the upload was deleted,
    /// and `ApiError::Unavailable` after a timeout.
    pub async fn stage(&self, order: Order, sealer: &Arc<Sealer>) -> ApiResult<()> {
        let _place = self
            .places
            .acquire()
            .await
            .context("the server is shutting down")?;
        let staging = async {
            let kind = order.owner.kind;
            match (kind.contact_kind(), kind.line()) {
                (Some(kind), _) => self.stage_now::<StagedRow>(kind, order, sealer).await,
                (None, Some(line)) => self.stage_now::<StagedContractRow>(line, order, sealer).await,
                (None, None) => Ok(()),
            }
        };
        tokio::time::timeout(DEADLINE, staging)
            .await
            .map_err(|_| ApiError::Unavailable("staging a file timed out".into()))?
    }

    async fn stage_now<R: StagedKind>(
        &self,
        kind: R::Kind,
        order: Order,
        sealer: &Arc<Sealer>,
    ) -> ApiResult<()> {
        let client = self.client(order.owner.firm_id).await?;
        let (staged, incoming) = (R::STAGED, R::TABLE);
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
            .query_opt(&format!("SELECT FROM {} WHERE {upload} LIMIT 1", R::STAGED), &[])
            .await
            .map_err(refused)?;
        if first.is_some() && held.get::<_, Option<String>>(0).as_ref() == Some(&key) {
            // Another request has staged the rows. The lock must be released before the caller continues.
            return client.batch_execute("ROLLBACK").await.map_err(refused);
        }
        client
            .batch_execute(&format!(
                "DELETE FROM {staged} WHERE {upload};
                 CREATE TEMPORARY TABLE {incoming} (LIKE {staged}) ON COMMIT DROP"
            ))
            .await
            .map_err(refused)?;
        let findings = self.copy::<R>(&client, kind, order, sealer).await?;
        let findings = serde_json::to_string(&findings).context("cannot serialize findings")?;
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
            .batch_execute(&format!("INSERT INTO {staged} SELECT * FROM {incoming}; COMMIT"))
            .await
            .map_err(refused)
    }

    /// Opens a connection with a transaction scoped to the firm, in the role that is subject to row-level
    /// security. Dropping the connection rolls back.
    async fn client(&self, firm_id: i32) -> ApiResult<Client> {
        let client = connect_raw(&self.database_url)
            .await
            .map_err(|error| ApiError::Unavailable(format!("{error:#}")))?;
        let words = begin_sql(DEADLINE, "firmbook.firm", &firm_id.to_string())
            + "; SET LOCAL client_connection_check_interval = '1s'";
        client.batch_execute(&words).await.map_err(refused)?;
        Ok(client)
    }

    /// Sends the rows to the database while a thread validates them.
    async fn copy<R: StagedKind>(
        &self,
        client: &Client,
        kind: R::Kind,
        order: Order,
        sealer: &Arc<Sealer>,
    ) -> ApiResult<Findings> {
        let file = self
            .reader
            .open(order.file.clone(), order.reading.clone())
            .await?;
        let (send, mut pieces) = mpsc::channel::<Vec<R>>(PIECES_WAITING);
        let sealer = sealer.clone();
        let checking = tokio::task::spawn_blocking(move || check::<R>(file, kind, &order, &sealer, &send));
        let mut sink = RowSink::open::<R>(client, R::TABLE, "")
            .await
            .map_err(broken_off)?;
        while let Some(piece) = pieces.recv().await {
            for row in &piece {
                sink.send(row).await.map_err(broken_off)?;
            }
        }
        let findings = checking.await.context("the file check task failed")??;
        sink.finish().await.map_err(broken_off)?;
        Ok(findings)
    }
}

/// Reads the file twice: for its profile and for its rows.
fn check<R: StagedKind>(
    mut file: OpenFile,
    kind: R::Kind,
    order: &Order,
    sealer: &Sealer,
    send: &mpsc::Sender<Vec<R>>,
) -> ApiResult<Findings> {
    let Order { owner, mapping, .. } = order;
    let mut profile = Profile::new(owner.kind, mapping);
    for row in file.rows()? {
        profile.row(&row?.cells);
    }
    let check = R::check(kind, order, &profile);
    let seal = |place: Place, digits: &str| sealer.seal(place, digits);
    let mut groups = FaultGroups::default();
    let mut piece = Vec::with_capacity(PIECE);
    for row in file.rows()? {
        let row = row?;
        let cells = (row.number, &row.cells);
        let Some(staged) = R::read(&check, *owner, cells, &seal, &mut groups)? else {
            continue;
        };
        piece.push(staged);
        // A failed send means that the request has ended.
        if piece.len() == PIECE
            && send
                .blocking_send(std::mem::replace(&mut piece, Vec::with_capacity(PIECE)))
                .is_err()
        {
            return Err(ApiError::Unavailable(
                "the request for the rows of a file ended".into(),
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
                tracing::error!(%error, "failed to decrypt a stored file");
                Self::Refused {
                    code: "stored_file_damaged",
                    message: "The stored file is damaged. Please upload it again.".into(),
                }
            }
            ReadError::Io(error) => store::unavailable(&error).unwrap_or_else(|| {
                Self::Internal(anyhow::Error::from(error).context("cannot read a stored file"))
            }),
        }
    }
}

/// Converts an error of a dedicated connection.
fn refused(error: tokio_postgres::Error) -> ApiError {
    sql_errors::count_raw(&error);
    if error.code() == Some(&SqlState::DISK_FULL) {
        return ApiError::DatabaseFull(error.to_string());
    }
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

/// Converts an error of a COPY.
fn broken_off(error: anyhow::Error) -> ApiError {
    match error.downcast::<tokio_postgres::Error>() {
        Ok(error) => refused(error),
        Err(error) => ApiError::Internal(error),
    }
}
