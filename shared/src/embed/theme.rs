//! Themes of widgets: tokens that a partner's page sets, checked for contrast.

use crate::branding::color::{Color, TEXT_CONTRAST};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

const MAX_FONT_CHARS: usize = 200;
/// Font sizes in CSS pixels.
const FONT_SIZES: RangeInclusive<u8> = 12..=18;
const RADII: RangeInclusive<u8> = 0..=16;
const WEIGHTS: RangeInclusive<u16> = 400..=700;
/// Minimum contrast ratio between the border of a control and its surroundings (WCAG 2.2 level AA).
const CONTROL_CONTRAST: f64 = 3.0;

/// Theme of a widget. Missing tokens default to the portal's theme. The color scheme is a separate option.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct WidgetTheme {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub density: Option<WidgetDensity>,
    /// Font names as in CSS. The widget loads no fonts
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub font_family: Option<String>,
    /// CSS pixels, 12 to 18. Default: 14
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub font_size: Option<u8>,
    /// Weight of table headings, 400 to 700. Default: 600
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub heading_weight: Option<u16>,
    /// Radius of the corners in CSS pixels, 0 to 16. Default: 6
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub radius: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub light: Option<ThemeColors>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub dark: Option<ThemeColors>,
}

/// Height of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum WidgetDensity {
    Compact,
    Comfortable,
}

/// Colors of one color scheme, as `#rrggbb`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ThemeColors {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub background: Option<String>,
    /// Background of table headings
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub sunken: Option<String>,
    /// Background of buttons below the pointer
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub hover: Option<String>,
    /// Lines between rows
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub line: Option<String>,
    /// Borders of fields and buttons
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub control: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub muted_text: Option<String>,
    /// Links and focus rings
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub accent: Option<String>,
    /// Error messages
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub danger: Option<String>,
}

/// CSS variables of a theme.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ThemeStyles {
    /// Name and value, such as `--fb-text` and `light-dark(#17212b, #e0e7ed)`.
    pub variables: Vec<(String, String)>,
    /// Tokens that had too little contrast and were adjusted, such as `light.text`.
    pub corrected: Vec<String>,
}

impl WidgetTheme {
    /// Checks that every token has a valid value.
    ///
    /// # Errors
    /// Returns `invalid_theme` for the first invalid token.
    pub fn check(&self) -> Result<(), Fault> {
        let invalid = |message: String| Err(Fault::new("invalid_theme", message));
        for (scheme, colors) in [("light", &self.light), ("dark", &self.dark)] {
            let tokens = colors.iter().flat_map(ThemeColors::tokens);
            for (name, color) in tokens {
                if color.is_some_and(|color| Color::parse(color).is_none()) {
                    return invalid(format!("theme.{scheme}.{name} is a color such as #116a74."));
                }
            }
        }
        if self.font_size.is_some_and(|size| !FONT_SIZES.contains(&size)) {
            return invalid("theme.fontSize is 12 to 18.".into());
        }
        if self.radius.is_some_and(|radius| !RADII.contains(&radius)) {
            return invalid("theme.radius is 0 to 16.".into());
        }
        if self
            .heading_weight
            .is_some_and(|weight| !WEIGHTS.contains(&weight))
        {
            return invalid("theme.headingWeight is 400 to 700.".into());
        }
        if self.font_family.as_ref().is_some_and(|font| !is_font_list(font)) {
            return invalid("theme.fontFamily is a list of font names.".into());
        }
        Ok(())
    }
}

/// Returns whether a text can only be a list of font names. Rejects functions such as `url()`.
fn is_font_list(text: &str) -> bool {
    let is_allowed = |char: char| char.is_alphanumeric() || " ,-_.'\"".contains(char);
    (1..=MAX_FONT_CHARS).contains(&text.chars().count()) && text.chars().all(is_allowed)
}

