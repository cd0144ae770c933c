//! Public sample files. Each is read as a spreadsheet program displays it, or rejected with an error code.

use super::StoredFile;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the directory of the public data sets. Prints a message and returns `None` if they are not installed next to
/// the project.
fn public_data() -> Option<PathBuf> {
    let beside = || PathBuf::from("../../shared/data");
    let path = std::env::var_os("FIRMBOOK_SAMPLES").map_or_else(beside, PathBuf::from);
    let is_there = path.join("MANIFEST.csv").is_file();
    if !is_there {
        // Writes to the raw stream, because the test harness captures `eprintln!`.
        let message = format!("skipped: no public data sets in {}\n", path.display());
        std::io::stderr().write_all(message.as_bytes()).unwrap();
    }
    is_there.then_some(path)
}

fn sent_file(path: &Path) -> StoredFile {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap();
    StoredFile::new(name, &std::fs::read(path).unwrap())
}

/// Returns a one-line summary: format, header row, number of columns and rows, and the first row below the header.
fn summary(file: &StoredFile) -> String {
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
fn reads_or_rejects_every_sample_as_expected() {
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
        let found = summary(&sent_file(&data.join(&file)));
        let wanted = expected
            .iter()
            .find(|(name, _)| *name == file)
            .map(|(_, summary)| *summary);
        if wanted != Some(&found) {
            wrong.push(format!("{file} = {found}"));
        }
    }
    assert!(wrong.is_empty(), "unexpected summaries:\n{}", wrong.join("\n"));
}

#[test]
fn csv_spectrum_samples_match_their_json() {
    let Some(data) = public_data() else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(data.join("csv-spectrum")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let json: serde_json::Value =
            serde_json::from_slice(&std::fs::read(path.with_extension("json")).unwrap()).unwrap();
        // One JSON file is a single record whose values differ from its CSV file.
        let Some(expected) = json.as_array() else { continue };
        let lines = sent_file(&path).lines().unwrap();
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
