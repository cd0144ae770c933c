//! Suggests a mapping from headers and values.

mod exported;
mod fit;
mod headers;
mod values;

pub use exported::exported_list_mapping;

use super::contract;
use super::mapping::{ColumnMapping, Mapping, MatchKey, Mode, SAMPLES, Transform};
use super::target::{Field, Target};
use super::upload_type::UploadType;
use crate::contact::ContactKind;
use crate::vocabulary::spelling;
use csv::StringRecord;
use fit::fails_everywhere;
use uuid::Uuid;
use values::Evidence;

/// Minimum confidence of a suggestion, in percent. Columns below it get no target.
const MIN_CONFIDENCE: u8 = 50;

/// Suggests a mapping from the headers and first rows of a file.
///
/// A header that matches the name of one of the firm's `custom_fields` is mapped to it.
pub fn mapping(
    upload_type: impl Into<UploadType>,
    headers: &[String],
    rows: &[StringRecord],
    custom_fields: &[String],
) -> Mapping {
    let upload_type = upload_type.into();
    match (upload_type.contact_kind(), upload_type.line()) {
        (Some(kind), _) => mapping_of_contacts(kind, headers, rows, custom_fields),
        (None, Some(line)) => contract::suggested_mapping(line, headers, rows),
        (None, None) => Mapping::default(),
    }
}

fn mapping_of_contacts(
    kind: ContactKind,
    headers: &[String],
    rows: &[StringRecord],
    custom_fields: &[String],
) -> Mapping {
    let columns: Vec<Column<'_>> = headers
        .iter()
        .enumerate()
        .map(|(index, header)| Column {
            header,
            evidence: Evidence::of(rows.iter().filter_map(|row| row.get(index))),
            cells: rows.iter().filter_map(|row| row.get(index)).collect(),
        })
        .collect();
    let mut chosen = choose(kind, &columns);
    take_as_organizations(kind, &columns, &mut chosen);
    leave_out_contradictions(kind, &columns, &mut chosen);
    let columns = columns
        .iter()
        .zip(chosen)
        .enumerate()
        .map(|(index, (column, chosen))| {
            let is_first = || {
                !headers[..index]
                    .iter()
                    .any(|other| spelling(other) == spelling(column.header))
            };
            let own = || {
                custom_fields
                    .iter()
                    .find(|name| is_first() && spelling(name) == spelling(column.header))
            };
            let (target, confidence) = match chosen {
                _ if column.is_record_id() => (Some(Target::RecordId), 100),
                Some((field, confidence)) => (Some(Target::Field(field)), confidence),
                None => (
                    own().map(|name| Target::Custom(name.clone())),
                    if own().is_some() { 100 } else { 0 },
                ),
            };
            ColumnMapping {
                source_column: u32::try_from(index).unwrap_or(u32::MAX),
                header: column.header.into(),
                sample: samples(rows, index),
                transform: target
                    .as_ref()
                    .map_or(Transform::AsIs, |target| column.transform(target)),
                target,
                confidence,
                left_out: None,
            }
        });
    let columns: Vec<ColumnMapping> = columns.collect();
    Mapping {
        columns,
        mode: Mode::default(),
        match_keys: match_keys(kind),
        ..Mapping::default()
    }
    .without_tax_ids()
}

fn usual(target: &Target) -> Transform {
    Transform::choices(target).first().copied().unwrap_or_default()
}

fn match_keys(kind: ContactKind) -> Vec<MatchKey> {
    MatchKey::CHOICES
        .into_iter()
        .filter(|key| key.is_for(kind))
        .collect()
}

/// Returns the first distinct non-empty values of a column.
pub(in crate::upload) fn samples(rows: &[StringRecord], index: usize) -> Vec<String> {
    let mut samples: Vec<String> = Vec::new();
    for row in rows {
        let cell = row.get(index).unwrap_or_default().trim();
        if !cell.is_empty() {
            let shown: String = cell.chars().take(120).collect();
            if !samples.contains(&shown) {
                samples.push(shown);
            }
        }
        if samples.len() == SAMPLES {
            break;
        }
    }
    samples
}

struct Column<'a> {
    header: &'a str,
    cells: Vec<&'a str>,
    evidence: Evidence,
}

