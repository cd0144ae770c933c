//! Fuzz tests from the first byte of a file to the groups of its faults: nothing panics, accepted rows are
//! stored as the contact form would store them, and every rejected row has a reason.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p shared upload::fuzz` runs more cases. The files in
//! `tests/corpus/rows` are part of every run, unchanged and mutated. Failing cases are saved in
//! `proptest-regressions`.

use super::check::tests::must_be_storable;
use super::check::{Check, CheckedRow};
use super::groups::FaultGroups;
use super::mapping::{Mapping, Transform};
use super::profile::Profile;
use super::question::Answer;
use super::reading::{self, Reading};
use super::repair::Repair;
use super::suggest;
use super::target::{Field, Target};
use crate::contact::ContactKind;
use crate::contact::validate::Context;
use csv::StringRecord;
use jiff::civil::date;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::path::Path;

const CONTEXT: Context = Context {
    today: date(2026, 11, 21),
    is_demo_firm: false,
};

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new("tests/corpus/rows");
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() >= 20, "{} files", files.len());
    files
}

/// A file before its rows are checked.
#[derive(Debug, Clone)]
struct Sheet {
    reading: Reading,
    rows: Vec<StringRecord>,
}

impl Sheet {
    fn read(name: &str, bytes: &[u8]) -> Self {
        let reading = reading::head(bytes, true, name, &[]).unwrap().reading;
        let rows = reading::rows(bytes, &reading).unwrap();
        let rows = rows.map(|row| row.unwrap().cells).collect();
        Self { reading, rows }
    }

    fn suggested(&self, kind: ContactKind) -> Mapping {
        let own = ["Tier".to_owned(), "Commission".to_owned()];
        suggest::mapping(kind, &self.reading.columns, &self.rows, &own)
    }
}

fn profile(kind: ContactKind, mapping: &Mapping, rows: &[StringRecord]) -> Profile {
    let mut profile = Profile::new(kind, mapping);
    rows.iter().for_each(|row| profile.row(row));
    profile
}

/// Checks every row and its invariants. Returns the rows and the groups of their faults.
fn checked(kind: ContactKind, mapping: &Mapping, rows: &[StringRecord]) -> (Vec<CheckedRow>, FaultGroups) {
    let whole = profile(kind, mapping, rows);
    let (first, second) = rows.split_at(rows.len() / 2);
    let mut merged = profile(kind, mapping, first);
    merged.merge(&profile(kind, mapping, second));
    assert_eq!(merged, whole, "merging the halves equals the whole");
    let check = Check::new(kind, mapping, &whole, CONTEXT);
    let mut groups = FaultGroups::default();
    let mut checked = Vec::new();
    for (number, cells) in (2..).zip(rows) {
        let row = check.check(cells);
        for fault in &row.faults {
            let is_known = Field::from_path(&fault.field).is_some() || fault.field.starts_with("custom.");
            let is_of_row = fault.field.is_empty() && row.is_skipped;
            assert!((is_known || is_of_row) && !fault.message.is_empty(), "{fault:?}");
            let is_mapped = |column| {
                mapping
                    .columns
                    .iter()
                    .any(|mapped| mapped.source_column == column)
            };
            assert!(fault.column.is_none_or(is_mapped), "{fault:?}");
        }
        if row.is_acceptable() {
            must_be_storable(kind, &row);
        } else {
            assert!(row.is_blank || row.is_skipped || !row.reason().is_empty());
        }
        groups.add(number, &row.faults, row.is_skipped, cells);
        checked.push(row);
    }
    (checked, groups)
}

fn check(kind: ContactKind, mut mapping: Mapping, rows: &[StringRecord]) {
    let (found, groups) = checked(kind, &mapping, rows);
    let faults: usize = found.iter().map(|row| row.faults.len()).sum();
    let groups = groups.into_groups();
    assert_eq!(
        groups.iter().map(|group| group.count as usize).sum::<usize>(),
        faults
    );
    for sample in groups
        .iter()
        .filter(|group| group.field == Field::TaxId.path())
        .flat_map(|group| &group.samples)
    {
        let digits = sample.value.bytes().filter(u8::is_ascii_digit).count();
        assert!(digits <= 4, "{sample:?} reveals a tax id");
    }

    // Apply the mildest repair of every group and answer every question, then check the rows again.
    for question in profile(kind, &mapping, rows).questions(&mapping) {
        mapping
            .answers
            .extend(question.choices.first().map(|choice| Answer {
                question: question.id.clone(),
                choice: choice.code.clone(),
            }));
    }
    for group in &groups {
        mapping.repairs.extend(group.repairs.first().map(|kind| Repair {
            code: group.code.clone(),
            field: group.field.clone(),
            kind: *kind,
        }));
    }
    checked(kind, &mapping, rows);
    // Skipping all rows with faults must leave no errors.
    for repair in &mut mapping.repairs {
        repair.kind = super::repair::RepairKind::SkipRows;
    }
    mapping.answers.clear();
    for row in checked(kind, &mapping, rows).0 {
        assert!(row.is_blank || row.is_skipped || row.is_acceptable(), "{row:?}");
    }
}

