//! Malicious workbooks: each is rejected with an error code, and at worst crashes only the reader process.

use super::compound::{compound, label, number, record, xls};
use super::zipped::{cell, ods, xlsx, xlsx_with, zipped};
use super::{READER, RUNTIME, StoredFile, source};
use futures_util::FutureExt;
use server::upload::open::Reader;
use shared::upload::reading::ReadError;
use std::path::Path;
use std::time::Instant;

/// Number of bytes that exceeds the inflation limit for highly compressible content.
const MANY: usize = 40 * 1000 * 1000;

/// Returns the error code for a file. Prints the duration with `--nocapture`.
fn error_code(name: &str, content: &[u8]) -> String {
    let file = StoredFile::new(name, content);
    let begun = Instant::now();
    let code = file.lines().unwrap_err();
    println!(
        "{name}, {} bytes: {code} after {:?}",
        content.len(),
        begun.elapsed()
    );
    code
}

#[test]
fn rejects_cells_at_the_far_ends_of_a_sheet() {
    let far = format!(
        r#"<row r="1">{}</row><row r="1048576">{}</row>"#,
        cell("A1", "name"),
        cell("XFD1048576", "far")
    );
    let bomb = xlsx(&far, &[]);
    assert!(bomb.len() < 2500);
    assert_eq!(error_code("sparse.xlsx", &bomb), "too_many_columns");
    let deep = far.replace("XFD", "A");
    let file = StoredFile::new("deep.xlsx", &xlsx(&deep, &[]));
    assert_eq!(file.lines().unwrap(), ["name", "1048576:far"]);
}

