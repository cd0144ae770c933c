//! Converts a book's files to CSV files for uploads. Applies mappings and normalizes dates and amounts, so that the
//! wizard does not have to ask about formats.

use super::input::{Input, Rows};
use super::mapping::fault;
use super::refusal::Refusal;
use super::table::{Column, Reads, Table};
use super::table_row::TableRow;
use anyhow::Context;
use shared::contract::Line;
use shared::upload::reading::limits;
use shared::upload::target::{Target, choices};
use shared::upload::upload_type::UploadType;
use shared::{date, money};

/// File size, in bytes, above which a new file is started. Leaves room for one long row.
const FULL: usize = limits::FILE_BYTES as usize - 1024 * 1024;

/// A CSV file for one upload.
pub struct UploadFile {
    pub name: String,
    pub content: Vec<u8>,
    /// Targets of the columns, in order.
    pub targets: Vec<Target>,
}

/// Returns the upload type for a table, or `None` for carriers, which all firms share.
pub fn upload_type(table: Table) -> Option<UploadType> {
    match table {
        Table::Carriers => None,
        Table::Agents => Some(UploadType::Agents),
        Table::Owners => Some(UploadType::Owners),
        Table::Insureds => Some(UploadType::Insureds),
        Table::Policies => Some(Line::Life.into()),
        Table::Annuities => Some(Line::Annuity.into()),
    }
}

/// Converts an input and adds row errors to `refusal`.
pub fn convert(
    input: &Input,
    upload_type: UploadType,
    refusal: &mut Refusal,
) -> anyhow::Result<Vec<UploadFile>> {
    let Some(mut rows) = input.open(refusal)? else {
        return Ok(Vec::new());
    };
    let columns = input.table.columns();
    let known = choices(upload_type, &[]);
    let targets: Vec<Option<Target>> = columns
        .iter()
        .map(|column| Target::try_from(code(column).to_owned()).ok())
        .map(|target| target.filter(|target| known.iter().any(|choice| choice.target == *target)))
        .collect();
    let mut has_values = vec![false; columns.len()];
    let mut pieces = vec![Vec::new()];
    let mut size = 0;
    while rows.advance(refusal)? {
        refuse_unmapped(&rows, &targets, refusal);
        let values: Vec<String> = columns
            .iter()
            .zip(&rows.values)
            .map(|(column, value)| written(column, value))
            .collect();
        for (has_value, value) in has_values.iter_mut().zip(&values) {
            *has_value |= !value.is_empty();
        }
        size += values.iter().map(|value| value.len() + 3).sum::<usize>();
        let is_full = size > FULL
            || pieces
                .last()
                .is_some_and(|piece| piece.len() == limits::ROWS as usize);
        if is_full {
            pieces.push(Vec::new());
            size = 0;
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(values);
        }
    }
    let used: Vec<(usize, &Target)> = targets
        .iter()
        .enumerate()
        .filter_map(|(at, target)| Some((at, target.as_ref()?)))
        .filter(|(at, _)| has_values[*at])
        .collect();
    let files = pieces.iter().filter(|piece| !piece.is_empty()).enumerate();
    files
        .map(|(number, piece)| {
            Ok(UploadFile {
                name: name(input, number),
                content: csv(piece, &used)?,
                targets: used.iter().map(|(_, target)| (*target).clone()).collect(),
            })
        })
        .collect()
}

/// Rejects values in columns that imports cannot fill. The only such column is the agent integration.
fn refuse_unmapped(rows: &Rows, targets: &[Option<Target>], refusal: &mut Refusal) {
    let mut cells = TableRow::new(rows, refusal);
    for (column, target) in rows.table.columns().iter().zip(targets) {
        if target.is_none() && cells.typed(column.name).is_some() && cells.flag(column.name) != Some(false) {
            let message =
                "This cannot be imported into an existing firm. Clear the cell and turn it on in the portal.";
            cells.refuse(column.name, fault("not_imported", message));
        }
    }
}

/// Returns the field code for a column.
fn code(column: &Column) -> &'static str {
    match column.name {
        "tobacco" => "isTobacco",
        "marketValueAdjustment" => "hasMarketValueAdjustment",
        name => name,
    }
}

/// Returns `policies.csv`, then `policies-2.csv` and so on.
fn name(input: &Input, number: usize) -> String {
    let table = input.table.name();
    match number {
        0 => format!("{table}.csv"),
        _ => format!("{table}-{}.csv", number + 1),
    }
}

fn csv(rows: &[Vec<String>], used: &[(usize, &Target)]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(used.iter().map(|(_, target)| target.label()))?;
    for row in rows {
        writer.write_record(used.iter().map(|(at, _)| &row[*at]))?;
    }
    writer.into_inner().context("cannot write the rows as CSV")
}

/// Formats a value for the file. Invalid values are left for the wizard to report.
fn written(column: &Column, value: &str) -> String {
    let value = value.trim();
    match column.reads {
        Reads::Date => date::parse(value).map_or_else(|_| value.to_owned(), |date| date.to_string()),
        Reads::Money => money::parse(value).map_or_else(|_| value.to_owned(), |amount| amount.to_string()),
        _ => value.to_owned(),
    }
}
