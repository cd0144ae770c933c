use super::*;
use proptest::prelude::*;
use serde_json::json;

fn theme(tokens: serde_json::Value) -> WidgetTheme {
    serde_json::from_value(tokens).unwrap()
}

fn value(styles: &ThemeStyles, name: &str) -> Option<String> {
    let found = styles.variables.iter().find(|(variable, _)| variable == name);
    found.map(|(_, value)| value.clone())
}

#[test]
fn has_24_tokens_including_the_color_scheme() {
    let colors = ThemeColors::default().tokens().len();
    // Density, font, size, weight, radius and the color scheme.
    assert_eq!(2 * colors + 6, 24);
}

#[test]
fn empty_theme_has_the_portals_colors() {
    let styles = styles(&WidgetTheme::default());
    assert_eq!(styles.corrected, [""; 0]);
    let css = include_str!("../../../../webapp/src/theme.css");
    for (name, value) in styles.variables {
        // These two share a token with another variable.
        if ["--fb-text-faint", "--fb-focus"].contains(&name.as_str()) {
            continue;
        }
        assert!(css.contains(&format!("{name}: {value};")), "{name}: {value}");
    }
}

#[test]
fn default_colors_equal_those_of_an_empty_theme() {
    let defaults = defaults();
    assert_eq!(defaults.check(), Ok(()));
    assert_eq!(styles(&defaults), styles(&WidgetTheme::default()));
}

#[test]
fn applies_the_partners_tokens() {
    let styles = styles(&theme(json!({
        "density": "compact", "fontFamily": "'Source Sans 3', sans-serif", "fontSize": 16, "headingWeight": 500,
        "radius": 0, "light": { "background": "#FFFDF8", "accent": "#004488" },
    })));
    for (name, expected) in [
        ("--fb-row-height", "28px"),
        ("--fb-font", "'Source Sans 3', sans-serif"),
        ("--fb-size-14", "16px"),
        ("--fb-size-12", "14px"),
        ("--fb-heading-weight", "500"),
        ("--fb-radius", "0px"),
        ("--fb-surface", "light-dark(#fffdf8, #12181d)"),
        ("--fb-focus", "light-dark(#004488, #6cc7cf)"),
    ] {
        assert_eq!(value(&styles, name).as_deref(), Some(expected), "{name}");
    }
    assert_eq!(styles.corrected, [""; 0]);
}

#[test]
fn small_fonts_are_at_least_12_pixels() {
    let styles = styles(&theme(json!({ "fontSize": 12 })));
    for name in ["--fb-size-14", "--fb-size-13", "--fb-size-12"] {
        assert_eq!(value(&styles, name).as_deref(), Some("12px"), "{name}");
    }
}

#[test]
fn corrects_and_lists_tokens_with_too_little_contrast() {
    let styles = styles(&theme(json!({
        "light": { "background": "#ffffff", "text": "#cccccc", "control": "#eeeeee" },
        "dark": { "background": "#000000", "accent": "#111111" },
    })));
    assert_eq!(styles.corrected, ["light.control", "light.text", "dark.accent"]);
    let text = value(&styles, "--fb-text").unwrap();
    assert!(!text.contains("#cccccc"), "{text}");
}

#[test]
fn rejects_invalid_tokens() {
    for (tokens, part) in [
        (json!({ "light": { "text": "red" } }), "theme.light.text"),
        (json!({ "dark": { "mutedText": "#12" } }), "theme.dark.mutedText"),
        (json!({ "fontSize": 11 }), "fontSize"),
        (json!({ "fontSize": 19 }), "fontSize"),
        (json!({ "radius": 17 }), "radius"),
        (json!({ "headingWeight": 399 }), "headingWeight"),
        (json!({ "fontFamily": "" }), "fontFamily"),
        (json!({ "fontFamily": "x; color: red" }), "fontFamily"),
        (json!({ "fontFamily": "url(https://evil.example)" }), "fontFamily"),
        (json!({ "fontFamily": "x".repeat(201) }), "fontFamily"),
    ] {
        let fault = theme(tokens.clone()).check().unwrap_err();
        assert_eq!(fault.code, "invalid_theme");
        assert!(fault.message.contains(part), "{tokens}: {}", fault.message);
    }
}

prop_compose! {
    fn any_color()(red: u8, green: u8, blue: u8) -> Color {
        Color::new(red, green, blue)
    }
}

proptest! {
    #[test]
    fn every_theme_is_readable(chosen in prop::array::uniform9(any_color())) {
        let [background, sunken, hover, _, control, text, muted, accent, danger] = readable(chosen);
        for ground in [background, sunken, hover] {
            for color in [text, muted, accent, danger] {
                prop_assert!(color.contrast(ground) >= TEXT_CONTRAST, "{color} on {ground}");
            }
        }
        prop_assert!(control.contrast(background) >= CONTROL_CONTRAST);
        prop_assert_eq!(background, chosen[0]);
    }
}
