//! Loads pages of a list and writes them as JSON.

use super::compile::{Shape, compile};
use super::query::ScopedQuery;
use super::row::{Cell, RowReader};
use super::sources::{Rows, Source};
use super::statement::{Bind, Statement};
use super::visible::write_visible;
use crate::auth::Viewer;
use crate::db::{Db, PgRow, Transaction};
use crate::error::ApiResult;
use anyhow::Context;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::{AsyncConnectionCore, RunQueryDsl};
use futures_util::TryStreamExt;
use http::header;
use shared::list::cursor::Cursor;
use shared::list::{CheckedQuery, ListName, eval};
use std::collections::HashSet;
use uuid::Uuid;

/// A page as JSON: `{items, totalRecords, cursor}`.
pub struct Page(pub Bytes);

/// Runs the query and returns one page.
pub async fn page(db: &Db, viewer: &Viewer, question: &ScopedQuery) -> ApiResult<Page> {
    let query = &question.query;
    let statement = compile(query, viewer.firm.id, &question.scope, Shape::Page);
    let (mut transaction, mut rows) = if statement.is_planned_once {
        db.begin_and_load_planned_once(viewer.firm.id, statement).await?
    } else {
        db.begin_and_load(viewer.firm.id, statement).await?
    };
    let reader = RowReader::new(&query.columns);
    let mut body = Vec::with_capacity(16 * 1024);
    body.extend_from_slice(b"{\"items\":[");
    let mut last = None;
    let mut count = 0;
    if viewer.sees_shared_only() {
        let shared: Vec<PgRow> = rows.try_collect().await?;
        let uuids = shared
            .iter()
            .map(|row| reader.uuid(row))
            .collect::<anyhow::Result<_>>()?;
        let opening = opening(&mut transaction, viewer, query.list, uuids).await?;
        for row in shared {
            let can_open = opening.contains(&reader.uuid(&row)?);
            reader.write_json(&row, (count > 0, Some(can_open)), &mut body)?;
            count += 1;
            last = Some(row);
        }
    } else {
        while let Some(row) = rows.try_next().await? {
            reader.write_json(&row, (count > 0, None), &mut body)?;
            count += 1;
            last = Some(row);
        }
        drop(rows);
    }
    transaction.finish();
    let cursor = last.map(|row| cursor(query, &reader, &row, count)).transpose()?;
    let total = match (&cursor, query.offset) {
        (Some(cursor), _) => cursor.total,
        (None, 0) => 0,
        // A page past the last row has no row to carry the count.
        (None, _) => super::totals::count(db, viewer.firm.id, question).await?,
    };
    finish(&mut body, total, cursor.as_ref());
    Ok(Page(body.into()))
}

