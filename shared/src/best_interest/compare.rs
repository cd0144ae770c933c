//! Comparison of two versions of a form.

use super::fields::{FormBlock, FormField};
use serde::{Deserialize, Serialize};

/// A part of two versions, side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ComparedBlock {
    pub title: String,
    pub fields: Vec<ComparedField>,
}

/// A field of two versions. Texts are empty where the version has no value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ComparedField {
    pub path: String,
    pub label: String,
    pub old: String,
    pub new: String,
    pub is_changed: bool,
}

/// Compares the displayed blocks of two versions. Fields that only one version has, such as the details of a
/// replacement, keep their place in the form.
pub fn compare(old: &[FormBlock], new: &[FormBlock]) -> Vec<ComparedBlock> {
    let pairs = old.iter().zip(new);
    pairs
        .map(|(old, new)| {
            let longer = if old.fields.len() > new.fields.len() {
                old
            } else {
                new
            };
            let fields = longer.fields.iter().map(|field| {
                let text = |block: &FormBlock| {
                    let same = |other: &&FormField| other.path == field.path;
                    let found = block.fields.iter().find(same);
                    found.map(|field| field.text.clone()).unwrap_or_default()
                };
                let (old, new) = (text(old), text(new));
                ComparedField {
                    path: field.path.clone(),
                    label: field.label.clone(),
                    is_changed: old != new,
                    old,
                    new,
                }
            });
            ComparedBlock {
                title: new.title.clone(),
                fields: fields.collect(),
            }
        })
        .collect()
}
