//! The `Content-Disposition` header of downloads.

/// Builds the header value, with an ASCII fallback for old clients and the exact name.
pub(super) fn attachment(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| match c {
            '"' | '\\' | '%' | '/' => '_',
            ' ' => c,
            _ if c.is_ascii_graphic() => c,
            _ => '_',
        })
        .collect();
    let exact: String = name
        .bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{exact}")
}

#[cfg(test)]
mod tests {
    use super::attachment;

    #[test]
    fn escapes_file_names() {
        assert_eq!(
            attachment("Größe 50%.pdf"),
            "attachment; filename=\"Gr__e 50_.pdf\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%2050%25.pdf"
        );
        assert_eq!(
            attachment("Élan \"1\"/2.csv"),
            "attachment; filename=\"_lan _1__2.csv\"; filename*=UTF-8''%C3%89lan%20%221%22%2F2.csv"
        );
    }
}
