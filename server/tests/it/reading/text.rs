//! Text files whose encoding or size is known only after many rows.

use super::StoredFile;
use std::fmt::Write as _;

#[test]
fn detects_the_encoding_from_bytes_far_down() {
    let mut text = b"name,city\n".to_vec();
    for _ in 0..60_000 {
        text.extend(b"Ada,Reno\n");
    }
    text.extend(
        "Ren\u{e9},Malm\u{f6}\n"
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap()),
    );
    let file = StoredFile::new("late.csv", &text);
    let reading = file.head(&[]).unwrap().reading;
    assert_eq!(reading.encoding.as_deref(), Some("windows-1252"));
    assert_eq!(file.rows(&reading).unwrap().last().unwrap(), "60002:René|Malmö");
}

#[test]
fn reads_100000_rows_and_rejects_more() {
    let text = |count: u32| {
        (0..count).fold("name;zip\n".to_owned(), |mut text, i| {
            writeln!(text, "Ada {i};{i:05}").unwrap();
            text
        })
    };
    let file = StoredFile::new("many.csv", text(100_000).as_bytes());
    assert_eq!(file.lines().unwrap().len(), 100_001);
    let file = StoredFile::new("too-many.csv", text(100_001).as_bytes());
    assert_eq!(file.lines().unwrap_err(), "too_many_rows");
}
