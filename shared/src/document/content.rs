//! Detects the media type of an uploaded file and decides whether the file is accepted. `program.rs` and
//! `markup.rs` recognize the rejected contents.

use super::{markup, program};
use crate::fault::Fault;

/// Number of leading bytes that [`media_type`] needs.
pub const HEAD_BYTES: usize = 64 * 1024;

const PDF: &str = "application/pdf";
const PNG: &str = "image/png";
const JPEG: &str = "image/jpeg";
const GIF: &str = "image/gif";
const TIFF: &str = "image/tiff";
const WEBP: &str = "image/webp";
const RTF: &str = "application/rtf";
/// A compound file: the Office formats before 2007, Outlook messages, and encrypted files of the later formats.
const OLE: &str = "application/x-ole-storage";
const ZIP: &str = "application/zip";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const TEXT: &str = "text/plain";
/// No known signature. Includes text that is not UTF-8.
const OTHER: &str = "application/octet-stream";

const SIGNATURES: [(&[u8], &str); 9] = [
    (b"%PDF-", PDF),
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"\xff\xd8\xff", JPEG),
    (b"GIF8", GIF),
    (b"II*\0", TIFF),
    (b"MM\0*", TIFF),
    (b"{\\rtf", RTF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (b"PK\x03\x04", ZIP),
];

/// Media types allowed for each file name extension.
const EXTENSIONS: [(&[&str], &[&str]); 14] = [
    (&["pdf"], &[PDF]),
    (&["png"], &[PNG]),
    (&["jpg", "jpeg"], &[JPEG]),
    (&["gif"], &[GIF]),
    (&["tif", "tiff"], &[TIFF]),
    (&["webp"], &[WEBP]),
    (&["rtf"], &[RTF]),
    // Word also writes .doc files in Rich Text Format.
    (&["doc"], &[OLE, RTF]),
    (&["xls", "ppt", "msg"], &[OLE]),
    (&["docx"], &[DOCX, ZIP, OLE]),
    (&["xlsx"], &[XLSX, ZIP, OLE]),
    (&["pptx"], &[PPTX, ZIP, OLE]),
    (&["zip"], &[ZIP, DOCX, XLSX, PPTX]),
    (
        &[
            "txt", "csv", "tsv", "log", "md", "json", "xml", "eml", "html", "htm", "svg",
        ],
        &[TEXT, OTHER],
    ),
];

/// Detects the media type from the first [`HEAD_BYTES`] of a file, and decides whether it is accepted under this
/// name.
///
/// # Errors
/// Returns `program` for executables and scripts, `active_content` for web pages and images that contain
/// scripts, and `type_mismatch` if the content does not match the extension.
pub fn media_type(name: &str, head: &[u8]) -> Result<&'static str, Fault> {
    // Windows ignores dots and spaces at the end of a name.
    let extension = name
        .trim_end_matches(['.', ' '])
        .rsplit_once('.')
        .map_or_else(String::new, |(_, extension)| extension.trim().to_lowercase());
    if program::has_extension(&extension) || program::is_program(head) {
        return Err(Fault::new(
            "program",
            "Programs and scripts cannot be uploaded. Choose a different file.",
        ));
    }
    if markup::is_active(&extension, head, head.len() >= HEAD_BYTES) {
        return Err(Fault::new(
            "active_content",
            "Web pages and drawings with scripts cannot be uploaded. Save the file as a PDF and upload that.",
        ));
    }
    let detected = detect(head);
    let expected = EXTENSIONS
        .iter()
        .find(|(extensions, _)| extensions.contains(&extension.as_str()));
    if expected.is_some_and(|(_, types)| !types.contains(&detected)) {
        return Err(Fault::new(
            "type_mismatch",
            format!(
                "The content of the file is not “.{extension}”. Correct the file name or choose a different file."
            ),
        ));
    }
    Ok(detected)
}

