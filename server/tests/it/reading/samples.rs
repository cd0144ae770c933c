//! Public files with every quirk: each is read as a spreadsheet program shows it, or refused by name.

use super::Sent;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Public data sets beside the project; where they are not, the test says so.
fn public_data() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let path = std::env::var_os("FIRMBOOK_SAMPLES").map_or_else(beside, PathBuf::from);
    let is_there = path.join("MANIFEST.csv").is_file();
    if !is_there {
        // Past what holds back the words of tests that pass.
        let told = format!(
            "the public data sets are not in {}: none is read\n",
            path.display()
        );
        std::io::stderr().write_all(told.as_bytes()).unwrap();
    }
    is_there.then_some(path)
}

fn sent(path: &Path) -> Sent {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap();
    Sent::new(name, &std::fs::read(path).unwrap())
}

/// In one line: how a file is read, how many columns and rows it has, and its first row below the header.
fn summary(file: &Sent) -> String {
    let reading = match file.head(&[]) {
        Ok(head) => head.reading,
        Err(code) => return code,
    };
    let rows = match file.rows(&reading) {
        Ok(rows) => rows,
        Err(code) => return code,
    };
    let how = reading.encoding.or(reading.sheet).unwrap();
    let delimiter = reading
        .delimiter
        .map(|letter| letter.escape_default().to_string())
        .unwrap_or_default();
    let header = reading
        .header_row
        .map_or("none".to_owned(), |row| row.to_string());
    let first: String = rows.first().map_or("", String::as_str).chars().take(70).collect();
    format!(
        "{how} {delimiter} header {header}, {} columns, {} rows, {}",
        reading.columns.len(),
        rows.len(),
        first.escape_debug()
    )
}

#[test]
fn every_sample_is_read_or_refused_by_name() {
    let Some(data) = public_data() else { return };
    let mut manifest = csv::Reader::from_path(data.join("MANIFEST.csv")).unwrap();
    let expected: Vec<(&str, &str)> = include_str!("samples.txt")
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .collect();
    let mut wrong = Vec::new();
    for record in manifest.records() {
        let file = record.unwrap()[0].to_owned();
        if file.ends_with(".json") {
            continue;
        }
        let found = summary(&sent(&data.join(&file)));
        let wanted = expected
            .iter()
            .find(|(name, _)| *name == file)
            .map(|(_, summary)| *summary);
        if wanted != Some(&found) {
            wrong.push(format!("{file} = {found}"));
        }
    }
    assert!(wrong.is_empty(), "otherwise than expected:\n{}", wrong.join("\n"));
}

#[test]
fn texts_of_csv_spectrum_are_what_their_authors_say() {
    let Some(data) = public_data() else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(data.join("csv-spectrum")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let json: serde_json::Value =
            serde_json::from_slice(&std::fs::read(path.with_extension("json")).unwrap()).unwrap();
        // One of them is a record of its own, of other values than its text has.
        let Some(expected) = json.as_array() else { continue };
        let lines = sent(&path).shown().unwrap();
        let names: Vec<&str> = lines[0].split('|').collect();
        assert_eq!(lines.len() - 1, expected.len());
        for (line, record) in lines[1..].iter().zip(expected) {
            let wanted: Vec<&str> = names.iter().map(|name| record[*name].as_str().unwrap()).collect();
            let (_, cells) = line.split_once(':').unwrap();
            assert_eq!(cells, wanted.join("|"), "{}", path.display());
        }
        count += 1;
    }
    assert!(count > 10);
}