#[test]
fn rejects_parts_that_inflate_too_far() {
    let one_cell = format!(r#"<row r="1">{}</row>"#, cell("A1", &"x".repeat(MANY)));
    let bomb = xlsx(&one_cell, &[]);
    assert!(bomb.len() < 200_000);
    let strings = format!("<sst><si><t>{}</t></si></sst>", " ".repeat(MANY));
    let sheet = br#"<worksheet><sheetData/></worksheet>"#;
    let parts: [(&str, &[u8]); 2] = [
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/sharedStrings.xml", strings.as_bytes()),
    ];
    let in_strings = xlsx_with(&parts, &["People"], &[]);
    for (name, bytes) in [
        ("one-cell.xlsx", &bomb),
        ("lying.xlsx", &with_false_sizes(&bomb)),
        ("strings.xlsx", &in_strings),
        ("page.ods", &ods(&" ".repeat(MANY), "")),
    ] {
        let refused = error_code(name, bytes);
        let expected: &[&str] = if name == "lying.xlsx" {
            &["inflates_too_far", "unreadable"]
        } else {
            &["inflates_too_far"]
        };
        assert!(expected.contains(&refused.as_str()), "{name}: {refused}");
    }
}

/// Returns a copy of the archive whose headers claim an uncompressed size of 100 bytes for every part.
fn with_false_sizes(archive: &[u8]) -> Vec<u8> {
    let mut archive = archive.to_vec();
    for (signature, at) in [(b"PK\x01\x02", 24), (b"PK\x03\x04", 22)] {
        let places: Vec<usize> = archive
            .windows(4)
            .enumerate()
            .filter(|(_, four)| four == signature)
            .map(|(i, _)| i)
            .collect();
        for place in places {
            archive[place + at..place + at + 4].copy_from_slice(&100_u32.to_le_bytes());
        }
    }
    archive
}

#[test]
fn rejects_excessive_cell_repetition() {
    let text = r#"<table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>"#;
    let wide = format!(
        r#"<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576">{text}</table:table-row></table:table>"#
    );
    assert_eq!(error_code("wide.ods", &ods(&wide, "")), "too_many_columns");
    let long = wide.replace("16384", "2");
    assert_eq!(error_code("long.ods", &ods(&long, "")), "too_many_rows");
    let endless = wide.replace("1048576", "99999999999999999999");
    assert_eq!(error_code("endless.ods", &ods(&endless, "")), "unreadable");
}

#[test]
fn rejects_xls_files_with_excessive_dimensions() {
    let corners = [number(0, 0, 1.0), number(65_535, 255, 1.0)].concat();
    assert_eq!(error_code("corners.xls", &xls(&corners)), "inflates_too_far");
    let size = [0_u32.to_le_bytes(), 0x7fff_fff0_u32.to_le_bytes()].concat();
    let announced = record(0x0200, &[&size[..], &[0, 0, 0xff, 0xff, 0, 0]].concat());
    let announced = [announced, label(0, 0, "name")].concat();
    let refused = error_code("announced.xls", &xls(&announced));
    assert!(
        ["inflates_too_far", "unreadable"].contains(&refused.as_str()),
        "{refused}"
    );
}

#[test]
fn rejects_too_many_columns_rows_and_sheets() {
    let row = |count: usize, text: &str| {
        let cells: String = (0..count)
            .map(|_| format!(r#"<c t="inlineStr"><is><t>{text}</t></is></c>"#))
            .collect();
        format!("<row>{cells}</row>")
    };
    let names: Vec<String> = (0..101).map(|i| format!("s{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for (name, bytes, code) in [
        ("columns.xlsx", xlsx(&row(301, "x"), &[]), "too_many_columns"),
        (
            "cell.xlsx",
            xlsx(&row(1, &"x".repeat(33_000)), &[]),
            "cell_too_long",
        ),
        (
            "rows.xlsx",
            xlsx(&row(1, "x").repeat(100_002), &[]),
            "too_many_rows",
        ),
        ("sheets.xlsx", xlsx_with(&[], &names, &[]), "too_many_sheets"),
        (
            "backwards.xlsx",
            xlsx(
                &format!(
                    r#"<row r="9">{}</row><row r="2">{}</row>"#,
                    cell("A9", "x"),
                    cell("A2", "x")
                ),
                &[],
            ),
            "unreadable",
        ),
    ] {
        assert_eq!(StoredFile::new(name, &bytes).lines().unwrap_err(), code, "{name}");
    }
}

#[test]
fn rejects_non_workbooks_and_protected_files() {
    let entities = r#"<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&b;</v></c></row></sheetData></worksheet>"#;
    let whole = xlsx(&format!(r#"<row r="1">{}</row>"#, cell("A1", "name")), &[]);
    let encryption = r#"<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"#;
    for (name, bytes, code) in [
        (
            "locked.xlsx",
            compound("EncryptedPackage", b"secret"),
            "password_protected",
        ),
        ("locked.xls", xls(&record(0x002f, &[1, 0, 0, 0])), "empty"),
        ("locked.ods", ods("", encryption), "password_protected"),
        (
            "mail.xls",
            compound("__properties_version1.0", b"mail"),
            "unknown_format",
        ),
        ("empty.xlsx", xlsx("", &[]), "empty"),
        ("empty.ods", ods("", ""), "empty"),
        (
            "outside.xlsx",
            zipped(&[("../../etc/passwd", b"x")]),
            "unreadable",
        ),
        ("nested.xlsx", zipped(&[("inner.zip", &whole)]), "unreadable"),
        ("cut.xlsx", whole[..whole.len() / 2].to_vec(), "unreadable"),
        (
            "entities.xlsx",
            xlsx_with(&[("xl/worksheets/sheet1.xml", entities.as_bytes())], &["s"], &[]),
            "unreadable",
        ),
        ("page.xls", b"<html><table>".to_vec(), "html_posing_as_workbook"),
        ("nothing.xlsx", Vec::new(), "empty"),
        ("large.csv", vec![b'x'; 26 * 1024 * 1024], "too_large"),
    ] {
        assert_eq!(StoredFile::new(name, &bytes).lines().unwrap_err(), code, "{name}");
    }
}

/// Flips random bytes. The server must return rows or an error code.
#[test]
fn damaged_workbooks_never_crash_the_server() {
    let rows: String = (1..40)
        .map(|i| {
            format!(
                r#"<row r="{i}">{}<c r="B{i}" s="1"><v>{i}</v></c></row>"#,
                cell(&format!("A{i}"), "Ada")
            )
        })
        .collect();
    let old = (0..40)
        .flat_map(|i| [label(i, 0, "Ada"), number(i, 1, f64::from(i))].concat())
        .collect::<Vec<u8>>();
    let table = r#"<table:table table:name="a"><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>"#;
    let mut seed = 7_u64;
    let mut next = |most: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % most
    };
    for (name, whole) in [
        ("damaged.xlsx", xlsx(&rows, &["00000"])),
        ("damaged.xls", xls(&old)),
        ("damaged.ods", ods(table, "")),
    ] {
        for _ in 0..15 {
            let mut bytes = whole.clone();
            for _ in 0..=next(6) {
                let at = next(bytes.len());
                bytes[at] ^= u8::try_from(next(255) + 1).unwrap();
            }
            let file = StoredFile::new(name, &bytes);
            // Any result except an I/O error, which panics.
            _ = file.lines();
        }
    }
}

#[test]
fn dropping_the_rows_ends_the_reader_process() {
    let rows_of = format!("<row>{}</row>", cell("A1", "x").replace(r#" r="A1""#, "")).repeat(90_000);
    let file = StoredFile::new("long.xlsx", &xlsx(&rows_of, &[]));
    let reading = file.head(&[]).unwrap().reading;
    for _ in 0..10 {
        let mut open = file.open(&READER, &reading);
        let mut some = open.rows().unwrap();
        assert!(some.next().is_some_and(|row| row.is_ok()));
    }
    // More readers were started than may run at once.
    assert_eq!(file.rows(&reading).unwrap().len(), 90_000);
}

/// A node reads at most three workbooks at a time. Text files do not wait.
#[test]
fn next_workbook_waits_until_another_one_is_finished() {
    let workbook = StoredFile::new("short.xlsx", &xlsx(r#"<row><c><v>1</v></c></row>"#, &[]));
    let text = StoredFile::new("short.csv", b"name\nAda\n");
    let reading = workbook.head(&[]).unwrap().reading;
    let reader = Reader::new(env!("CARGO_BIN_EXE_server").into());
    let mut opened: Vec<_> = (0..3).map(|_| workbook.open(&reader, &reading)).collect();
    let _context = RUNTIME.enter();
    let next = || {
        reader
            .open(workbook.source.clone(), reading.clone())
            .now_or_never()
    };
    assert!(next().is_none());
    text.open(&reader, &text.head(&[]).unwrap().reading);
    opened.pop();
    assert!(next().is_some_and(|file| file.is_ok()));
}

#[test]
fn missing_file_is_an_io_error() {
    let gone = source(Path::new(env!("CARGO_TARGET_TMPDIR")), "1/ab/gone.xlsx");
    assert!(matches!(
        RUNTIME.block_on(READER.head(gone, "gone.xlsx".into(), Vec::new())),
        Err(ReadError::Io(_))
    ));
}
