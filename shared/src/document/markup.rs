//! Detects web pages and SVG images that can run scripts.

const EXTENSIONS: [&str; 6] = ["htm", "html", "shtml", "svg", "xht", "xhtml"];
const STARTS: [&str; 11] = [
    "<!doctype html",
    "<body",
    "<head",
    "<html",
    "<iframe",
    "<meta",
    "<script",
    "<style",
    "<svg",
    "<table",
    "<!doctype svg",
];
const ACTIVE: [&str; 7] = [
    "<script",
    "<iframe",
    "<object",
    "<embed",
    "<foreignobject",
    "javascript:",
    "vbscript:",
];
/// Other XML can run scripts through elements in the XHTML namespace or through a style sheet.
const ACTIVE_XML: [&str; 3] = ["<script", ":script", "<?xml-stylesheet"];

/// Returns whether a file is markup that can run a script. Truncated markup always counts, because the
/// missing part may contain a script. `extension` is lowercase.
pub(super) fn is_active(extension: &str, head: &[u8], is_truncated: bool) -> bool {
    // In UTF-16, every other byte is zero.
    let text: String = head
        .iter()
        .filter(|byte| **byte != 0 && byte.is_ascii())
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let start = text.trim_start();
    let is_page = STARTS.iter().any(|tag| start.starts_with(tag));
    let is_xml = ["<?xml", "<!--"].iter().any(|tag| start.starts_with(tag));
    let is_markup = is_page
        || (is_xml && ["<html", "<svg"].iter().any(|tag| text.contains(tag)))
        || EXTENSIONS.contains(&extension);
    let contains = |tags: &[&str]| tags.iter().any(|tag| text.contains(tag));
    (is_markup && (is_truncated || contains(&ACTIVE) || has_handler(&text)))
        || ((is_xml || extension == "xml") && contains(&ACTIVE_XML))
}

/// Finds an attribute such as `onload=`, even without a space before it: `<svg/onload=`.
fn has_handler(text: &str) -> bool {
    text.match_indices("on").any(|(at, _)| {
        let is_start = text[..at]
            .chars()
            .next_back()
            .is_some_and(|before| before.is_whitespace() || matches!(before, '/' | '"' | '\''));
        let name = text[at + 2..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = text.len() - at - 2 - name.len();
        is_start && letters > 2 && name.trim_start().starts_with('=')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_markup_that_can_run_scripts() {
        let wide: Vec<u8> = b"<html><script>".iter().flat_map(|byte| [*byte, 0]).collect();
        for (extension, head) in [
            ("txt", &b"<script>alert(1)</script>"[..]),
            ("", b"\xef\xbb\xbf \n<HTML><SCRIPT src=x>"),
            ("html", b"Hello <script>"),
            ("svg", b"<svg/onload=alert(1)>"),
            ("png", b"<?xml version='1.0'?><svg><script/></svg>"),
            ("", b"<!-- x --><html><a href='JavaScript:x'>"),
            ("html", b"<img src=x onerror = \"x\">"),
            ("xml", b"<?xml-stylesheet href='x.xsl'?>"),
            (
                "",
                b"<?xml version='1.0'?><x><h:script xmlns:h='http://www.w3.org/1999/xhtml'/>",
            ),
            ("txt", &wide),
        ] {
            assert!(is_active(extension, head, false), "{extension} {head:?}");
        }
        for (extension, head) in [
            ("html", &b"<p>Based on = 5. London=1"[..]),
            ("svg", b"<svg><path d='M0'/></svg>"),
            ("txt", b"How to write <script> and onload=x"),
            ("xml", b"<policy version='1' conversion='2'/>"),
            ("pdf", b"%PDF-1.7 <script>"),
        ] {
            assert!(!is_active(extension, head, false), "{extension} {head:?}");
        }
        assert!(is_active("svg", b"<svg>", true));
        for extension in ["txt", "xml"] {
            assert!(!is_active(extension, b"<?xml version='1.0'?><policies>", true));
        }
    }
}