#[derive(QueryableByName)]
struct Opening {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

/// Returns the UUIDs of the records that the viewer can open.
async fn opening(
    transaction: &mut Transaction,
    viewer: &Viewer,
    list: ListName,
    uuids: Vec<Uuid>,
) -> ApiResult<HashSet<Uuid>> {
    let sight = viewer.sight();
    let mut statement = Statement::default();
    statement
        .sql(&format!(
            "SELECT t.uuid FROM {} t WHERE t.firm_id = ",
            Source::of(list, sight.scope).table
        ))
        .bind(Bind::Integer(sight.firm_id))
        .sql(" AND t.uuid = ANY(")
        .bind(Bind::Uuids(uuids))
        .sql(")");
    write_visible(&mut statement, list, &sight, Rows::Few);
    let rows: Vec<Opening> = statement.load(&mut **transaction).await?;
    Ok(rows.into_iter().map(|row| row.uuid).collect())
}

fn cursor(query: &CheckedQuery, reader: &RowReader<'_>, row: &PgRow, count: u64) -> anyhow::Result<Cursor> {
    let keys = query.sort.len();
    let counted = reader
        .further_integer(row, keys)?
        .context("row without a count")?;
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

/// Loads a page of records that the viewer can open, in an open transaction. Returns the total row count, and
/// the uuid and cells, as text, of each row.
pub async fn top(
    transaction: &mut Transaction,
    viewer: &Viewer,
    query: &CheckedQuery,
) -> ApiResult<(i64, Vec<(Uuid, Vec<Option<String>>)>)> {
    let statement = compile(query, viewer.firm.id, &viewer.scopes.records, Shape::Page);
    let mut rows = AsyncConnectionCore::load(&mut **transaction, statement).await?;
    let reader = RowReader::new(&query.columns);
    let (mut total, mut found) = (0, Vec::new());
    while let Some(row) = rows.try_next().await? {
        let mut cells = Vec::with_capacity(query.columns.len());
        reader.cells(&row, |_, cell| {
            cells.push(match cell {
                Cell::Empty => None,
                Cell::Text(text) => Some(text.to_owned()),
                Cell::Integer(number) => Some(number.to_string()),
                Cell::Money(amount) => Some(amount.to_string()),
                Cell::Date(date) => Some(date.to_string()),
                Cell::Timestamp(at) => Some(at.to_string()),
                Cell::Flag(flag) => Some(flag.to_string()),
            });
            Ok(())
        })?;
        total = reader
            .further_integer(&row, query.sort.len())?
            .context("row without a count")?;
        found.push((reader.uuid(&row)?, cells));
    }
    Ok((total, found))
}

/// Calls `visit` with the uuid and cells of each row of the page whose record the viewer can open. Cells of types
/// other than text are passed as `None`.
pub async fn for_each_row(
    db: &Db,
    viewer: &Viewer,
    query: &CheckedQuery,
    mut visit: impl FnMut(Uuid, Vec<Option<String>>) + Send,
) -> ApiResult<()> {
    let statement = compile(query, viewer.firm.id, &viewer.scopes.records, Shape::Rows);
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

/// Returns the cells of the first row, in the order of the query's columns, or `None` if there is no row.
pub async fn first_row(
    transaction: &mut Transaction,
    firm_id: i32,
    question: &ScopedQuery,
) -> ApiResult<Option<Vec<eval::Cell>>> {
    let statement = compile(&question.query, firm_id, &question.scope, Shape::Rows);
    let mut rows = AsyncConnectionCore::load(&mut **transaction, statement).await?;
    let row = rows.try_next().await?;
    row.map(|row| evaluated(&question.query, &row)).transpose()
}

/// Returns the cells of all rows, in the order of the query's columns.
pub async fn all_rows(
    transaction: &mut Transaction,
    firm_id: i32,
    question: &ScopedQuery,
) -> ApiResult<Vec<Vec<eval::Cell>>> {
    let statement = compile(&question.query, firm_id, &question.scope, Shape::All);
    let mut rows = AsyncConnectionCore::load(&mut **transaction, statement).await?;
    let mut found = Vec::new();
    while let Some(row) = rows.try_next().await? {
        found.push(evaluated(&question.query, &row)?);
    }
    Ok(found)
}

fn evaluated(query: &CheckedQuery, row: &PgRow) -> ApiResult<Vec<eval::Cell>> {
    let mut cells = Vec::with_capacity(query.columns.len());
    RowReader::new(&query.columns).cells(row, |_, cell| {
        cells.push(match cell {
            Cell::Text(text) => eval::Cell::Text(text.to_owned()),
            Cell::Integer(number) => eval::Cell::Integer(number),
            Cell::Money(amount) => eval::Cell::Money(amount),
            Cell::Date(date) => eval::Cell::Date(date),
            Cell::Flag(flag) => eval::Cell::Flag(flag),
            // Timestamps are never evaluated.
            Cell::Timestamp(_) | Cell::Empty => eval::Cell::Empty,
        });
        Ok(())
    })?;
    Ok(cells)
}