impl ThemeColors {
    /// Returns the name and value of every token, in the order of [`Palette`].
    fn tokens(&self) -> [(&'static str, Option<&str>); 9] {
        [
            ("background", self.background.as_deref()),
            ("sunken", self.sunken.as_deref()),
            ("hover", self.hover.as_deref()),
            ("line", self.line.as_deref()),
            ("control", self.control.as_deref()),
            ("text", self.text.as_deref()),
            ("mutedText", self.muted_text.as_deref()),
            ("accent", self.accent.as_deref()),
            ("danger", self.danger.as_deref()),
        ]
    }
}

/// Colors of one color scheme, in the order of [`ThemeColors::tokens`].
type Palette = [Color; 9];

const fn hex(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::new(red, green, blue)
}

/// The portal's colors, as in `webapp/src/theme.css`.
const LIGHT: Palette = [
    hex(0x00ff_ffff),
    hex(0x00f7_f9fa),
    hex(0x00f1_f5f6),
    hex(0x00e3_e8eb),
    hex(0x0084_919c),
    hex(0x0017_212b),
    hex(0x0051_606d),
    hex(0x000f_626c),
    hex(0x00b4_2318),
];
const DARK: Palette = [
    hex(0x0012_181d),
    hex(0x0016_1d23),
    hex(0x0019_222a),
    hex(0x0026_2f37),
    hex(0x0066_747f),
    hex(0x00e0_e7ed),
    hex(0x009d_abb7),
    hex(0x006c_c7cf),
    hex(0x00ff_9a8f),
];

/// CSS variables of the tokens, in the same order.
const VARIABLES: [&[&str]; 9] = [
    &["--fb-surface"],
    &["--fb-sunken"],
    &["--fb-hover"],
    &["--fb-line"],
    &["--fb-control-line"],
    &["--fb-text"],
    &["--fb-text-muted", "--fb-text-faint"],
    &["--fb-brand-text", "--fb-focus"],
    &["--fb-danger-text"],
];

impl From<Palette> for ThemeColors {
    fn from(palette: Palette) -> Self {
        let [
            background,
            sunken,
            hover,
            line,
            control,
            text,
            muted_text,
            accent,
            danger,
        ] = palette.map(|color| Some(color.to_string()));
        Self {
            background,
            sunken,
            hover,
            line,
            control,
            text,
            muted_text,
            accent,
            danger,
        }
    }
}

/// Returns the portal's colors as a theme.
pub fn defaults() -> WidgetTheme {
    WidgetTheme {
        light: Some(LIGHT.into()),
        dark: Some(DARK.into()),
        ..WidgetTheme::default()
    }
}

/// Returns the CSS variables of a theme. Adjusts colors with too little contrast: text to at least 4.5 on every
/// background, and borders of controls to at least 3.
pub fn styles(theme: &WidgetTheme) -> ThemeStyles {
    let mut corrected = Vec::new();
    let mut palette = |scheme: &str, own: Option<&ThemeColors>, defaults: Palette| {
        let own = own.cloned().unwrap_or_default();
        let mut chosen = defaults;
        for (color, (_, token)) in chosen.iter_mut().zip(own.tokens()) {
            *color = token.and_then(Color::parse).unwrap_or(*color);
        }
        let readable = readable(chosen);
        for ((before, after), (name, token)) in chosen.iter().zip(readable).zip(own.tokens()) {
            // Defaults that are adjusted to the partner's background do not count as corrected.
            if *before != after && token.is_some() {
                corrected.push(format!("{scheme}.{name}"));
            }
        }
        readable
    };
    let light = palette("light", theme.light.as_ref(), LIGHT);
    let dark = palette("dark", theme.dark.as_ref(), DARK);
    let mut variables = Vec::new();
    let mut set = |name: &str, value: String| variables.push((name.to_owned(), value));
    for (names, (light, dark)) in VARIABLES.iter().zip(light.iter().zip(dark)) {
        for name in *names {
            set(name, format!("light-dark({light}, {dark})"));
        }
    }
    if let Some(font) = &theme.font_family {
        set("--fb-font", font.clone());
    }
    if let Some(size) = theme.font_size {
        for (name, less) in [("--fb-size-14", 0), ("--fb-size-13", 1), ("--fb-size-12", 2)] {
            // The minimum font size is 12 pixels.
            set(name, format!("{}px", (size - less).max(*FONT_SIZES.start())));
        }
    }
    if let Some(weight) = theme.heading_weight {
        set("--fb-heading-weight", weight.to_string());
    }
    if let Some(radius) = theme.radius {
        set("--fb-radius", format!("{radius}px"));
    }
    if let Some(density) = theme.density {
        let height = match density {
            WidgetDensity::Compact => "28px",
            WidgetDensity::Comfortable => "44px",
        };
        set("--fb-row-height", height.into());
    }
    ThemeStyles { variables, corrected }
}

/// Adjusts colors with too little contrast. Adjusts text to the main background, then the other backgrounds to
/// the text.
fn readable(chosen: Palette) -> Palette {
    let [
        background,
        sunken,
        hover,
        line,
        control,
        text,
        muted,
        accent,
        danger,
    ] = chosen;
    let [text, muted, accent, danger] =
        [text, muted, accent, danger].map(|color| color.readable_on(&[background]));
    let foregrounds = [text, muted, accent, danger];
    let [sunken, hover] = [sunken, hover].map(|ground| background.tinted(ground, u8::MAX, &foregrounds));
    let control = (0..=u8::MAX)
        .map(|share| control.mixed(text, share))
        .find(|color| color.contrast(background) >= CONTROL_CONTRAST)
        .unwrap_or(text);
    [
        background, sunken, hover, line, control, text, muted, accent, danger,
    ]
}

const _: () = assert!(
    TEXT_CONTRAST > CONTROL_CONTRAST,
    "text is a fallback for controls"
);

#[cfg(test)]
mod tests;