impl Column<'_> {
    /// Returns whether the column is the record id of an exported list.
    fn is_record_id(&self) -> bool {
        let mut cells = self
            .cells
            .iter()
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty())
            .peekable();
        spelling(self.header) == spelling(Target::RecordId.label())
            && cells.peek().is_some()
            && cells.all(|cell| cell.parse::<Uuid>().is_ok())
    }

    fn transform(&self, target: &Target) -> Transform {
        match target {
            Target::Custom(_) => self.evidence.custom_transform(),
            Target::Field(Field::City) if self.evidence.are_places() => Transform::SplitPlace,
            Target::Field(_) | Target::RecordId | Target::Contract(_) => usual(target),
        }
    }
}

/// Chooses the best pairs of column and field. Each column and each field is used once, except the notes.
fn choose(kind: ContactKind, columns: &[Column<'_>]) -> Vec<Option<(Field, u8)>> {
    let mut pairs: Vec<(u8, usize, Field)> = Vec::new();
    let named: Vec<Vec<(Field, u8)>> = columns
        .iter()
        .map(|column| headers::candidates(kind, column.header))
        .collect();
    // Foreign states and postal codes are not validated.
    let has_country = named.iter().flatten().any(|(field, _)| *field == Field::Country);
    for (index, column) in columns.iter().enumerate() {
        if column.is_record_id() {
            continue;
        }
        let candidates = &named[index];
        for field in Field::ALL.iter().copied().filter(|field| field.is_for(kind)) {
            let by_header = candidates
                .iter()
                .find(|(named, _)| *named == field)
                .map(|(_, score)| *score);
            let confidence = column.evidence.confidence(field, by_header);
            let is_foreign = has_country && matches!(field, Field::State | Field::PostalCode);
            if confidence >= MIN_CONFIDENCE && (is_foreign || !fails_everywhere(kind, field, &column.cells)) {
                pairs.push((confidence, index, field));
            }
        }
    }
    pairs.sort_by_key(|(confidence, index, field)| (std::cmp::Reverse(*confidence), *index, *field as u8));
    let mut chosen = vec![None; columns.len()];
    for (confidence, index, field) in pairs {
        let is_taken = |choice: &Option<(Field, u8)>| choice.is_some_and(|(taken, _)| taken == field);
        if chosen[index].is_none() && (field == Field::Notes || !chosen.iter().any(is_taken)) {
            chosen[index] = Some((field, confidence));
        }
    }
    chosen
}

/// Replaces the full name by the name of an organization if the column holds organizations.
fn take_as_organizations(kind: ContactKind, columns: &[Column<'_>], chosen: &mut [Option<(Field, u8)>]) {
    let is_free = !chosen
        .iter()
        .flatten()
        .any(|(field, _)| *field == Field::OrganizationName);
    for (choice, column) in chosen.iter_mut().zip(columns) {
        if let Some((field @ Field::FullName, _)) = choice
            && is_free
            && Field::OrganizationName.is_for(kind)
            && column.evidence.are_organizations()
        {
            *field = Field::OrganizationName;
        }
    }
}

/// Removes conflicting targets: a full name next to its parts, a place next to state or ZIP code, and the
/// organization that an agent works for.
fn leave_out_contradictions(kind: ContactKind, columns: &[Column<'_>], chosen: &mut [Option<(Field, u8)>]) {
    let has =
        |chosen: &[Option<(Field, u8)>], field| chosen.iter().flatten().any(|(taken, _)| *taken == field);
    let leave_out = |chosen: &mut [Option<(Field, u8)>], is_left_out: &dyn Fn(Field) -> bool| {
        for choice in chosen.iter_mut() {
            if choice.is_some_and(|(field, _)| is_left_out(field)) {
                *choice = None;
            }
        }
    };
    let has_both = has(chosen, Field::FirstName) && has(chosen, Field::LastName);
    if has_both {
        leave_out(chosen, &|field| field == Field::FullName);
    } else if has(chosen, Field::FullName) {
        leave_out(chosen, &Field::is_part_of_name);
    }
    if chosen.iter().zip(columns).any(|(choice, column)| {
        choice.is_some_and(|(field, _)| field == Field::City) && column.evidence.are_places()
    }) {
        leave_out(chosen, &|field| matches!(field, Field::State | Field::PostalCode));
    }
    if kind == ContactKind::Agent && (has_both || has(chosen, Field::FullName)) {
        leave_out(chosen, &|field| field == Field::OrganizationName);
    }
}

#[cfg(test)]
mod tests;
