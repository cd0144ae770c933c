//! Documents attached to a record: file names, size limit and media type detection.

use crate::fault::Fault;
use crate::text::clean;
use serde::Serialize;
use uuid::Uuid;

/// Maximum file size: 25 MB.
pub const MAX_BYTES: u64 = 25 * 1024 * 1024;
pub const MAX_NAME_CHARS: usize = 120;
/// Number of leading bytes that [`media_type`] needs.
pub const HEAD_BYTES: usize = 4096;

/// A file attached to a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Document {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub store_date: jiff::Timestamp,
    /// Name of the user who uploaded it. `None` if no user did.
    pub stored_by: Option<String>,
}

/// Returns the last component of a path, without characters that are special in file systems and HTTP
/// headers.
///
/// # Errors
/// Returns `required` if nothing remains and `too_long` above [`MAX_NAME_CHARS`].
pub fn file_name(typed: &str) -> Result<String, Fault> {
    let last = typed.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = clean(last)
        .chars()
        .map(|c| {
            if matches!(c, ':' | '*' | '?' | '"' | '<' | '>' | '|') {
                '_'
            } else {
                c
            }
        })
        .collect();
    let name = name.trim_start_matches('.').trim();
    if name.is_empty() {
        return Err(Fault::new("required", "Enter a file name."));
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(Fault::new(
            "too_long",
            "Enter a file name of up to 120 characters.",
        ));
    }
    Ok(name.to_owned())
}

/// Detects the media type from the first bytes of a file. Ignores its name and declared type.
///
/// # Errors
/// Returns `program` for executables and scripts.
pub fn media_type(head: &[u8]) -> Result<&'static str, Fault> {
    const PROGRAMS: [&[u8]; 6] = [
        b"MZ",
        b"\x7fELF",
        b"#!",
        b"\xfe\xed\xfa",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
    ];
    const KNOWN: [(&[u8], &str); 9] = [
        (b"%PDF-", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"GIF8", "image/gif"),
        (b"II*\0", "image/tiff"),
        (b"MM\0*", "image/tiff"),
        (b"{\\rtf", "application/rtf"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
        (b"PK\x03\x04", "application/zip"),
    ];
    if PROGRAMS.iter().any(|start| head.starts_with(start)) {
        return Err(Fault::new(
            "program",
            "Programs and scripts cannot be uploaded. Choose a different file.",
        ));
    }
    if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        return Ok("image/webp");
    }
    let known = KNOWN.iter().find(|(start, _)| head.starts_with(start));
    Ok(match known {
        Some((_, "application/zip")) => office(head),
        Some((_, known)) => known,
        None if is_text(head) => "text/plain",
        None => "application/octet-stream",
    })
}

/// Tells Office formats from plain ZIP archives by the folder names near the start.
fn office(head: &[u8]) -> &'static str {
    let has = |name: &[u8]| head.windows(name.len()).any(|part| part == name);
    if has(b"word/") {
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    } else if has(b"xl/") {
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    } else if has(b"ppt/") {
        "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    } else {
        "application/zip"
    }
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
    fn sanitizes_file_names() {
        for (typed, expected) in [
            ("statement.pdf", "statement.pdf"),
            ("  a  b .pdf ", "a b .pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\dana\\in force.xlsx", "in force.xlsx"),
            ("..hidden", "hidden"),
            ("a\r\nSet-Cookie: x.pdf", "a Set-Cookie_ x.pdf"),
            ("qu\"ote<s>.txt", "qu_ote_s_.txt"),
            ("保険証券.pdf", "保険証券.pdf"),
        ] {
            assert_eq!(file_name(typed).unwrap(), expected, "{typed:?}");
        }
        for (typed, code) in [
            ("", "required"),
            ("...", "required"),
            ("a/", "required"),
            (" ", "required"),
        ] {
            assert_eq!(file_name(typed).unwrap_err().code, code, "{typed:?}");
        }
        assert!(file_name(&"x".repeat(120)).is_ok());
        assert_eq!(file_name(&"x".repeat(121)).unwrap_err().code, "too_long");
    }

    #[test]
    fn detects_media_type_from_first_bytes() {
        for (head, expected) in [
            (&b"%PDF-1.7\n"[..], "application/pdf"),
            (b"\x89PNG\r\n\x1a\n....", "image/png"),
            (b"\xff\xd8\xff\xe0", "image/jpeg"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
            (
                b"PK\x03\x04....[Content_Types].xml..word/document.xml",
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            ),
            (
                b"PK\x03\x04....xl/workbook.xml",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ),
            (b"PK\x03\x04....picture.png", "application/zip"),
            (b"<html><script>alert(1)</script>", "text/plain"),
            ("Größe".as_bytes(), "text/plain"),
            (&"Größe".as_bytes()[..3], "text/plain"),
            (b"\0\x01\x02", "application/octet-stream"),
            (b"", "application/octet-stream"),
        ] {
            assert_eq!(media_type(head).unwrap(), expected, "{head:?}");
        }
        for head in [&b"MZ\x90\0"[..], b"\x7fELF\x02", b"#!/bin/sh\n"] {
            assert_eq!(media_type(head).unwrap_err().code, "program");
        }
    }
}
