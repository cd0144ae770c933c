//! Derives the light and dark theme colors from a firm's brand color.

use super::PLATFORM_COLOR;
use super::color::{BLACK, Color, WHITE};
use serde::{Deserialize, Serialize};

/// Brand colors of one theme as `#rrggbb`. Each field sets the CSS variable of its name: `brandHover` sets
/// `--fb-brand-hover`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BrandShades {
    /// Background of filled buttons and boxes.
    pub brand: String,
    pub brand_hover: String,
    /// Text on `brand` and `brandHover`.
    pub on_brand: String,
    /// Links and text, readable on every surface of the theme and on `brandSoft`, `selected` and
    /// `selectedHover`.
    pub brand_text: String,
    /// Tinted background for text in the brand color.
    pub brand_soft: String,
    /// Background of selected rows. Every text color is readable on it.
    pub selected: String,
    pub selected_hover: String,
    /// Focus ring.
    pub focus: String,
}

/// The brand colors of both themes, adjusted for contrast.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BrandColors {
    pub light: BrandShades,
    pub dark: BrandShades,
}

/// Surface and text colors of a theme, as in `webapp/src/theme.css`.
struct Surfaces {
    /// Cards and tables. Tints are mixed from this color.
    surface: Color,
    /// Other backgrounds of text.
    others: [Color; 4],
    /// Normal, muted and faint text.
    text: [Color; 3],
    /// How much brand color to mix in, in 255ths: for the soft background, a selected row and a hovered
    /// selected row.
    tints: [u8; 3],
}

const fn hex(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::new(red, green, blue)
}

const LIGHT: Surfaces = Surfaces {
    surface: WHITE,
    others: [hex(0x00f4_f6f7), hex(0x00f7_f9fa), hex(0x00f1_f5f6), WHITE],
    text: [hex(0x0017_212b), hex(0x0051_606d), hex(0x005f_6d79)],
    tints: [28, 28, 40],
};

const DARK: Surfaces = Surfaces {
    surface: hex(0x0012_181d),
    others: [
        hex(0x000d_1216),
        hex(0x0016_1d23),
        hex(0x0019_222a),
        hex(0x001a_2229),
    ],
    text: [hex(0x00e0_e7ed), hex(0x009d_abb7), hex(0x008b_99a5)],
    tints: [51, 56, 71],
};

/// How much black to mix into a filled control on hover, in 255ths.
const HOVER: u8 = 45;

impl BrandColors {
    /// Derives the colors from a firm's color, or from the platform's if it is missing or invalid.
    pub fn of_firm(own: Option<&str>) -> Self {
        Self::of(own.and_then(Color::parse).unwrap_or(PLATFORM_COLOR))
    }

    pub fn of(color: Color) -> Self {
        Self {
            light: shades(color, &LIGHT),
            dark: shades(color, &DARK),
        }
    }
}

fn shades(color: Color, theme: &Surfaces) -> BrandShades {
    // `on_brand` is always white.
    let brand = color.readable_on(&[WHITE]);
    let brand = if theme.surface == WHITE {
        brand
    } else {
        lighten_for_contrast(brand, theme.surface)
    };
    let darker = brand.mixed(BLACK, HOVER);
    // Near-black colors get lighter on hover, because darkening them would not show.
    let brand_hover = if brand.luminance() < 0.02 {
        brand.mixed(WHITE, HOVER).readable_on(&[WHITE])
    } else {
        darker
    };
    let [soft, selected, selected_hover] = theme
        .tints
        .map(|share| theme.surface.tinted(brand, share, &theme.text));
    let mut grounds = theme.others.to_vec();
    grounds.extend([theme.surface, soft, selected, selected_hover]);
    let brand_text = color.readable_on(&grounds).to_string();
    BrandShades {
        brand: brand.to_string(),
        brand_hover: brand_hover.to_string(),
        on_brand: WHITE.to_string(),
        focus: brand_text.clone(),
        brand_text,
        brand_soft: soft.to_string(),
        selected: selected.to_string(),
        selected_hover: selected_hover.to_string(),
    }
}

