//! Statistics over all rows of a file: date formats, separators of amounts, unclear owner types, and the
//! resulting questions.

use super::amounts::{AmountEvidence, Separators};
use super::dates::{Century, DateEvidence, DateOrder, DateRule, Epoch};
use super::mapping::{ColumnMapping, Mapping, Transform};
use super::names;
use super::question::{Question, QuestionChoice, QuestionKind};
use super::target::Field;
use super::upload_type::UploadType;
use crate::contact::owner_type::OwnerType;
use csv::StringRecord;

const SAMPLES: usize = 3;

/// Collects statistics over all rows before any row is checked. Parts of a file can be profiled separately
/// and merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    dates: Vec<(u32, DateEvidence)>,
    amounts: Vec<(u32, AmountEvidence)>,
    /// Columns with names of organizations, and whether every name in them is one. Empty if the owner type is
    /// not needed.
    names: Vec<(u32, bool)>,
    /// Number of organizations whose name does not indicate the owner type.
    unclear_owners: u32,
    unclear_samples: Vec<String>,
}

impl Profile {
    /// Selects the columns that may need a decision.
    pub fn new(upload_type: impl Into<UploadType>, mapping: &Mapping) -> Self {
        let columns = |transform: Transform| {
            let columns = mapping.mapped().map(|(column, _)| column);
            columns
                .filter(move |column| column.transform == transform)
                .map(|column| column.source_column)
        };
        let dates = columns(Transform::Date).map(|column| (column, DateEvidence::default()));
        let amounts = columns(Transform::Money).map(|column| (column, AmountEvidence::default()));
        let asks_owner_type =
            upload_type.into() == UploadType::Owners && mapping.column_of(Field::OwnerType).is_none();
        let names = [(Field::OrganizationName, true), (Field::FullName, false)]
            .into_iter()
            .filter(|_| asks_owner_type)
            .filter_map(|(field, is_one)| Some((mapping.column_of(field)?.source_column, is_one)));
        Self {
            dates: dates.collect(),
            amounts: amounts.collect(),
            names: names.collect(),
            ..Self::default()
        }
    }

    /// Adds a row.
    pub fn row(&mut self, row: &StringRecord) {
        let cell = |column: u32| row.get(column as usize).unwrap_or_default().trim();
        for (column, evidence) in &mut self.dates {
            let cell = cell(*column);
            if !cell.is_empty() {
                evidence.add(cell);
            }
        }
        for (column, evidence) in &mut self.amounts {
            evidence.add(cell(*column));
        }
        for (column, is_organization) in &self.names {
            let name = cell(*column);
            let is_unclear = match names::organization(name) {
                Some(owner_type) => owner_type.is_none(),
                None => *is_organization && !name.is_empty(),
            };
            if is_unclear {
                self.unclear_owners += 1;
                if self.unclear_samples.len() < SAMPLES {
                    self.unclear_samples.push(name.into());
                }
            }
        }
    }

    /// Adds the statistics from another part of the same file, collected with the same mapping.
    pub fn merge(&mut self, other: &Self) {
        for ((_, mine), (_, theirs)) in self.dates.iter_mut().zip(&other.dates) {
            mine.merge(theirs);
        }
        for ((_, mine), (_, theirs)) in self.amounts.iter_mut().zip(&other.amounts) {
            mine.merge(theirs);
        }
        self.unclear_owners += other.unclear_owners;
        let room = SAMPLES.saturating_sub(self.unclear_samples.len());
        self.unclear_samples
            .extend(other.unclear_samples.iter().take(room).cloned());
    }

    /// Returns all questions: open, answered, and answered by the data.
    pub fn questions(&self, mapping: &Mapping) -> Vec<Question> {
        let mut questions = Vec::new();
        for (column, evidence) in &self.dates {
            let Some(column) = mapping
                .columns
                .iter()
                .find(|mapped| mapped.source_column == *column)
            else {
                continue;
            };
            questions.extend(order_question(column, evidence, mapping));
            questions.extend(century_question(column, evidence, mapping));
            questions.extend(epoch_question(column, evidence, mapping));
        }
        questions.extend(self.owner_type_question(mapping));
        questions
    }

    /// Returns the rule for reading the dates of a column.
    pub fn date_rule(&self, mapping: &Mapping, column: u32) -> DateRule {
        let Some((_, evidence)) = self.dates.iter().find(|(dated, _)| *dated == column) else {
            return DateRule::default();
        };
        let answer = |kind: QuestionKind| mapping.answer(&kind.id(Some(column)));
        evidence.rule(
            answer(QuestionKind::DateOrder).and_then(DateOrder::from_code),
            answer(QuestionKind::Century).and_then(Century::from_code),
            answer(QuestionKind::Epoch).and_then(Epoch::from_code),
        )
    }

