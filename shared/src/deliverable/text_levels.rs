//! Levels at which texts are set. Texts of a contact or report override those of its template. Template texts
//! override firm texts, which override the defaults.

use super::DeliverableKind;
use super::rich_text::RichText;
use super::texts::{Part, default_text};
use serde::{Deserialize, Serialize};

/// Where a text is set. Earlier levels take precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TextLevel {
    Contact,
    Report,
    Template,
    Firm,
    Global,
}

/// The text that applies at a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliverableText {
    pub value: RichText,
    /// Where the text is set
    pub level: TextLevel,
    /// Version of the text at the requested level. Null if none is set there
    pub version: Option<i32>,
    /// The text that applies after a revert. Null if none is set at the requested level
    pub inherited: Option<InheritedText>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub updated_at: Option<jiff::Timestamp>,
    /// Name of the user who changed it
    pub updated_by: Option<String>,
}

/// A text of a broader level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InheritedText {
    pub value: RichText,
    pub level: TextLevel,
}

/// Request to save a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TextInput {
    pub value: RichText,
    /// The version last read. Null if no text was set at this level
    pub version: Option<i32>,
}

/// Request to preview a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TextPreviewInput {
    pub value: RichText,
}

/// A text set at a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetText {
    pub level: TextLevel,
    pub part: Part,
    pub value: RichText,
    pub version: i32,
    pub updated_at: jiff::Timestamp,
    pub updated_by: Option<String>,
}

/// Returns the text of a part from its narrowest level in `set`, or the default text.
pub fn applicable(kind: DeliverableKind, part: Part, set: &[SetText]) -> RichText {
    set.iter()
        .filter(|text| text.part == part)
        .min_by_key(|text| text.level)
        .map_or_else(|| default_text(kind, part), |text| text.value.clone())
}

/// Describes the text that applies to a part at the requested level. `set` must contain the texts of this level
/// and of all broader ones.
pub fn describe(
    kind: DeliverableKind,
    part: Part,
    requested: TextLevel,
    mut set: Vec<SetText>,
) -> DeliverableText {
    set.retain(|text| text.part == part && text.level >= requested);
    set.sort_by_key(|text| text.level);
    let mut set = set.into_iter().peekable();
    let own = set.next_if(|text| text.level == requested);
    let below = set.next();
    match (own, below) {
        (Some(own), below) => {
            let inherited = below.map_or_else(
                || InheritedText {
                    value: default_text(kind, part),
                    level: TextLevel::Global,
                },
                |text| InheritedText {
                    value: text.value,
                    level: text.level,
                },
            );
            DeliverableText {
                value: own.value,
                level: own.level,
                version: Some(own.version),
                inherited: Some(inherited),
                updated_at: Some(own.updated_at),
                updated_by: own.updated_by,
            }
        }
        (None, Some(text)) => DeliverableText {
            value: text.value,
            level: text.level,
            version: None,
            inherited: None,
            updated_at: Some(text.updated_at),
            updated_by: text.updated_by,
        },
        (None, None) => DeliverableText {
            value: default_text(kind, part),
            level: TextLevel::Global,
            version: None,
            inherited: None,
            updated_at: None,
            updated_by: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deliverable::rich_text::{Block, Inline};

    const KIND: DeliverableKind = DeliverableKind::Owner;

    fn text(words: &str) -> RichText {
        RichText::of(vec![Block::Paragraph {
            content: vec![Inline::Text {
                text: words.into(),
                marks: Vec::new(),
            }],
        }])
    }

    fn set(level: TextLevel, part: Part) -> SetText {
        SetText {
            level,
            part,
            value: text(&format!("{level:?}")),
            version: 3,
            updated_at: jiff::Timestamp::UNIX_EPOCH,
            updated_by: Some("Dana Whitfield".into()),
        }
    }

    #[test]
    fn uses_the_narrowest_level() {
        let levels = [TextLevel::Firm, TextLevel::Contact, TextLevel::Template];
        let all: Vec<SetText> = levels.map(|level| set(level, Part::Disclosure)).into();
        assert_eq!(applicable(KIND, Part::Disclosure, &all), text("Contact"));
        assert_eq!(applicable(KIND, Part::Disclosure, &all[2..]), text("Template"));
        assert_eq!(applicable(KIND, Part::Disclosure, &all[..1]), text("Firm"));
        assert_eq!(
            applicable(KIND, Part::CoverPage, &all),
            default_text(KIND, Part::CoverPage)
        );
    }

    #[test]
    fn revert_shows_the_next_broader_text() {
        let mut all = vec![
            set(TextLevel::Firm, Part::CoverPage),
            set(TextLevel::Contact, Part::CoverPage),
            set(TextLevel::Template, Part::Disclosure),
        ];
        let shown = describe(KIND, Part::CoverPage, TextLevel::Contact, all.clone());
        assert_eq!((shown.level, shown.version), (TextLevel::Contact, Some(3)));
        let inherited = shown.inherited.unwrap();
        assert_eq!(
            (inherited.level, &inherited.value),
            (TextLevel::Firm, &text("Firm"))
        );

        all.remove(1);
        let reverted = describe(KIND, Part::CoverPage, TextLevel::Contact, all.clone());
        assert_eq!(reverted.value, inherited.value);
        assert_eq!((reverted.version, reverted.inherited), (None, None));

        let firm = describe(KIND, Part::CoverPage, TextLevel::Firm, all);
        let inherited = firm.inherited.unwrap();
        assert_eq!(inherited.level, TextLevel::Global);
        assert_eq!(inherited.value, default_text(KIND, Part::CoverPage));
    }

    #[test]
    fn ignores_narrower_levels() {
        let all = vec![set(TextLevel::Contact, Part::CoverPage)];
        let shown = describe(KIND, Part::CoverPage, TextLevel::Template, all);
        assert_eq!((shown.level, shown.version), (TextLevel::Global, None));
    }
}
