//! Media types of images.

/// Detects the media type of an image from its first bytes. Returns `None` unless it is PNG, JPEG or WebP.
pub fn image_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        Some("image/jpeg")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_the_type_from_first_bytes() {
        for (bytes, expected) in [
            (&b"\x89PNG\r\n\x1a\n...."[..], Some("image/png")),
            (&b"\xff\xd8\xff\xe0"[..], Some("image/jpeg")),
            (&b"RIFF\x01\x02\x03\x04WEBPVP8 "[..], Some("image/webp")),
            (&b"RIFF\x01\x02\x03\x04WAVE"[..], None),
            (&b"RIFF"[..], None),
            (&b"<svg onload=alert(1)>"[..], None),
            (&b"GIF89a"[..], None),
            (&b""[..], None),
        ] {
            assert_eq!(image_type(bytes), expected);
        }
    }
}
