//! What becomes of a firm's colour in the light and in the dark theme.

use super::color::{BLACK, Color, WHITE};
use serde::{Deserialize, Serialize};

/// The colours of one theme that follow the firm's. Each is `#rrggbb`, each for the variable of its name
/// (`brandHover` is `--fb-brand-hover`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BrandShades {
    /// Filled buttons and boxes.
    pub brand: String,
    pub brand_hover: String,
    /// Text on both of them.
    pub on_brand: String,
    /// Links and text, on every surface of the theme and on the soft and selected ones below.
    pub brand_text: String,
    /// Behind text of the firm's colour.
    pub brand_soft: String,
    /// Selected rows, with text of any kind on them.
    pub selected: String,
    pub selected_hover: String,
    /// The ring around what has the focus.
    pub focus: String,
}

/// A firm's colour, made readable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BrandColors {
    pub light: BrandShades,
    pub dark: BrandShades,
}

/// What a theme puts under and on the firm's colour; the values of `webapp/src/theme.css`.
struct Surfaces {
    /// Cards and tables; tints are made of it.
    surface: Color,
    /// Everything else that text stands on.
    others: [Color; 4],
    /// The ordinary, muted and faint text.
    text: [Color; 3],
    /// How much of the colour, in 255ths, is in a soft ground, a selected row, and one under the pointer.
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

/// How much darker a filled control gets under the pointer, in 255ths.
const HOVER: u8 = 45;

impl BrandColors {
    pub fn of(color: Color) -> Self {
        Self {
            light: shades(color, &LIGHT),
            dark: shades(color, &DARK),
        }
    }
}

fn shades(color: Color, theme: &Surfaces) -> BrandShades {
    // White text on it, as on the controls of any other colour.
    let brand = color.readable_on(&[WHITE]);
    let brand = if theme.surface == WHITE {
        brand
    } else {
        apart(brand, theme.surface)
    };
    let darker = brand.mixed(BLACK, HOVER);
    // What is nearly black gets lighter instead: the pointer must be seen to be over it.
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

/// What a control needs against what is around it.
const CONTROL_CONTRAST: f64 = 3.0;

/// Lightens a dark filled colour until it stands out from a dark surface; white text on it still reads then.
fn apart(brand: Color, surface: Color) -> Color {
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
            "{brand}: {} is lost on {}",
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
    fn the_extremes_are_readable_in_both_themes() {
        for written in [
            "#000000", "#ffffff", "#ffff00", "#ff0000", "#00ff00", "#0000ff", "#808080", "#116a74", "#010101",
        ] {
            check_both(color(written));
        }
    }

    #[test]
    fn a_colour_that_reads_in_the_light_theme_stays_itself_there() {
        let colors = BrandColors::of(color("#116a74"));
        assert_eq!(colors.light.brand, "#116a74");
        assert_eq!(colors.light.on_brand, "#ffffff");
    }

    #[test]
    fn the_surfaces_are_those_of_the_style_sheet() {
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
        fn every_colour_is_readable_wherever_it_goes(channels: [u8; 3]) {
            check_both(Color::new(channels[0], channels[1], channels[2]));
        }
    }
}
