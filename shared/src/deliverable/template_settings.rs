//! Template settings other than texts: sections, columns and pages.

use super::GroupBy;
use super::book::{Columns, default_columns};
use super::layout::PageSize;
use crate::contract::Line;
use crate::list::{ColumnType, ListName};
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};

/// Maximum number of table columns, not counting the contract number.
const MAX_COLUMNS: usize = 12;
const MAX_NAME_CHARS: usize = 80;
const MAX_RUNNING_CHARS: usize = 120;

/// Limits of the fields of a template, for forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TemplateLimits {
    /// Maximum number of columns of a table, besides the number of the contract.
    pub columns: usize,
    pub name_chars: usize,
    /// Maximum length of the header text, and of the footer text.
    pub running_chars: usize,
}

impl Default for TemplateLimits {
    fn default() -> Self {
        Self {
            columns: MAX_COLUMNS,
            name_chars: MAX_NAME_CHARS,
            running_chars: MAX_RUNNING_CHARS,
        }
    }
}

/// A part of a document after its cover page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Section {
    Summary,
    Contracts,
    Recommendation,
    Disclosure,
}

impl Section {
    pub const ALL: [Self; 4] = [
        Self::Summary,
        Self::Contracts,
        Self::Recommendation,
        Self::Disclosure,
    ];
}

/// Sections, columns and pages of the documents of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TemplateSettings {
    /// The sections after the cover page, in order. Missing ones are left out
    pub sections: Vec<Section>,
    /// Columns of the list of policies, after the policy number
    pub policy_columns: Vec<String>,
    /// Columns of the list of annuities, after the contract number
    pub annuity_columns: Vec<String>,
    /// Grouping that is chosen at first: 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant,
    /// 7 agent
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 7))]
    pub group_by: u8,
    pub page_size: PageSize,
    pub is_landscape: bool,
    /// Text at the top of each page. Empty for the name of the firm
    pub header: String,
    /// Text at the bottom of each page, before the date of the values. May be empty
    pub footer: String,
}

impl Default for TemplateSettings {
    fn default() -> Self {
        let columns = |line| default_columns(line).skip(1).map(str::to_owned).collect();
        Self {
            sections: Section::ALL.into(),
            policy_columns: columns(Line::Life),
            annuity_columns: columns(Line::Annuity),
            group_by: GroupBy::None.number(),
            page_size: PageSize::Letter,
            is_landscape: true,
            header: String::new(),
            footer: String::new(),
        }
    }
}

impl TemplateSettings {
    /// Returns the columns to load for the contracts of a line.
    pub fn columns(&self, line: Line) -> Columns {
        Columns::of(
            line,
            match line {
                Line::Life => &self.policy_columns,
                Line::Annuity => &self.annuity_columns,
            },
        )
    }
}

/// Request to add or change a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TemplateInput {
    pub name: String,
    /// Whether it is used unless another one is chosen. The firm's previous default no longer is
    pub is_default: bool,
    pub settings: TemplateSettings,
    /// The version last read. Null for a new template
    pub version: Option<i32>,
}

/// Trims the texts of a template and checks its fields.
pub fn normalize_template(mut input: TemplateInput) -> (TemplateInput, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    input.name = input.name.trim().to_owned();
    if input.name.is_empty() || input.name.chars().count() > MAX_NAME_CHARS {
        let message = format!("Enter a name (up to {MAX_NAME_CHARS} characters).");
        findings.fault("name", "name_length", message);
    }
    let settings = &mut input.settings;
    for (field, text) in [
        ("settings.header", &mut settings.header),
        ("settings.footer", &mut settings.footer),
    ] {
        *text = text.trim().to_owned();
        if text.chars().count() > MAX_RUNNING_CHARS {
            let message = format!("Enter up to {MAX_RUNNING_CHARS} characters.");
            findings.fault(field, "too_long", message);
        }
    }
    for (index, section) in settings.sections.iter().enumerate() {
        if settings
            .sections
            .iter()
            .take(index)
            .any(|earlier| earlier == section)
        {
            findings.fault("settings.sections", "repeated", "Add each section once.");
        }
    }
    if settings.sections.is_empty() {
        findings.fault("settings.sections", "required", "Choose at least one section.");
    }
    for (field, line, columns) in [
        ("settings.policyColumns", Line::Life, &settings.policy_columns),
        (
            "settings.annuityColumns",
            Line::Annuity,
            &settings.annuity_columns,
        ),
    ] {
        check_columns(field, line, columns, &mut findings);
    }
    if GroupBy::from_number(settings.group_by).is_none() {
        let message = "Choose a grouping from 1 to 7.";
        findings.fault("settings.groupBy", "unknown_grouping", message);
    }
    (input, findings.0)
}

