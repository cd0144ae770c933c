//! Rows of a list as received from the database, read without copying and written as JSON.

use crate::db::{PgRow, numeric};
use diesel::row::{Field, Row};
use jiff::{Span, Timestamp, civil::Date};
use rust_decimal::Decimal;
use shared::list::page::CAN_OPEN;
use shared::list::{Column, ColumnType};
use uuid::Uuid;

/// A typed cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    Empty,
    Text(&'a str),
    Integer(i64),
    Money(Decimal),
    Date(Date),
    Timestamp(Timestamp),
    Flag(bool),
}

/// Reads rows of `uuid, column, column, …, further text columns`.
pub struct RowReader<'q> {
    columns: &'q [&'static Column],
}

const EPOCH: Date = Date::constant(2000, 1, 1);
const EPOCH_MICROSECONDS: i64 = 946_684_800_000_000;

impl<'q> RowReader<'q> {
    pub fn new(columns: &'q [&'static Column]) -> Self {
        Self { columns }
    }

    pub fn uuid(&self, row: &PgRow) -> anyhow::Result<Uuid> {
        with_bytes(row, 0, |bytes| Ok(Uuid::from_slice(bytes)?))?
            .ok_or_else(|| anyhow::anyhow!("row without uuid"))
    }

    /// Reads the text column at `index`, counted from the first column after the cells.
    pub fn further_text(&self, row: &PgRow, index: usize) -> anyhow::Result<Option<String>> {
        with_bytes(row, 1 + self.columns.len() + index, |bytes| {
            Ok(std::str::from_utf8(bytes)?.to_owned())
        })
    }

    /// Reads the bigint column at `index`, counted from the first column after the cells.
    pub fn further_integer(&self, row: &PgRow, index: usize) -> anyhow::Result<Option<i64>> {
        with_bytes(row, 1 + self.columns.len() + index, |bytes| {
            Ok(i64::from_be_bytes(bytes.try_into()?))
        })
    }

    /// Calls `visit` with each column and its cell, in order.
    pub fn cells(
        &self,
        row: &PgRow,
        mut visit: impl FnMut(&'static Column, Cell<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for (i, column) in self.columns.iter().copied().enumerate() {
            let field = Row::get(row, i + 1).ok_or_else(|| anyhow::anyhow!("row without {}", column.key))?;
            match field.value() {
                Some(value) => visit(column, cell(column.column_type, value.as_bytes())?)?,
                None => visit(column, Cell::Empty)?,
            }
        }
        Ok(())
    }

    /// Appends the row as a JSON object with the uuid, every column and, if given, whether the viewer can
    /// open the record. Rows after the first start with a comma.
    pub fn write_json(
        &self,
        row: &PgRow,
        (follows, can_open): (bool, Option<bool>),
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        out.extend_from_slice(if follows {
            b",{\"uuid\":\""
        } else {
            b"{\"uuid\":\""
        });
        let mut buffer = Uuid::encode_buffer();
        out.extend_from_slice(self.uuid(row)?.hyphenated().encode_lower(&mut buffer).as_bytes());
        out.push(b'"');
        self.cells(row, |column, cell| {
            out.extend_from_slice(b",\"");
            out.extend_from_slice(column.key.as_bytes());
            out.extend_from_slice(b"\":");
            write_json(&cell, out)
        })?;
        if let Some(can_open) = can_open {
            out.extend_from_slice(format!(",\"{CAN_OPEN}\":{can_open}").as_bytes());
        }
        out.push(b'}');
        Ok(())
    }
}

fn with_bytes<T>(
    row: &PgRow,
    index: usize,
    read: impl FnOnce(&[u8]) -> anyhow::Result<T>,
) -> anyhow::Result<Option<T>> {
    let field = Row::get(row, index).ok_or_else(|| anyhow::anyhow!("row with too few columns"))?;
    field.value().map(|value| read(value.as_bytes())).transpose()
}

fn cell(column_type: ColumnType, bytes: &[u8]) -> anyhow::Result<Cell<'_>> {
    Ok(match column_type {
        ColumnType::Text | ColumnType::Choice => Cell::Text(std::str::from_utf8(bytes)?),
        ColumnType::Integer => Cell::Integer(i64::from_be_bytes(bytes.try_into()?)),
        ColumnType::Date => {
            Cell::Date(EPOCH.checked_add(Span::new().try_days(i32::from_be_bytes(bytes.try_into()?))?)?)
        }
        ColumnType::Timestamp => {
            let microseconds = i64::from_be_bytes(bytes.try_into()?);
            Cell::Timestamp(Timestamp::from_microsecond(EPOCH_MICROSECONDS + microseconds)?)
        }
        ColumnType::Flag => Cell::Flag(bytes == [1]),
        ColumnType::Money | ColumnType::Percent => Cell::Money(numeric::read(bytes)?),
    })
}

fn write_json(cell: &Cell<'_>, out: &mut Vec<u8>) -> anyhow::Result<()> {
    use std::io::Write;
    match cell {
        Cell::Empty => out.extend_from_slice(b"null"),
        Cell::Text(text) => serde_json::to_writer(out, text)?,
        Cell::Integer(number) => out.extend_from_slice(itoa::Buffer::new().format(*number).as_bytes()),
        Cell::Money(amount) => {
            out.push(b'"');
            numeric::write(*amount, out);
            out.push(b'"');
        }
        Cell::Date(date) => write!(out, "\"{date}\"")?,
        Cell::Timestamp(at) => write!(out, "\"{at}\"")?,
        Cell::Flag(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
    }
    Ok(())
}