/// Minimum contrast ratio between a control and its surroundings (WCAG 2.2 level AA).
const CONTROL_CONTRAST: f64 = 3.0;

/// Lightens a brand color until it stands out from a dark surface. White text stays readable on the result.
fn lighten_for_contrast(brand: Color, surface: Color) -> Color {
    (0..=u8::MAX)
        .map(|share| brand.mixed(WHITE, share))
        .find(|color| color.contrast(surface) >= CONTROL_CONTRAST)
        .unwrap_or(brand)
}

#[cfg(test)]
mod tests {
    use super::super::color::TEXT_CONTRAST;
    use super::*;
    use proptest::prelude::*;

    fn color(written: &str) -> Color {
        Color::parse(written).unwrap()
    }

    fn check(brand: Color, shades: &BrandShades, theme: &Surfaces) {
        let on_brand = color(&shades.on_brand);
        for filled in [&shades.brand, &shades.brand_hover] {
            assert!(
                on_brand.contrast(color(filled)) >= TEXT_CONTRAST,
                "{brand}: text on {filled}"
            );
        }
        assert!(
            color(&shades.brand).contrast(theme.surface) >= CONTROL_CONTRAST,
            "{brand}: {} has too little contrast on {}",
            shades.brand,
            theme.surface
        );
        assert_ne!(shades.brand, shades.brand_hover, "{brand}");
        let tinted = [&shades.brand_soft, &shades.selected, &shades.selected_hover].map(|tint| color(tint));
        for ground in theme.others.iter().chain([&theme.surface]).chain(&tinted) {
            let text = color(&shades.brand_text);
            assert!(
                text.contrast(*ground) >= TEXT_CONTRAST,
                "{brand}: {text} on {ground}"
            );
        }
        for ground in tinted {
            for text in theme.text {
                assert!(
                    text.contrast(ground) >= TEXT_CONTRAST,
                    "{brand}: {text} on {ground}"
                );
            }
        }
    }

    fn check_both(brand: Color) {
        let colors = BrandColors::of(brand);
        check(brand, &colors.light, &LIGHT);
        check(brand, &colors.dark, &DARK);
    }

    #[test]
    fn extreme_colors_are_readable_in_both_themes() {
        for written in [
            "#000000", "#ffffff", "#ffff00", "#ff0000", "#00ff00", "#0000ff", "#808080", "#116a74", "#010101",
        ] {
            check_both(color(written));
        }
    }

    #[test]
    fn keeps_readable_color_in_light_theme() {
        let colors = BrandColors::of(color("#116a74"));
        assert_eq!(colors.light.brand, "#116a74");
        assert_eq!(colors.light.on_brand, "#ffffff");
    }

    #[test]
    fn surfaces_match_the_style_sheet() {
        let sheet = include_str!("../../../webapp/src/theme.css");
        let variable = |name: &str| {
            let (_, rest) = sheet.split_once(&format!("--fb-{name}: light-dark(")).unwrap();
            let (values, _) = rest.split_once(')').unwrap();
            let (light, dark) = values.split_once(',').unwrap();
            [color(light), color(dark)]
        };
        for (i, theme) in [&LIGHT, &DARK].into_iter().enumerate() {
            assert_eq!(theme.surface, variable("surface")[i]);
            assert_eq!(
                theme.others,
                ["canvas", "sunken", "hover", "raised"].map(|name| variable(name)[i])
            );
            assert_eq!(
                theme.text,
                ["text", "text-muted", "text-faint"].map(|name| variable(name)[i])
            );
        }
    }

    proptest! {
        #[test]
        fn any_color_is_readable_in_both_themes(channels: [u8; 3]) {
            check_both(Color::new(channels[0], channels[1], channels[2]));
        }
    }
}
