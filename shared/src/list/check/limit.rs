//! Validates the page of a list that a query requests.

use super::View;
use crate::date;
use crate::list::cursor::Cursor;
use crate::list::{Column, ColumnType, Limit, SortDirection};
use crate::problem::Findings;
use rust_decimal::Decimal;

/// Maximum number of rows per response.
pub const MAX_ROW_COUNT: i64 = 500;
/// Maximum number of rows to skip.
pub const MAX_OFFSET: i64 = 100_000_000;

pub(super) fn offset(limit: &Limit, faults: &mut Findings) -> u64 {
    if !(0..=MAX_OFFSET).contains(&limit.offset) {
        faults.fault(
            "limit.offset",
            "out_of_range",
            format!("The offset must be from 0 to {MAX_OFFSET}."),
        );
    }
    u64::try_from(limit.offset).unwrap_or(0)
}

pub(super) fn row_count(limit: &Limit, faults: &mut Findings) -> u32 {
    if !(1..=MAX_ROW_COUNT).contains(&limit.row_count) {
        faults.fault(
            "limit.rowCount",
            "out_of_range",
            format!("The row count must be from 1 to {MAX_ROW_COUNT}."),
        );
    }
    u32::try_from(limit.row_count).unwrap_or(0)
}

pub(super) fn after(
    view: View<'_>,
    limit: &Limit,
    sort: &[(&Column, SortDirection)],
    faults: &mut Findings,
) -> Option<Cursor> {
    let cursor = Cursor::decode(limit.after.as_deref()?);
    let fits = cursor.as_ref().is_some_and(|cursor| {
        cursor.key.len() == sort.len()
            && i64::try_from(cursor.rows).is_ok_and(|rows| rows <= limit.offset)
            && cursor.total >= 0
            && cursor
                .key
                .iter()
                .zip(sort)
                .all(|(value, (column, _))| view.shown.is_some() || is_key_of(value, column))
    });
    if !fits {
        faults.fault(
            "limit.after",
            "no_cursor",
            "The cursor does not belong to this list. Load the list again.",
        );
    }
    cursor.filter(|_| fits)
}

/// Returns whether the text is a valid cursor key for the column. Nullable columns accept any text, because
/// the server does not page them by key. The same applies to every column for viewers of shared reports,
/// where any cell may be empty.
fn is_key_of(value: &str, column: &Column) -> bool {
    column.nullable
        || match column.column_type {
            ColumnType::Text | ColumnType::Choice => !value.contains('\0'),
            ColumnType::Integer => value.parse::<i64>().is_ok(),
            ColumnType::Money | ColumnType::Percent => value.parse::<Decimal>().is_ok(),
            ColumnType::Date => date::from_wire(value).is_some(),
            ColumnType::Timestamp => date::is_timestamp(value),
            ColumnType::Flag => matches!(value, "true" | "false"),
        }
}
