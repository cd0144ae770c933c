//! Mapping files, which define the input file of each table and the source of each column.

use super::table::Table;
use anyhow::{Context, bail, ensure};
use rust_decimal::Decimal;
use serde::Deserialize;
use shared::fault::Fault;
use std::collections::BTreeMap;
use std::path::Path;

/// A mapping file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Mapping {
    pub sources: Vec<Source>,
}

/// A file loaded into a table. The same file may be the source of several tables.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Source {
    pub table: Table,
    /// Relative to the book's directory.
    pub file: String,
    pub columns: BTreeMap<String, Rule>,
}

/// Source of a column's value (exactly one of the first three fields) and its conversions.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rule {
    pub column: Option<String>,
    #[serde(rename = "const")]
    pub constant: Option<String>,
    /// Text with column names in braces, e.g. `Point {point_id}`.
    pub template: Option<String>,
    /// Replacement for each value. A value that is missing here is an error.
    pub values: Option<BTreeMap<String, String>>,
    /// Factor that the number is multiplied by.
    pub multiply: Option<String>,
    /// Date, or name of a date column. The value is a number of years, converted to the date that many years
    /// earlier (`years_before`) or later (`years_after`).
    pub years_before: Option<String>,
    pub years_after: Option<String>,
    /// The value is empty unless these columns have one of these values.
    pub when: Option<BTreeMap<String, Wanted>>,
}

/// One value or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Wanted {
    One(String),
    Several(Vec<String>),
}

impl Mapping {
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the mapping {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is not a valid mapping", path.display()))
    }
}

/// A rule with resolved column indexes.
#[derive(Debug)]
pub struct Recipe {
    parts: Vec<Part>,
    values: Option<BTreeMap<String, String>>,
    multiply: Option<Decimal>,
    years: Option<(i64, Part)>,
    when: Vec<(usize, Vec<String>)>,
}

#[derive(Debug)]
enum Part {
    Text(String),
    Cell(usize),
}

impl Part {
    fn of<'a>(&'a self, cells: &'a [String]) -> &'a str {
        match self {
            Self::Text(text) => text,
            Self::Cell(place) => cells.get(*place).map_or("", |cell| cell.trim()),
        }
    }
}

impl Recipe {
    /// Creates a recipe that copies the cell at index `place`.
    pub fn cell(place: usize) -> Self {
        Self {
            parts: vec![Part::Cell(place)],
            values: None,
            multiply: None,
            years: None,
            when: Vec::new(),
        }
    }

    /// Creates the recipe for a rule, with the rule's columns looked up in the header.
    pub fn new(rule: &Rule, header: &[String]) -> anyhow::Result<Self> {
        let place = |name: &str| {
            header
                .iter()
                .position(|title| title.trim() == name)
                .with_context(|| format!("unknown column “{name}”"))
        };
        let parts = match (&rule.column, &rule.constant, &rule.template) {
            (Some(column), None, None) => vec![Part::Cell(place(column)?)],
            (None, Some(text), None) => vec![Part::Text(text.clone())],
            (None, None, Some(template)) => template_parts(template, place)?,
            _ => bail!("a rule needs exactly one of “column”, “const” and “template”"),
        };
        let date = |text: &String| match shared::date::parse(text) {
            Ok(_) => Ok(Part::Text(text.clone())),
            Err(_) => place(text).map(Part::Cell),
        };
        let years = match (&rule.years_before, &rule.years_after) {
            (Some(_), Some(_)) => bail!("a rule cannot have both “yearsBefore” and “yearsAfter”"),
            (Some(from), None) => Some((-1, date(from)?)),
            (None, Some(from)) => Some((1, date(from)?)),
            (None, None) => None,
        };
        let multiply = rule.multiply.as_ref().map(|by| {
            by.parse()
                .with_context(|| format!("“multiply” must be a number, not “{by}”"))
        });
        let when = rule.when.iter().flatten().map(|(column, wanted)| {
            let values = match wanted {
                Wanted::One(value) => vec![value.clone()],
                Wanted::Several(values) => values.clone(),
            };
            Ok((place(column)?, values))
        });
        Ok(Self {
            parts,
            values: rule.values.clone(),
            multiply: multiply.transpose()?,
            years,
            when: when.collect::<anyhow::Result<_>>()?,
        })
    }

