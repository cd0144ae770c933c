//! The shipped fonts, the characters that they support, and the characters' widths.

use std::sync::LazyLock;
use typst::foundations::Bytes;
use typst::layout::Abs;
use typst::text::{Font, FontBook, FontVariant};
use typst::utils::LazyHash;

/// Inter is the main font. The others, in this order, are fallbacks for characters that Inter lacks. One font has all
/// Han characters. The emoji font is last, so that digits and symbols keep the text's style.
const FILES: [&[u8]; 25] = [
    include_bytes!("../fonts/Inter-Regular.ttf"),
    include_bytes!("../fonts/Inter-Italic.ttf"),
    include_bytes!("../fonts/Inter-SemiBold.ttf"),
    include_bytes!("../fonts/Inter-SemiBoldItalic.ttf"),
    include_bytes!("../fonts/NotoSansArabic-Regular.ttf"),
    include_bytes!("../fonts/NotoSansHebrew-Regular.ttf"),
    include_bytes!("../fonts/NotoSansArmenian-Regular.ttf"),
    include_bytes!("../fonts/NotoSansBengali-Regular.ttf"),
    include_bytes!("../fonts/NotoSansDevanagari-Regular.ttf"),
    include_bytes!("../fonts/NotoSansEthiopic-Regular.ttf"),
    include_bytes!("../fonts/NotoSansGeorgian-Regular.ttf"),
    include_bytes!("../fonts/NotoSansGujarati-Regular.ttf"),
    include_bytes!("../fonts/NotoSansGurmukhi-Regular.ttf"),
    include_bytes!("../fonts/NotoSansKannada-Regular.ttf"),
    include_bytes!("../fonts/NotoSansKhmer-Regular.ttf"),
    include_bytes!("../fonts/NotoSansLao-Regular.ttf"),
    include_bytes!("../fonts/NotoSansMalayalam-Regular.ttf"),
    include_bytes!("../fonts/NotoSansMyanmar-Regular.ttf"),
    include_bytes!("../fonts/NotoSansSinhala-Regular.ttf"),
    include_bytes!("../fonts/NotoSansTamil-Regular.ttf"),
    include_bytes!("../fonts/NotoSansTelugu-Regular.ttf"),
    include_bytes!("../fonts/NotoSansThai-Regular.ttf"),
    include_bytes!("../fonts/DroidSansFallback.ttf"),
    include_bytes!("../fonts/FirmbookHangul-Regular.ttf"),
    include_bytes!("../fonts/NotoEmoji-Regular.ttf"),
];
/// Index of the font used for measuring. SemiBold is the widest style.
const MEASURED: usize = 2;
/// Width of characters that no font contains, in em.
const FALLBACK_WIDTH: f64 = 1.0;

pub static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::load);

pub struct Fonts {
    pub book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    ascii_widths: [f64; 128],
}

impl Fonts {
    fn load() -> Self {
        let fonts: Vec<Font> = FILES
            .iter()
            .filter_map(|file| Font::new(Bytes::new(*file), 0))
            .collect();
        let mut ascii_widths = [FALLBACK_WIDTH; 128];
        for (code, width) in (0_u8..).zip(&mut ascii_widths) {
            *width = measure(&fonts, char::from(code));
        }
        // Tables use tabular digits, which are about as wide as the widest proportional digit.
        let digits = usize::from(b'0')..=usize::from(b'9');
        let widest = ascii_widths[digits.clone()].iter().copied().fold(0.0, f64::max);
        ascii_widths[digits].fill(widest);
        Self {
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            ascii_widths,
        }
    }

    pub fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    /// Returns the names of the font families in order of preference.
    pub fn families(&self) -> Vec<&str> {
        let mut families: Vec<&str> = self.fonts.iter().map(family).collect();
        families.dedup();
        families
    }

    /// Returns the first family whose fonts all contain the character.
    pub fn family_of(&self, character: char) -> Option<&str> {
        let mut families = self.fonts.iter().map(family);
        families.find(|name| self.covers(name, character))
    }

    /// Returns whether all fonts of the family contain the character.
    pub fn covers(&self, name: &str, character: char) -> bool {
        let mut fonts = self.fonts.iter().filter(|font| family(font) == name);
        fonts.all(|font| font.info().coverage.contains(u32::from(character)))
    }

    /// Returns the first family that can display all characters.
    pub fn family_of_all(&self, characters: &str) -> Option<&str> {
        let mut families = self.fonts.iter().map(family);
        families.find(|name| characters.chars().all(|character| self.covers(name, character)))
    }

    /// Returns the width of a character in em.
    pub fn char_width(&self, character: char) -> f64 {
        let ascii = usize::try_from(u32::from(character))
            .ok()
            .and_then(|code| self.ascii_widths.get(code));
        ascii.copied().unwrap_or_else(|| measure(&self.fonts, character))
    }

    /// Returns the width of a text in em.
    pub fn width(&self, text: &str) -> f64 {
        text.chars().map(|character| self.char_width(character)).sum()
    }
}

fn family(font: &Font) -> &str {
    &font.info().family
}

/// Measures a character in Inter, or in the first fallback font if Inter lacks it.
fn measure(fonts: &[Font], character: char) -> f64 {
    let contains = |font: &&Font| font.info().coverage.contains(u32::from(character));
    let measured = fonts.get(MEASURED).filter(contains);
    let width = measured.or_else(|| fonts.iter().find(contains)).and_then(|font| {
        let font = font
            .clone()
            .instantiate(FontVariant::default(), Abs::pt(10.0), &Default::default());
        let glyph = font.ttf().glyph_index(character)?;
        font.x_advance(glyph.0)
    });
    width.map_or(FALLBACK_WIDTH, typst::layout::Em::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_every_font() {
        assert_eq!(FONTS.fonts.len(), FILES.len());
    }

    #[test]
    fn measures_letters_and_digits() {
        assert!(FONTS.char_width('W') > FONTS.char_width('i'));
        assert!((FONTS.char_width('1') - FONTS.char_width('0')).abs() < f64::EPSILON);
        assert!(FONTS.width("Total") > 1.5 && FONTS.width("Total") < 4.0);
    }

    #[test]
    fn measures_with_the_font_that_displays_the_character() {
        assert!((FONTS.char_width('漢') - 1.0).abs() < 0.01);
        assert!(FONTS.char_width('ไ') < 0.5);
    }

    #[test]
    fn finds_a_font_for_every_common_script() {
        for (character, family) in [
            ('é', "Inter"),
            ('1', "Inter"),
            ('\u{25a1}', "Inter"),
            ('ש', "Noto Sans Hebrew"),
            ('م', "Noto Sans Arabic"),
            ('น', "Noto Sans Thai"),
            ('न', "Noto Sans Devanagari"),
            ('ক', "Noto Sans Bengali"),
            ('Ա', "Noto Sans Armenian"),
            ('አ', "Noto Sans Ethiopic"),
            ('漢', "Droid Sans Fallback"),
            ('カ', "Droid Sans Fallback"),
            ('한', "Firmbook Hangul"),
            ('👍', "Noto Emoji"),
        ] {
            assert_eq!(FONTS.family_of(character), Some(family), "{character}");
        }
        assert_eq!(FONTS.family_of('\u{12000}'), None);
    }
}
