//! Texts whose beginning does not tell everything.

use super::Sent;
use std::fmt::Write as _;

#[test]
fn letters_far_down_decide_the_encoding() {
    let mut text = b"name,city\n".to_vec();
    for _ in 0..60_000 {
        text.extend(b"Ada,Reno\n");
    }
    text.extend(
        "Ren\u{e9},Malm\u{f6}\n"
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap()),
    );
    let file = Sent::new("late.csv", &text);
    let reading = file.head(&[]).unwrap().reading;
    assert_eq!(reading.encoding.as_deref(), Some("windows-1252"));
    assert_eq!(file.rows(&reading).unwrap().last().unwrap(), "60002:René|Malmö");
}

#[test]
fn a_hundred_thousand_rows_are_read_and_one_more_is_not() {
    let text = |count: u32| {
        (0..count).fold("name;zip\n".to_owned(), |mut text, i| {
            writeln!(text, "Ada {i};{i:05}").unwrap();
            text
        })
    };
    let file = Sent::new("many.csv", text(100_000).as_bytes());
    assert_eq!(file.shown().unwrap().len(), 100_001);
    let file = Sent::new("too-many.csv", text(100_001).as_bytes());
    assert_eq!(file.shown().unwrap_err(), "too_many_rows");
}
