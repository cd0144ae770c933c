//! The tables of a book and their columns. A test compares them with docs/BOOK.md.

use super::columns::{ANNUITIES, CARRIERS, POLICIES, of_contacts};
use shared::contact::ContactKind;
use shared::contract::{Choice, EnumName, options};

/// A kind of input file. The variants are in load order, so that referenced rows are loaded first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Table {
    Carriers,
    Agents,
    Owners,
    Insureds,
    Policies,
    Annuities,
}

/// Type of the cells in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    Text,
    Date,
    Money,
    Percent,
    Whole,
    Flag,
    /// A code or label from a fixed list.
    Term,
    /// Percentages separated by semicolons.
    Percents,
    /// Words separated by semicolons.
    Words,
    /// A reference to another row of the book.
    Reference,
}

impl Reads {
    fn label(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Date => "date",
            Self::Money => "money",
            Self::Percent => "percent",
            Self::Whole => "whole number",
            Self::Flag => "yes or no",
            Self::Term => "term",
            Self::Percents => "percents",
            Self::Words => "words",
            Self::Reference => "reference",
        }
    }
}

#[derive(Debug)]
pub struct Column {
    pub name: &'static str,
    pub reads: Reads,
    /// The file must contain this column.
    pub is_required: bool,
    pub about: &'static str,
}

impl Table {
    pub const ALL: [Self; 6] = [
        Self::Carriers,
        Self::Agents,
        Self::Owners,
        Self::Insureds,
        Self::Policies,
        Self::Annuities,
    ];

    /// File name without its extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Carriers => "carriers",
            Self::Agents => "agents",
            Self::Owners => "owners",
            Self::Insureds => "insureds",
            Self::Policies => "policies",
            Self::Annuities => "annuities",
        }
    }

    pub fn contact_kind(self) -> Option<ContactKind> {
        match self {
            Self::Agents => Some(ContactKind::Agent),
            Self::Owners => Some(ContactKind::Owner),
            Self::Insureds => Some(ContactKind::Insured),
            _ => None,
        }
    }

    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Carriers => &CARRIERS,
            Self::Agents => of_contacts(ContactKind::Agent),
            Self::Owners => of_contacts(ContactKind::Owner),
            Self::Insureds => of_contacts(ContactKind::Insured),
            Self::Policies => &POLICIES,
            Self::Annuities => &ANNUITIES,
        }
    }

    /// Returns the index of a column by its header, ignoring case, spaces and punctuation.
    pub fn position(self, header: &str) -> Option<usize> {
        let key = spelling(header);
        self.columns()
            .iter()
            .position(|column| spelling(column.name) == key)
    }

    /// Formats the columns as listed in docs/BOOK.md.
    fn to_markdown(self) -> String {
        let mut text = format!("### {}\n\n| Column | Reads | |\n|---|---|---|\n", self.name());
        for Column {
            name,
            reads,
            is_required,
            about,
        } in self.columns()
        {
            let mark = if *is_required { " (required)" } else { "" };
            text.push_str(&format!("| `{name}`{mark} | {} | {about} |\n", reads.label()));
        }
        text
    }
}

/// Accepted terms by column.
const TERMS: [(&str, EnumName); 8] = [
    ("`status`", EnumName::PolicyStatus),
    ("`productType` of policies", EnumName::ProductTypeLife),
    ("`productType` of annuities", EnumName::ProductTypeAnnuity),
    ("`premiumMode`", EnumName::PremiumMode),
    ("`taxType`", EnumName::TaxType),
    ("`riders`", EnumName::RiderType),
    ("`agent2Type`", EnumName::AgentType),
    ("`ownerType`", EnumName::OwnerType),
];

/// Formats the accepted terms as listed in docs/BOOK.md. Numbers are listed with their label.
fn terms_markdown() -> String {
    let mut text = "### Terms\n\n| Column | Accepted codes and labels |\n|---|---|\n".to_owned();
    for (column, set) in TERMS {
        let terms = options(set).into_iter().map(|Choice { code, label }| {
            if code == label {
                format!("`{code}`")
            } else {
                format!("`{code}` {label}")
            }
        });
        let terms: Vec<String> = terms.collect();
        text.push_str(&format!("| {column} | {} |\n", terms.join(", ")));
    }
    text
}

/// Formats the columns of all tables and their terms as listed in docs/BOOK.md.
pub fn columns_markdown() -> String {
    let tables = Table::ALL.map(Table::to_markdown).join("\n");
    format!("{tables}\n{}", terms_markdown())
}

/// Returns the letters and digits of a text in lower case, for lenient comparison.
pub fn spelling(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn book_documentation_matches_columns() {
        let document = include_str!("../../../docs/BOOK.md");
        let expected = format!("## Columns\n\n{}\n## ", columns_markdown());
        assert!(
            document.contains(&expected),
            "docs/BOOK.md is stale: run `cargo xtask check --fix`. It should say:\n\n{expected}"
        );
    }

    #[test]
    fn column_names_are_unique_and_fit_error_bits() {
        for table in Table::ALL {
            let spelled: BTreeSet<String> = table
                .columns()
                .iter()
                .map(|column| spelling(column.name))
                .collect();
            assert_eq!(spelled.len(), table.columns().len(), "{table:?}");
            assert!(spelled.len() < 63);
        }
        assert_eq!(
            Table::Agents.position(" First_Name "),
            Table::Agents.position("firstName")
        );
    }
}
