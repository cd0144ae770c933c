//! Detection of unusual headers.

use super::*;

fn header_of(text: &str) -> (Option<u32>, Vec<String>) {
    let head = head(text.as_bytes(), true, "x.csv", &[]).unwrap();
    (head.reading.header_row, head.reading.columns)
}

#[test]
fn numbers_can_be_headings() {
    for text in [
        "Name,2019,2020,2021\nAda Lee,5,9,7\nBo Ek,8,9,1\n",
        "2019,2020,2021\n5,9,7\n8,9,1\n",
        "Name,1,2,3\nAda Lee,500,600,700\nBo Ek,800,900,100\n",
    ] {
        assert_eq!(header_of(text).0, Some(0), "{text}");
    }
    assert_eq!(header_of("1,2,3\n4,5,6\n7,8,9\n").0, None);
    assert_eq!(header_of("17,ada@example.com\n18,bo@example.com\n").0, None);
}

#[test]
fn finds_repeated_headings() {
    let text = "Name,City\nAda Lee,Boston\nName,City\nBo Ek,Salem\n";
    assert_eq!(header_of(text).0, Some(0));
    let (row, columns) = header_of("Phone,Phone\n4155550100,4155550101\n");
    assert_eq!(
        (row, columns),
        (Some(0), vec!["Phone".to_owned(), "Phone".to_owned()])
    );
}
