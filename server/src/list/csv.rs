//! CSV export of a list.

use super::compile::{Shape, compile};
use super::csv_writer::CsvWriter;
use super::labels::{Labels, heading};
use super::query::ScopedQuery;
use super::row::{Cell, RowReader};
use crate::db::Db;
use crate::error::ApiResult;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};

/// Approximate chunk size of exports, about half a millisecond of work. The stream yields to other tasks
/// after each.
pub(super) const CHUNK_BYTES: usize = 16 * 1024;

/// Streams the header and all rows of the query. The transaction lives as long as the stream.
///
/// # Errors
/// Returns database errors that occur before the first row. Later errors end the stream, which aborts the
/// download.
pub async fn csv(
    db: &Db,
    firm_id: i32,
    question: ScopedQuery,
) -> ApiResult<impl Stream<Item = Result<Bytes, anyhow::Error>> + use<>> {
    let ScopedQuery { query, scope } = question;
    let statement = compile(&query, firm_id, &scope, Shape::All);
    let (transaction, rows) = db.begin_and_load(firm_id, statement).await?;
    // The stream is polled again after its last row.
    let rows = rows.fuse();
    let mut writer = CsvWriter::new(CHUNK_BYTES);
    for column in &query.columns {
        writer.text(&heading(&query, column));
    }
    writer.end_line();
    let labels = Labels::of(&query);
    let state = (transaction, rows, query, labels, writer);
    Ok(stream::try_unfold(
        state,
        async |(transaction, mut rows, query, labels, mut writer)| {
            let reader = RowReader::new(&query.columns);
            while writer.len() < CHUNK_BYTES - 4096 {
                match rows.try_next().await? {
                    Some(row) => line(&reader, &labels, &row, &mut writer)?,
                    None if writer.is_empty() => return Ok(None),
                    None => break,
                }
            }
            let chunk = writer.take();
            tokio::task::yield_now().await;
            Ok(Some((chunk, (transaction, rows, query, labels, writer))))
        },
    ))
}

fn line(
    reader: &RowReader<'_>,
    labels: &Labels,
    row: &crate::db::PgRow,
    writer: &mut CsvWriter,
) -> anyhow::Result<()> {
    reader.cells(row, |column, cell| {
        match cell {
            Cell::Empty => writer.empty(),
            Cell::Text(value) => writer.text(&labels.text(column, value)),
            Cell::Integer(number) => writer.plain(number),
            Cell::Money(amount) => writer.plain(amount),
            Cell::Date(date) => writer.plain(date),
            Cell::Timestamp(at) => writer.plain(labels.local(at).strftime("%Y-%m-%d %H:%M:%S")),
            Cell::Flag(flag) => writer.plain(flag),
        }
        Ok(())
    })?;
    writer.end_line();
    Ok(())
}
