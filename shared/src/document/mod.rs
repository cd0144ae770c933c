//! Documents attached to a record: file names, size limit and accepted contents.

mod content;
mod markup;
mod program;
mod storage;

pub use content::{HEAD_BYTES, media_type};
pub use program::is_program;
pub use storage::Storage;

use crate::fault::Fault;
use crate::text::clean;
use serde::Serialize;
use uuid::Uuid;

/// Maximum file size: 25 MB.
pub const MAX_DOCUMENT_BYTES: u64 = 25 * 1024 * 1024;
pub const MAX_NAME_CHARS: usize = 120;

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

/// A link that downloads a document once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DownloadLink {
    /// Path of the download on this server
    pub url: String,
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
}
