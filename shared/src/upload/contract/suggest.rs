//! Suggests a mapping for a file of contracts from its headers and first rows.

use super::terms::{code_of, flag_of};
use super::{ContractField, ValueType, headers, listed};
use crate::contract::Line;
use crate::list::ColumnType;
use crate::money;
use crate::upload::dates::Shape;
use crate::upload::mapping::{ColumnMapping, Mapping, Transform};
use crate::upload::suggest::samples;
use crate::upload::target::Target;
use csv::StringRecord;

/// Suggests a mapping. Does not suggest a field whose values would be invalid in every row.
pub fn mapping(line: Line, headers: &[String], rows: &[StringRecord]) -> Mapping {
    let mut pairs: Vec<(u8, usize, ContractField)> = Vec::new();
    for (index, header) in headers.iter().enumerate() {
        let cells = || rows.iter().filter_map(move |row| row.get(index));
        for (field, score) in headers::candidates(line, header) {
            if !fails_everywhere(field, cells()) {
                pairs.push((score, index, field));
            }
        }
    }
    // Stable sort. Among equal scores, the first column and the first field of the list win.
    pairs.sort_by_key(|(score, index, _)| (std::cmp::Reverse(*score), *index));
    let mut chosen: Vec<Option<(ContractField, u8)>> = vec![None; headers.len()];
    for (score, index, field) in pairs {
        let is_taken = chosen.iter().flatten().any(|(taken, _)| *taken == field);
        if chosen[index].is_none() && !is_taken {
            chosen[index] = Some((field, score));
        }
    }
    let columns = (0..).zip(headers).zip(chosen).map(|((index, header), chosen)| {
        let target = chosen.map(|(field, _)| Target::Contract(field));
        let transforms = target.as_ref().map(Transform::choices).unwrap_or_default();
        ColumnMapping {
            source_column: index,
            header: header.clone(),
            sample: samples(rows, index as usize),
            transform: transforms.first().copied().unwrap_or_default(),
            target,
            confidence: chosen.map_or(0, |(_, score)| score),
            left_out: None,
        }
    });
    Mapping {
        columns: columns.collect(),
        ..Mapping::default()
    }
    .without_tax_ids()
}

/// Returns whether no value of the column is valid for the field.
fn fails_everywhere<'a>(field: ContractField, cells: impl Iterator<Item = &'a str>) -> bool {
    let mut cells = cells.map(str::trim).filter(|cell| !cell.is_empty()).peekable();
    cells.peek().is_some() && cells.all(|cell| !fits(field, cell))
}

fn fits(field: ContractField, cell: &str) -> bool {
    let column_type = match field.value_type() {
        ValueType::Riders => return listed::riders(cell).is_ok(),
        ValueType::Charges => return listed::charges(cell).is_ok(),
        ValueType::Single(column_type) => column_type,
    };
    match column_type {
        ColumnType::Text => true,
        ColumnType::Choice => field.choices().is_some_and(|set| code_of(set, cell).is_some()),
        ColumnType::Integer => cell.parse::<i16>().is_ok(),
        ColumnType::Money => money::parse(cell).is_ok(),
        ColumnType::Percent => money::parse_percent(cell).is_ok(),
        ColumnType::Date => Shape::of(cell).is_some(),
        ColumnType::Flag => flag_of(cell).is_some(),
        ColumnType::Timestamp => false,
    }
}
