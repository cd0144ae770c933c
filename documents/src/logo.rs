//! The logo of the firm.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use shared::deliverable::layout::Logo;
use typst::foundations::Bytes;
use typst::visualize::{ExchangeFormat, RasterImage};

/// A logo that Typst can display.
pub struct DecodedLogo {
    /// Typst derives the format from the extension.
    pub file_name: &'static str,
    pub bytes: Bytes,
}

/// Returns `None` if the image cannot be decoded. The document then shows the name of the firm instead.
pub fn decode(logo: &Logo) -> Option<DecodedLogo> {
    let bytes = Bytes::new(BASE64_STANDARD.decode(&logo.base64).ok()?);
    let format = ExchangeFormat::detect(&bytes)?;
    let file_name = match format {
        ExchangeFormat::Png => "logo.png",
        ExchangeFormat::Jpg => "logo.jpg",
        ExchangeFormat::Webp => "logo.webp",
        ExchangeFormat::Gif => return None,
    };
    let image = RasterImage::plain(bytes.clone(), format).ok()?;
    (image.width() > 0 && image.height() > 0).then_some(DecodedLogo { file_name, bytes })
}