fn detect(head: &[u8]) -> &'static str {
    if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        return WEBP;
    }
    match SIGNATURES.iter().find(|(start, _)| head.starts_with(start)) {
        Some((_, ZIP)) => office(head),
        Some((_, known)) => known,
        None if is_text(head) => TEXT,
        None => OTHER,
    }
}

/// Distinguishes Office formats from plain ZIP archives by folder names near the start.
fn office(head: &[u8]) -> &'static str {
    let folders: [(&[u8], _); 3] = [(b"word/", DOCX), (b"xl/", XLSX), (b"ppt/", PPTX)];
    let found = folders
        .into_iter()
        .find(|(folder, _)| program::contains(head, folder));
    found.map_or(ZIP, |(_, media_type)| media_type)
}

/// Returns whether the bytes are UTF-8 text without control characters. The last character may be truncated.
fn is_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !text.is_empty()
        && text
            .chars()
            .all(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{c}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_media_type_from_first_bytes() {
        for (name, head, expected) in [
            ("a.pdf", &b"%PDF-1.7\n"[..], PDF),
            ("a.PNG", b"\x89PNG\r\n\x1a\n....", PNG),
            ("a.jpeg", b"\xff\xd8\xff\xe0", JPEG),
            ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", WEBP),
            (
                "a.docx",
                b"PK\x03\x04....[Content_Types].xml..word/document.xml",
                DOCX,
            ),
            ("a.xlsx", b"PK\x03\x04....xl/workbook.xml", XLSX),
            ("a.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 encrypted", OLE),
            ("a.zip", b"PK\x03\x04....picture.png", ZIP),
            ("a.doc", b"{\\rtf1", RTF),
            ("scan", b"%PDF-1.7\n", PDF),
            ("a.v2", b"%PDF-1.7\n", PDF),
            ("a.html", b"<html><p>No script</p>", TEXT),
            ("a.txt", "Größe".as_bytes(), TEXT),
            ("a.csv", &"Größe".as_bytes()[..3], TEXT),
            ("a.csv", b"Gr\xf6\xdfe;1", OTHER),
            ("a.dat", b"\0\x01\x02", OTHER),
            ("a", b"", OTHER),
        ] {
            assert_eq!(media_type(name, head).unwrap(), expected, "{name} {head:?}");
        }
    }

    #[test]
    fn rejects_contents_that_differ_from_the_extension() {
        for (name, head) in [
            ("a.pdf", &b"%!PS"[..]),
            ("a.pdf", b""),
            ("a.PDF", b"PK\x03\x04"),
            ("a.png", b"\xff\xd8\xff\xe0"),
            ("a.docx", b"%PDF-1.7\n"),
            ("a.xls", b"First;Last"),
            ("a.csv", b"PK\x03\x04....xl/workbook.xml"),
            ("a.txt", b"%PDF-1.7\n"),
        ] {
            assert_eq!(
                media_type(name, head).unwrap_err().code,
                "type_mismatch",
                "{name}"
            );
        }
    }

    #[test]
    fn rejects_programs_by_name_and_by_content() {
        for name in [
            "a.exe",
            "a.BAT",
            "a.pdf.cmd",
            "a.js",
            "a.lnk",
            "a.msi",
            "a.jar",
            "a.exe. ",
        ] {
            assert_eq!(
                media_type(name, b"%PDF-1.7").unwrap_err().code,
                "program",
                "{name}"
            );
        }
        assert_eq!(media_type("a.pdf", b"MZ\x90\0").unwrap_err().code, "program");
        assert!(media_type("about js", b"text").is_ok());
    }

    #[test]
    fn rejects_markup_with_scripts() {
        let page = b"<html><body onload = alert(1)>";
        assert_eq!(media_type("a.html", page).unwrap_err().code, "active_content");
        assert_eq!(media_type("a.txt", page).unwrap_err().code, "active_content");
        let long = [&b"<html>"[..], &vec![b' '; HEAD_BYTES]].concat();
        let unchecked = media_type("a.html", &long[..HEAD_BYTES]).unwrap_err();
        assert_eq!(unchecked.code, "active_content", "the rest may have a script");
    }
}
