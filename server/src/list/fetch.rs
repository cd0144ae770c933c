//! A page of a list, from the checked query to the JSON of the answer.

use super::compile::{Shape, compile};
use super::row::{Cell, RowReader};
use crate::auth::Viewer;
use crate::db::Db;
use crate::error::ApiResult;
use anyhow::Context;
use axum::response::{IntoResponse, Response};
use futures_util::TryStreamExt;
use http::header;
use shared::list::CheckedQuery;
use shared::list::cursor::Cursor;
use uuid::Uuid;

/// The JSON of `{items, totalRecords, cursor}`.
pub struct Page(pub Vec<u8>);

/// Runs the query for the viewer.
///
/// # Errors
/// Those of the database.
pub async fn page(db: &Db, viewer: &Viewer, query: &CheckedQuery) -> ApiResult<Page> {
    let statement = compile(query, viewer.firm.id, &viewer.scope, Shape::Page);
    let (transaction, mut rows) = db.begin_and_load(viewer.firm.id, statement).await?;
    let reader = RowReader::new(&query.columns);
    let mut body = Vec::with_capacity(16 * 1024);
    body.extend_from_slice(b"{\"items\":[");
    let mut last = None;
    let mut count = 0;
    while let Some(row) = rows.try_next().await? {
        if count > 0 {
            body.push(b',');
        }
        reader.write_json(&row, &mut body)?;
        count += 1;
        last = Some(row);
    }
    drop(rows);
    transaction.finish();
    let cursor = last.map(|row| cursor(query, &reader, &row, count)).transpose()?;
    let total = match (&cursor, query.offset) {
        (Some(cursor), _) => cursor.total,
        (None, 0) => 0,
        // Behind the last row there is no row to carry the count.
        (None, _) => super::totals::count(db, viewer, query).await?,
    };
    finish(&mut body, total, cursor.as_ref());
    Ok(Page(body))
}

fn cursor(
    query: &CheckedQuery,
    reader: &RowReader<'_>,
    row: &crate::db::PgRow,
    count: u64,
) -> anyhow::Result<Cursor> {
    let keys = query.sort.len();
    let counted = reader
        .further_integer(row, keys)?
        .context("a page without its count")?;
    Ok(Cursor {
        rows: query.offset + count,
        total: query.after.as_ref().map_or(counted, |after| after.total),
        key: (0..keys)
            .map(|i| Ok(reader.further_text(row, i)?.unwrap_or_default()))
            .collect::<anyhow::Result<_>>()?,
        uuid: reader.uuid(row)?,
    })
}

fn finish(body: &mut Vec<u8>, total: i64, cursor: Option<&Cursor>) {
    body.extend_from_slice(b"],\"totalRecords\":");
    body.extend_from_slice(total.to_string().as_bytes());
    body.extend_from_slice(b",\"cursor\":");
    let text = cursor.map(Cursor::encode);
    body.extend_from_slice(&serde_json::to_vec(&text).unwrap_or_else(|_| b"null".to_vec()));
    body.push(b'}');
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// Calls `visit` with the uuid and the cells, as text, of each row of the page: for answers of their own shape.
///
/// # Errors
/// Those of the database.
pub async fn for_each_row(
    db: &Db,
    viewer: &Viewer,
    query: &CheckedQuery,
    mut visit: impl FnMut(Uuid, Vec<Option<String>>) + Send,
) -> ApiResult<()> {
    let statement = compile(query, viewer.firm.id, &viewer.scope, Shape::Rows);
    let (transaction, mut rows) = db.begin_and_load(viewer.firm.id, statement).await?;
    let reader = RowReader::new(&query.columns);
    while let Some(row) = rows.try_next().await? {
        let mut cells = Vec::with_capacity(query.columns.len());
        reader.cells(&row, |_, cell| {
            cells.push(match cell {
                Cell::Text(text) => Some(text.to_owned()),
                _ => None,
            });
            Ok(())
        })?;
        visit(reader.uuid(&row)?, cells);
    }
    transaction.finish();
    Ok(())
}
