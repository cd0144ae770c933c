//! sRGB colors and their contrast ratio as defined by WCAG 2.2.

use std::fmt;

/// Minimum contrast ratio between text and its background (WCAG 2.2 level AA).
pub const TEXT_CONTRAST: f64 = 4.5;

/// An opaque sRGB color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

pub const WHITE: Color = Color::new(255, 255, 255);
pub const BLACK: Color = Color::new(0, 0, 0);

impl Color {
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Parses `#rrggbb`, ignoring case and surrounding spaces.
    pub fn parse(typed: &str) -> Option<Self> {
        let digits = typed.trim().strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let channel = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
        Some(Self::new(channel(0)?, channel(2)?, channel(4)?))
    }

    /// Returns the relative luminance: 0 for black, 1 for white.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Returns the WCAG contrast ratio, from 1 to 21. The order of the two colors does not matter.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Mixes in `share`/255 of another color.
    #[must_use]
    pub fn mixed(self, other: Self, share: u8) -> Self {
        let mix = |a: u8, b: u8| {
            let (a, b, share) = (u32::from(a), u32::from(b), u32::from(share));
            u8::try_from((a * (255 - share) + b * share + 127) / 255).unwrap_or(u8::MAX)
        };
        Self::new(
            mix(self.red, other.red),
            mix(self.green, other.green),
            mix(self.blue, other.blue),
        )
    }

    /// Returns the nearest darker or lighter shade that reaches [`TEXT_CONTRAST`] on every background.
    ///
    /// If no shade does, returns black or white, whichever has more contrast. For the backgrounds of a single
    /// theme, such a shade always exists.
    #[must_use]
    pub fn readable_on(self, backgrounds: &[Self]) -> Self {
        let worst = |color: Self| {
            backgrounds
                .iter()
                .map(|background| color.contrast(*background))
                .fold(f64::INFINITY, f64::min)
        };
        let toward = |end: Self| {
            (0..=u8::MAX)
                .map(|share| (share, self.mixed(end, share)))
                .find(|(_, color)| worst(*color) >= TEXT_CONTRAST)
        };
        match (toward(BLACK), toward(WHITE)) {
            (Some(dark), Some(light)) => {
                if dark.0 <= light.0 {
                    dark.1
                } else {
                    light.1
                }
            }
            (Some((_, found)), None) | (None, Some((_, found))) => found,
            (None, None) if worst(BLACK) >= worst(WHITE) => BLACK,
            (None, None) => WHITE,
        }
    }

    /// Mixes in as much of `tint` as possible, up to `share`/255, while the `text` colors stay readable.
    #[must_use]
    pub fn tinted(self, tint: Self, share: u8, text: &[Self]) -> Self {
        (0..=share)
            .rev()
            .map(|share| self.mixed(tint, share))
            .find(|color| text.iter().all(|text| text.contrast(*color) >= TEXT_CONTRAST))
            .unwrap_or(self)
    }
}

/// Writes `#rrggbb`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn computes_wcag_contrast() {
        for (a, b, expected) in [
            (BLACK, WHITE, 21.0),
            (WHITE, WHITE, 1.0),
            (Color::new(0x77, 0x77, 0x77), WHITE, 4.478),
            (Color::new(0x76, 0x76, 0x76), WHITE, 4.542),
            (Color::new(255, 0, 0), WHITE, 3.998),
            (Color::new(0, 0, 255), BLACK, 2.444),
        ] {
            assert!(
                (a.contrast(b) - expected).abs() < 0.001,
                "{a} on {b}: {}",
                a.contrast(b)
            );
            assert!((b.contrast(a) - expected).abs() < 0.001);
        }
    }

    #[test]
    fn parses_six_digit_hex_colors() {
        assert_eq!(Color::parse(" #1A2b3C "), Some(Color::new(0x1a, 0x2b, 0x3c)));
        assert_eq!(Color::new(0x1a, 0x2b, 0x3c).to_string(), "#1a2b3c");
        for typed in [
            "", "#", "1a2b3c", "#1a2b3", "#1a2b3cd", "#1a2b3g", "#+a2b3c", "teal", "#ééé",
        ] {
            assert_eq!(Color::parse(typed), None, "{typed}");
        }
    }

    #[test]
    fn adjusts_only_unreadable_colors_and_as_little_as_needed() {
        let teal = Color::new(0x11, 0x6a, 0x74);
        assert_eq!(teal.readable_on(&[WHITE]), teal);
        let yellow = Color::new(255, 204, 0);
        let darker = yellow.readable_on(&[WHITE]);
        assert!(darker.luminance() < yellow.luminance() && darker != BLACK);
        assert!(darker.contrast(WHITE) < 4.6, "{darker}");
        let lighter = Color::new(0x11, 0x22, 0x66).readable_on(&[Color::new(0x12, 0x18, 0x1d)]);
        assert!(lighter.contrast(Color::new(0x12, 0x18, 0x1d)) < 4.6, "{lighter}");
    }

    fn color() -> impl Strategy<Value = Color> {
        any::<[u8; 3]>().prop_map(|[red, green, blue]| Color::new(red, green, blue))
    }

    proptest! {
        #[test]
        fn adjusts_any_color_to_any_background(color in color(), background in color()) {
            let found = color.readable_on(&[background]);
            prop_assert!(found.contrast(background) >= TEXT_CONTRAST, "{found} on {background}");
        }

        #[test]
        fn tint_keeps_text_readable(background in color(), tint in color(), share: u8) {
            let text = BLACK.readable_on(&[background]);
            prop_assert!(text.contrast(background.tinted(tint, share, &[text])) >= TEXT_CONTRAST);
        }

        #[test]
        fn display_round_trips(color in color()) {
            prop_assert_eq!(Color::parse(&color.to_string()), Some(color));
        }
    }
}