    /// Computes the value for a row of cells.
    pub fn value(&self, cells: &[String]) -> Result<String, Fault> {
        let is_wanted = |(place, values): &(usize, Vec<String>)| {
            let cell = cells.get(*place).map(|cell| cell.trim());
            values.iter().any(|value| cell == Some(value))
        };
        if !self.when.iter().all(is_wanted) {
            return Ok(String::new());
        }
        let mut value: String = self.parts.iter().map(|part| part.of(cells)).collect();
        if let Some(values) = &self.values {
            value = match values.get(value.trim()) {
                Some(found) => found.clone(),
                None if value.trim().is_empty() => String::new(),
                None => {
                    return Err(fault(
                        "unmapped_value",
                        format!("The mapping has no entry for “{value}”."),
                    ));
                }
            };
        }
        if value.is_empty() {
            return Ok(value);
        }
        if let Some(by) = self.multiply {
            let number: Decimal = value
                .parse()
                .map_err(|_| fault("not_a_number", "Only a number can be multiplied."))?;
            let product = number
                .checked_mul(by)
                .ok_or_else(|| fault("not_a_number", "The product is too large."))?;
            value = product.normalize().to_string();
        }
        if let Some((sign, from)) = &self.years {
            let from = shared::date::parse(from.of(cells))?;
            let years: i64 = value
                .parse()
                .map_err(|_| fault("not_a_number", "Years must be a whole number."))?;
            let day = jiff::Span::new()
                .try_years(sign * years)
                .and_then(|span| from.checked_add(span));
            value = day
                .map_err(|_| fault("date_no_such_day", "The date is out of range."))?
                .to_string();
        }
        Ok(value)
    }
}

fn template_parts(
    template: &str,
    place: impl Fn(&str) -> anyhow::Result<usize>,
) -> anyhow::Result<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((text, more)) = rest.split_once('{') {
        let (name, after) = more
            .split_once('}')
            .with_context(|| format!("“{template}” is missing a closing brace"))?;
        ensure!(!name.is_empty(), "“{template}” has empty braces");
        parts.push(Part::Text(text.to_owned()));
        parts.push(Part::Cell(place(name)?));
        rest = after;
    }
    parts.push(Part::Text(rest.to_owned()));
    Ok(parts)
}

pub(super) fn fault(code: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> Fault {
    Fault {
        code,
        message: message.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(rule: &str, cells: &[&str]) -> Result<String, String> {
        let header: Vec<String> = ["id", "sex", "age", "day"].map(String::from).into();
        let rule: Rule = serde_json::from_str(rule).map_err(|error| error.to_string())?;
        let recipe = Recipe::new(&rule, &header).map_err(|error| error.to_string())?;
        let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
        recipe.value(&cells).map_err(|fault| fault.code.to_owned())
    }

    #[test]
    fn values_come_from_columns_constants_and_templates() {
        let cells = ["7", "M", "40", "2014-12-17"];
        for (rule, expected) in [
            (r#"{"column":"sex"}"#, "M"),
            (r#"{"const":"Term"}"#, "Term"),
            (r#"{"template":"Point {id} ({sex})"}"#, "Point 7 (M)"),
            (r#"{"column":"sex","values":{"M":"male"}}"#, "male"),
            (r#"{"column":"age","multiply":"1000.50"}"#, "40020"),
            (r#"{"column":"age","yearsBefore":"day"}"#, "1974-12-17"),
            (r#"{"column":"age","yearsAfter":"2021-01-01"}"#, "2061-01-01"),
            (r#"{"column":"age","when":{"sex":"M"}}"#, "40"),
            (r#"{"column":"age","when":{"sex":"F"}}"#, ""),
            (r#"{"column":"age","when":{"sex":["F","M"]}}"#, "40"),
            (r#"{"column":"age","when":{"sex":["F","X"]}}"#, ""),
        ] {
            assert_eq!(value(rule, &cells).as_deref(), Ok(expected), "{rule}");
        }
    }

    #[test]
    fn rejects_invalid_rules_and_values() {
        let cells = ["7", "X", "forty", ""];
        for (rule, expected) in [
            (r#"{"column":"sex","values":{"M":"male"}}"#, "unmapped_value"),
            (r#"{"column":"age","multiply":"2"}"#, "not_a_number"),
            (r#"{"column":"age","yearsBefore":"2021-01-01"}"#, "not_a_number"),
            (r#"{"column":"id","yearsBefore":"day"}"#, "date_missing"),
            (r#"{"column":"size"}"#, "unknown column “size”"),
            (
                r#"{"column":"id","const":"1"}"#,
                "a rule needs exactly one of “column”, “const” and “template”",
            ),
            (r#"{"template":"{id"}"#, "“{id” is missing a closing brace"),
        ] {
            assert_eq!(value(rule, &cells).unwrap_err(), expected, "{rule}");
        }
        assert!(
            value(r#"{"colum":"id"}"#, &cells)
                .unwrap_err()
                .contains("unknown field")
        );
    }
}