#[test]
fn maps_and_checks_the_corpus() {
    for (name, bytes) in corpus() {
        let sheet = Sheet::read(&name, &bytes);
        assert!(!sheet.rows.is_empty(), "{name}");
        let names = |kind| {
            let mapping = sheet.suggested(kind);
            let is_named = mapping.problems(kind).is_acceptable();
            check(kind, mapping, &sheet.rows);
            is_named
        };
        let named: Vec<bool> = ContactKind::ALL.into_iter().map(names).collect();
        assert!(named.contains(&true), "no name column found in {name}");
    }
}

/// Replacement text for a cell.
fn cell() -> impl Strategy<Value = String> {
    let odd = [
        "",
        " ",
        "\u{a0}",
        "'",
        "'=1+1",
        "-",
        "n/a",
        "NULL",
        "#N/A",
        "0",
        "-1",
        "1e9",
        "1E+10",
        "45382",
        "60",
        "0.5",
        "00501",
        "501",
        "2139",
        "12345-6789",
        "123456789",
        "123-45-6789",
        "12-3456789",
        "000-00-0000",
        "2/3/4",
        "31/12/1999",
        "12/31/99",
        "1900-02-29",
        "2024-02-30",
        "29 Feb 2023",
        "1960-03-04T10:00:00",
        "Lee, Ada",
        "Ada & Bo Lee",
        "Dr. Ada van der Berg Jr., MD",
        "The Lee Family Trust",
        "Lee LLC",
        "Estate of Ada Lee",
        "Boston, MA 02134",
        "N.Y.",
        "Ontario",
        "+1 (415) 555-0100 x12",
        "0044 20 7946 0018",
        "a@b",
        "a@b.co",
        "A@B.CO;c@d.e",
        "$1,234.50",
        "(5)",
        "50 %",
        "150%",
        "M",
        "female",
        "👩‍👧",
        "é\u{301}",
        "\u{202e}eel",
        "ﬁ",
        "ß",
        "İ",
        "\u{fffd}",
        "x\ny",
    ];
    prop_oneof![
        4 => select(odd.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,20}",
        1 => "[0-9/. -]{0,14}",
        1 => "[A-Z][a-z]{1,9}([ ,'.-]{1,2}[A-Z][a-z]{1,9}){0,4}",
        1 => (1_usize..40_000).prop_map(|length| "x".repeat(length)),
    ]
}

/// Columns with a target other than the suggested one.
fn retargeted() -> impl Strategy<Value = Vec<(Index, Target, Index)>> {
    let target = prop_oneof![
        8 => select(Field::ALL).prop_map(Target::Field),
        1 => Just(Target::Custom("Tier".into())),
    ];
    prop::collection::vec((any::<Index>(), target, any::<Index>()), 0..4)
}

proptest! {
    #[test]
    fn maps_and_checks_the_mutated_corpus(
        file in select(corpus()),
        kind in select(ContactKind::ALL.to_vec()),
        cells in prop::collection::vec((any::<Index>(), any::<Index>(), cell()), 0..12),
        columns in retargeted(),
    ) {
        let mut sheet = Sheet::read(&file.0, &file.1);
        let width = sheet.reading.columns.len();
        for (row, column, value) in cells {
            let row = row.index(sheet.rows.len());
            let mut changed: Vec<String> = sheet.rows[row].iter().map(str::to_owned).collect();
            changed.resize(changed.len().max(width), String::new());
            let column = column.index(changed.len());
            changed[column] = value;
            sheet.rows[row] = changed.into();
        }
        let mut mapping = sheet.suggested(kind);
        for (column, target, transform) in columns {
            let choices: &[Transform] = Transform::choices(&target);
            let column = column.index(mapping.columns.len());
            mapping.columns[column].transform = choices[transform.index(choices.len())];
            mapping.columns[column].target = Some(target);
        }
        check(kind, mapping, &sheet.rows);
    }
}
