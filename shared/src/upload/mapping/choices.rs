//! What a person chose of a first suggestion, carried over to a better one.

use super::{ColumnMapping, Mapping, Transform};
use crate::upload::target::{Field, Target};
use crate::vocabulary::spelling;
use std::collections::BTreeSet;

impl Mapping {
    /// This suggestion with what a person changed of an earlier one for the same file: `shown` is the earlier one, and
    /// `chosen` what became of it.
    ///
    /// What was changed stays as it was chosen, as long as the column still has its header. Everything else is as
    /// suggested here, but that no column takes a field which a person gave to another.
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
            taken.extend(after.target.as_ref().and_then(Target::only_once));
        }
        for column in &mut self.columns {
            let target = column.target.as_ref().and_then(Target::only_once);
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

    /// The column at the same place with the same header, by the measure of [`super::fingerprint`].
    pub(super) fn same_column(&self, column: &ColumnMapping) -> Option<&ColumnMapping> {
        self.columns.iter().find(|own| {
            own.source_column == column.source_column && spelling(&own.header) == spelling(&column.header)
        })
    }
}

impl Target {
    /// What two columns cannot both become; none where they can.
    pub(super) fn only_once(&self) -> Option<String> {
        (*self != Self::Field(Field::Notes)).then(|| spelling(&self.path()))
    }
}
