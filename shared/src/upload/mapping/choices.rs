//! Applies the choices that a user made for an earlier suggestion to a better suggestion.

use super::{ColumnMapping, Mapping, Transform};
use crate::upload::target::{Field, Target};
use crate::vocabulary::spelling;
use std::collections::BTreeSet;

impl Mapping {
    /// Applies the user's changes to this suggestion. `shown` is the earlier suggestion for the same file,
    /// `chosen` the user's version of it.
    ///
    /// A changed column keeps the user's choice if it still has the same header. All other columns keep this
    /// suggestion, except targets that the user assigned to another column.
    #[must_use]
    pub fn with_choices(mut self, shown: &Self, chosen: &Self) -> Self {
        let mut taken = BTreeSet::new();
        let mut by_hand = BTreeSet::new();
        for column in &mut self.columns {
            let (Some(before), Some(after)) = (shown.same_column(column), chosen.same_column(column)) else {
                continue;
            };
            if (&before.target, before.transform) == (&after.target, after.transform) {
                continue;
            }
            column.target.clone_from(&after.target);
            column.transform = after.transform;
            column.confidence = after.confidence;
            by_hand.insert(column.source_column);
            taken.extend(after.target.as_ref().and_then(Target::unique_key));
        }
        for column in &mut self.columns {
            let target = column.target.as_ref().and_then(Target::unique_key);
            if !by_hand.contains(&column.source_column)
                && target.is_some_and(|target| taken.contains(&target))
            {
                column.target = None;
                column.transform = Transform::default();
                column.confidence = 0;
            }
        }
        if shown.mode != chosen.mode {
            self.mode = chosen.mode;
        }
        if shown.match_keys != chosen.match_keys {
            self.match_keys.clone_from(&chosen.match_keys);
        }
        self
    }

    /// Returns the column with the same index and header, compared as in [`super::fingerprint`].
    pub(super) fn same_column(&self, column: &ColumnMapping) -> Option<&ColumnMapping> {
        self.columns.iter().find(|own| {
            own.source_column == column.source_column && spelling(&own.header) == spelling(&column.header)
        })
    }
}

impl Target {
    /// Returns a key that only one column may use, or `None` if several columns may have this target.
    pub(super) fn unique_key(&self) -> Option<String> {
        (*self != Self::Field(Field::Notes)).then(|| spelling(&self.path()))
    }
}
