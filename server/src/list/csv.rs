//! CSV export of a list, with a byte order mark for Excel, RFC 4180 quoting and protection against formula
//! injection.

use super::compile::{Shape, compile};
use super::query::ScopedQuery;
use super::row::{Cell, RowReader};
use super::shown::{Labels, heading};
use crate::db::Db;
use crate::error::ApiResult;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use shared::list::CheckedQuery;
use shared::text::is_formula;

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
    let mut first = Vec::with_capacity(CHUNK_BYTES);
    first.extend_from_slice("\u{feff}".as_bytes());
    header(&query, &mut first);
    let labels = Labels::of(&query);
    let state = (transaction, rows, query, labels, Some(first));
    Ok(stream::try_unfold(
        state,
        async |(transaction, mut rows, query, labels, chunk)| {
            let is_first = chunk.is_some();
            let mut chunk = chunk.unwrap_or_else(|| Vec::with_capacity(CHUNK_BYTES));
            let reader = RowReader::new(&query.columns);
            while chunk.len() < CHUNK_BYTES - 4096 {
                match rows.try_next().await? {
                    Some(row) => line(&reader, &labels, &row, &mut chunk)?,
                    None if chunk.is_empty() && !is_first => return Ok(None),
                    None => break,
                }
            }
            tokio::task::yield_now().await;
            Ok(Some((
                Bytes::from(chunk),
                (transaction, rows, query, labels, None),
            )))
        },
    ))
}

fn header(query: &CheckedQuery, out: &mut Vec<u8>) {
    for (i, column) in query.columns.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        text(heading(query, column), out);
    }
    out.extend_from_slice(b"\r\n");
}

fn line(
    reader: &RowReader<'_>,
    labels: &Labels,
    row: &crate::db::PgRow,
    out: &mut Vec<u8>,
) -> anyhow::Result<()> {
    use std::io::Write;
    let mut is_first = true;
    reader.cells(row, |column, cell| {
        if !std::mem::take(&mut is_first) {
            out.push(b',');
        }
        match cell {
            Cell::Empty => {}
            Cell::Text(value) => text(&labels.text(column, value), out),
            Cell::Integer(number) => write!(out, "{number}")?,
            Cell::Money(amount) => write!(out, "{amount}")?,
            Cell::Date(date) => write!(out, "{date}")?,
            Cell::Timestamp(at) => write!(out, "{at}")?,
            Cell::Flag(flag) => out.extend_from_slice(if flag { b"true" } else { b"false" }),
        }
        Ok(())
    })?;
    out.extend_from_slice(b"\r\n");
    Ok(())
}

/// Writes a cell, quoted if RFC 4180 requires it. Texts that a spreadsheet would run as a formula get a
/// leading apostrophe.
pub fn text(value: &str, out: &mut Vec<u8>) {
    let is_formula = is_formula(value);
    let is_quoted =
        value.contains([',', '"', '\n', '\r', '\t', ';']) || value.starts_with(' ') || value.ends_with(' ');
    if is_quoted {
        out.push(b'"');
    }
    if is_formula {
        out.push(b'\'');
    }
    if is_quoted {
        out.extend_from_slice(value.replace('"', "\"\"").as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(value.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(value: &str) -> String {
        let mut out = Vec::new();
        text(value, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn escapes_cells_that_look_like_formulas() {
        for typed in ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1"] {
            let written = cell(typed);
            assert!(
                written.starts_with('\'') || written.starts_with("\"'"),
                "{typed:?} became {written:?}"
            );
        }
    }

    #[test]
    fn round_trips_quotes_commas_and_line_breaks() {
        for typed in ["plain", "a,b", "say \"hi\"", "two\nlines", " padded ", "", "=1,2"] {
            let written = format!("x,{}\r\n", cell(typed));
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(written.as_bytes());
            let record = reader.records().next().unwrap().unwrap();
            assert_eq!(record[1].strip_prefix('\'').unwrap_or(&record[1]), typed);
        }
    }
}