fn check_columns(field: &str, line: Line, columns: &[String], findings: &mut Findings) {
    if columns.is_empty() || columns.len() > MAX_COLUMNS {
        let message = format!("Choose 1 to {MAX_COLUMNS} columns.");
        findings.fault(field, "column_count", message);
    }
    for (index, key) in columns.iter().enumerate() {
        if !template_columns(line).any(|(known, _)| known == key) {
            let message = format!(
                "There is no column \u{201c}{}\u{201d}.",
                key.chars().take(40).collect::<String>()
            );
            findings.fault(field, "unknown_column", message);
        }
        if columns.iter().take(index).any(|earlier| earlier == key) {
            findings.fault(field, "repeated", "Choose each column once.");
        }
    }
}

/// Returns the keys and labels of the columns that a document's table can show after the contract number.
pub fn template_columns(line: Line) -> impl Iterator<Item = (&'static str, &'static str)> {
    let columns = ListName::of_contracts(line).spec().columns.iter();
    columns
        .filter(|column| !matches!(column.column_type, ColumnType::Timestamp))
        .map(|column| (column.key, column.label))
        .filter(|(key, _)| !matches!(*key, "policyNumber" | "contractNumber"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(change: impl FnOnce(&mut TemplateInput)) -> TemplateInput {
        let mut input = TemplateInput {
            name: "Annual review".into(),
            is_default: false,
            settings: TemplateSettings::default(),
            version: None,
        };
        change(&mut input);
        input
    }

    #[test]
    fn default_settings_are_valid() {
        let (stored, problems) = normalize_template(input(|_| ()));
        assert_eq!(problems, []);
        assert_eq!(stored, input(|_| ()));
        for line in [Line::Life, Line::Annuity] {
            let columns = TemplateSettings::default().columns(line);
            assert!(columns.keys().iter().take(11).copied().eq(default_columns(line)));
        }
    }

    #[test]
    fn trims_texts() {
        let (stored, _) = normalize_template(input(|input| {
            input.name = " Annual review ".into();
            input.settings.header = "  ".into();
            input.settings.footer = " Confidential ".into();
        }));
        assert_eq!(stored.name, "Annual review");
        assert_eq!(stored.settings.header, "");
        assert_eq!(stored.settings.footer, "Confidential");
    }

    #[test]
    fn rejects_invalid_fields() {
        type Change = fn(&mut TemplateInput);
        let cases: [(Change, &str, &str); 10] = [
            (|input| input.name = " ".into(), "name", "name_length"),
            (|input| input.name = "n".repeat(81), "name", "name_length"),
            (
                |input| input.settings.footer = "f".repeat(121),
                "settings.footer",
                "too_long",
            ),
            (
                |input| input.settings.sections.clear(),
                "settings.sections",
                "required",
            ),
            (
                |input| input.settings.sections.push(Section::Summary),
                "settings.sections",
                "repeated",
            ),
            (
                |input| input.settings.policy_columns.clear(),
                "settings.policyColumns",
                "column_count",
            ),
            (
                |input| input.settings.annuity_columns = vec!["policyCashValue".into()],
                "settings.annuityColumns",
                "unknown_column",
            ),
            (
                |input| input.settings.policy_columns = vec!["policyNumber".into()],
                "settings.policyColumns",
                "unknown_column",
            ),
            (
                |input| input.settings.policy_columns = vec!["status".into(), "status".into()],
                "settings.policyColumns",
                "repeated",
            ),
            (
                |input| input.settings.group_by = 8,
                "settings.groupBy",
                "unknown_grouping",
            ),
        ];
        for (change, field, code) in cases {
            let (_, problems) = normalize_template(input(change));
            let found: Vec<_> = problems
                .iter()
                .map(|problem| (problem.field.as_str(), problem.code.as_str()))
                .collect();
            assert_eq!(found, [(field, code)]);
        }
    }
}
