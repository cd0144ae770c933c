//! Images in formatted texts. Texts refer to the firm's images by uuid.

use super::rich_text::RichText;
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Maximum size of an image file.
pub const MAX_IMAGE_BYTES: usize = 2 * 1024 * 1024;
/// Maximum number of pixels of one image, and of all images of a text. A full page at 300 dpi has about 8 million.
pub const MAX_PIXELS: i64 = 16_000_000;
/// Maximum number of images in a text.
pub const MAX_TEXT_IMAGES: usize = 10;
/// Maximum size of all image files of a text.
const MAX_TEXT_IMAGE_BYTES: i64 = 6 * 1024 * 1024;
/// Maximum number of images of a firm.
pub const MAX_FIRM_IMAGES: i64 = 200;
pub const MAX_NAME_CHARS: usize = 200;

/// An image that texts of the firm can show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TextImage {
    pub uuid: Uuid,
    /// File name
    pub name: String,
    /// Width in pixels
    pub width: i32,
    /// Height in pixels
    pub height: i32,
    pub size_bytes: i32,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    /// Name of the user who added it
    pub created_by: String,
}

/// Size of an image in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageSize {
    pub uuid: Uuid,
    pub bytes: i32,
    pub width: i32,
    pub height: i32,
}

/// Returns the images of a text, each once.
pub fn images_of(text: &RichText) -> BTreeSet<Uuid> {
    text.images().map(|image| image.uuid).collect()
}

/// Checks the images of a text. Errors are for the field `value`. `found` lists the text's images that the firm has.
pub fn check_images(text: &RichText, found: &[ImageSize]) -> Vec<FieldProblem> {
    let mut findings = Findings::default();
    let is_found = |uuid: &Uuid| found.iter().any(|image| image.uuid == *uuid);
    if !images_of(text).iter().all(is_found) {
        let message =
            "An image of this text no longer exists. Remove it from the text, or insert another one.";
        findings.fault("value", "unknown_image", message);
    }
    let bytes: i64 = found.iter().map(|image| i64::from(image.bytes)).sum();
    let pixels: i64 = found
        .iter()
        .map(|image| i64::from(image.width) * i64::from(image.height))
        .sum();
    if bytes > MAX_TEXT_IMAGE_BYTES || pixels > MAX_PIXELS {
        let message = "The images of this text are too large. Remove some, or upload smaller ones.";
        findings.fault("value", "images_too_large", message);
    }
    findings.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(images: &[u128]) -> RichText {
        let blocks = images.iter().map(|image| {
            json!({ "type": "image", "attrs": { "uuid": Uuid::from_u128(*image), "alt": "A", "width": 50 } })
        });
        serde_json::from_value(json!({ "type": "doc", "content": blocks.collect::<Vec<_>>() })).unwrap()
    }

    fn size(image: u128, bytes: i32, width: i32) -> ImageSize {
        ImageSize {
            uuid: Uuid::from_u128(image),
            bytes,
            width,
            height: 1_000,
        }
    }

    fn codes(images: &[u128], found: &[ImageSize]) -> Vec<String> {
        let problems = check_images(&text(images), found);
        problems.into_iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn finds_each_image_once() {
        let all: Vec<_> = images_of(&text(&[2, 1, 2])).into_iter().collect();
        assert_eq!(all, [Uuid::from_u128(1), Uuid::from_u128(2)]);
    }

    #[test]
    fn rejects_unknown_images() {
        assert_eq!(codes(&[1], &[size(1, 10, 10)]), [""; 0]);
        assert_eq!(codes(&[1, 2], &[size(1, 10, 10)]), ["unknown_image"]);
    }

    #[test]
    fn limits_the_size_of_all_images() {
        let half = 3 * 1024 * 1024;
        assert_eq!(
            codes(&[1, 2], &[size(1, half, 8_000), size(2, half, 8_000)]),
            [""; 0]
        );
        let large = [size(1, half, 1), size(2, half + 1, 1)];
        assert_eq!(codes(&[1, 2], &large), ["images_too_large"]);
        let many_pixels = [size(1, 1, 8_000), size(2, 1, 8_001)];
        assert_eq!(codes(&[1, 2], &many_pixels), ["images_too_large"]);
    }
}