    /// Returns the separators of the amounts in a column.
    pub fn separators(&self, column: u32) -> Separators {
        let of_column = self.amounts.iter().find(|(own, _)| *own == column);
        of_column.map_or(Separators::US, |(_, evidence)| evidence.separators())
    }

    /// Returns the answered owner type for organizations whose name does not indicate one.
    pub fn owner_type(&self, mapping: &Mapping) -> Option<u8> {
        let answer = mapping.answer(&QuestionKind::OwnerType.id(None))?;
        let owner_type = OwnerType::from_number(answer.parse().ok()?)?;
        (owner_type != OwnerType::Individual).then(|| owner_type.number())
    }

    fn owner_type_question(&self, mapping: &Mapping) -> Option<Question> {
        if self.unclear_owners == 0 {
            return None;
        }
        let answer = self.owner_type(mapping).map(|number| number.to_string());
        let organizations = OwnerType::ALL
            .iter()
            .filter(|owner_type| **owner_type != OwnerType::Individual);
        Some(Question {
            id: QuestionKind::OwnerType.id(None),
            kind: QuestionKind::OwnerType,
            column: None,
            text: "Which owner type should these organizations have?".into(),
            samples: self.unclear_samples.clone(),
            choices: organizations
                .map(|owner_type| QuestionChoice {
                    code: owner_type.number().to_string(),
                    label: owner_type.label().into(),
                    rows: self.unclear_owners,
                })
                .collect(),
            is_open: answer.is_none(),
            answer,
        })
    }
}

fn order_question(column: &ColumnMapping, evidence: &DateEvidence, mapping: &Mapping) -> Option<Question> {
    if evidence.numbers == 0 {
        return None;
    }
    let id = QuestionKind::DateOrder.id(Some(column.source_column));
    let answered = mapping.answer(&id).and_then(DateOrder::from_code);
    let order = evidence.rule(answered, None, None).order;
    let mut choices: Vec<QuestionChoice> = evidence
        .orders()
        .map(|(order, rows)| QuestionChoice {
            code: order.code().into(),
            label: order.label().into(),
            rows,
        })
        .collect();
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.rows));
    Some(Question {
        id,
        kind: QuestionKind::DateOrder,
        column: Some(column.source_column),
        text: format!("Which date format does “{}” use?", column.header),
        samples: evidence.samples_of_numbers().to_vec(),
        choices,
        answer: order.map(|order| order.code().into()),
        is_open: order.is_none(),
    })
}

fn century_question(column: &ColumnMapping, evidence: &DateEvidence, mapping: &Mapping) -> Option<Question> {
    if evidence.short_years == 0 {
        return None;
    }
    let id = QuestionKind::Century.id(Some(column.source_column));
    let answered = mapping.answer(&id).and_then(Century::from_code);
    Some(Question {
        id,
        kind: QuestionKind::Century,
        column: Some(column.source_column),
        text: format!(
            "Which century do the two-digit years in “{}” belong to?",
            column.header
        ),
        samples: evidence.samples_of_short_years().to_vec(),
        choices: Century::ALL
            .map(|century| QuestionChoice {
                code: century.code().into(),
                label: century.label().into(),
                rows: evidence.short_years,
            })
            .into(),
        answer: answered.map(|century| century.code().into()),
        is_open: answered.is_none(),
    })
}

fn epoch_question(column: &ColumnMapping, evidence: &DateEvidence, mapping: &Mapping) -> Option<Question> {
    if evidence.serials == 0 {
        return None;
    }
    let id = QuestionKind::Epoch.id(Some(column.source_column));
    let answered = mapping.answer(&id).and_then(Epoch::from_code);
    let choices = Epoch::ALL.map(|epoch| {
        let example = evidence
            .serial_example(epoch)
            .map(|(sample, day)| format!(": {sample} is {}", crate::date::format(day)));
        QuestionChoice {
            code: epoch.code().into(),
            label: format!("Days since {}{}", epoch.code(), example.unwrap_or_default()),
            rows: evidence.serials,
        }
    });
    Some(Question {
        id,
        kind: QuestionKind::Epoch,
        column: Some(column.source_column),
        text: format!(
            "The dates in “{}” are spreadsheet serial numbers. Which start date do they use?",
            column.header
        ),
        samples: evidence.samples_of_serials().to_vec(),
        choices: choices.into(),
        answer: answered.map(|epoch| epoch.code().into()),
        is_open: answered.is_none(),
    })
}

#[cfg(test)]
mod tests;
