//! The images in a document: the firm's logo and the images in the texts.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use image::ImageReader;
use shared::deliverable::images::MAX_PIXELS;
use shared::deliverable::layout::LayoutImage;
use std::collections::HashMap;
use std::io::Cursor;
use thiserror::Error;
use typst::foundations::Bytes;
use typst::visualize::{ExchangeFormat, RasterImage};
use uuid::Uuid;

/// An image that Typst can display.
pub struct DecodedImage {
    /// File extension, from which Typst derives the format.
    pub extension: &'static str,
    pub bytes: Bytes,
    /// Width divided by height, as displayed.
    ratio: f64,
}

/// Decodes a base64 image. Returns `None` if it is damaged or has an unsupported format.
pub fn decode(base64: &str) -> Option<DecodedImage> {
    let bytes = Bytes::new(BASE64_STANDARD.decode(base64).ok()?);
    let format = ExchangeFormat::detect(&bytes)?;
    let extension = match format {
        ExchangeFormat::Png => "png",
        ExchangeFormat::Jpg => "jpg",
        ExchangeFormat::Webp => "webp",
        ExchangeFormat::Gif => return None,
    };
    let image = RasterImage::plain(bytes.clone(), format).ok()?;
    let (width, height) = (image.width(), image.height());
    (width > 0 && height > 0).then(|| DecodedImage {
        extension,
        bytes,
        ratio: f64::from(width) / f64::from(height),
    })
}

/// The decoded images in a document's texts, by uuid.
#[derive(Default)]
pub struct Images(HashMap<Uuid, (String, DecodedImage)>);

impl Images {
    /// Decodes the images. Skips those that cannot be decoded.
    pub fn new(images: &[LayoutImage]) -> Self {
        let decoded = images.iter().filter_map(|image| {
            let decoded = decode(&image.base64)?;
            Some((
                image.uuid,
                (format!("{}.{}", image.uuid, decoded.extension), decoded),
            ))
        });
        Self(decoded.collect())
    }

    /// Returns an image's file name, and its width divided by its height.
    pub fn file(&self, uuid: Uuid) -> Option<(&str, f64)> {
        let (name, image) = self.0.get(&uuid)?;
        Some((name, image.ratio))
    }

    /// Returns the file names and contents.
    pub fn into_files(self) -> impl Iterator<Item = (String, Bytes)> {
        self.0.into_values().map(|(name, image)| (name, image.bytes))
    }
}

/// Reason for rejecting an image.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ImageProblem {
    #[error("the image cannot be decoded")]
    Unreadable,
    #[error("the image has too many pixels")]
    TooManyPixels,
}

/// Decodes a PNG, JPEG or WebP image, and returns its width and height in pixels. Blocks the thread.
///
/// # Errors
/// Returns `ImageProblem::TooManyPixels` if it has more than [`MAX_PIXELS`], and `ImageProblem::Unreadable` if it is
/// damaged.
pub fn check_image(bytes: Vec<u8>) -> Result<(i32, i32), ImageProblem> {
    // Checks the size in the header first, because a small file can have billions of pixels.
    let size = ImageReader::new(Cursor::new(&bytes))
        .with_guessed_format()
        .map_err(unreadable)?
        .into_dimensions()
        .map_err(unreadable)?;
    let width = i32::try_from(size.0).map_err(unreadable)?;
    let height = i32::try_from(size.1).map_err(unreadable)?;
    if i64::from(width) * i64::from(height) > MAX_PIXELS {
        return Err(ImageProblem::TooManyPixels);
    }
    let format = ExchangeFormat::detect(&bytes).ok_or(ImageProblem::Unreadable)?;
    RasterImage::plain(Bytes::new(bytes), format).map_err(unreadable)?;
    Ok((width, height))
}

fn unreadable<E>(_: E) -> ImageProblem {
    ImageProblem::Unreadable
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One white pixel.
    const PNG: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==";

    fn png() -> Vec<u8> {
        BASE64_STANDARD.decode(PNG).unwrap()
    }

    #[test]
    fn returns_the_size_of_an_image() {
        assert_eq!(check_image(png()), Ok((1, 1)));
    }

    #[test]
    fn rejects_damaged_images() {
        let mut cut = png();
        cut.truncate(50);
        for bytes in [Vec::new(), b"GIF89a".to_vec(), cut] {
            assert_eq!(check_image(bytes), Err(ImageProblem::Unreadable));
        }
    }

    #[test]
    fn rejects_images_with_too_many_pixels_without_decoding_them() {
        let mut bytes = png();
        // Width and height follow the signature and the first chunk's length and type.
        bytes[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        let checksum = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&checksum.to_be_bytes());
        assert_eq!(check_image(bytes), Err(ImageProblem::TooManyPixels));
    }

    fn crc32(bytes: &[u8]) -> u32 {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        crc.sum()
    }
}
