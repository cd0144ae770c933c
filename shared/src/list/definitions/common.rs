//! Columns shared by several lists.

use crate::list::column::{Column, ColumnType::*};

pub const NAME: Column = Column::new("name", "Name", Text).shown().required();
pub const DEATH_BENEFIT: Column = Column::total("deathBenefit", "Death Benefit", Money).shown();
pub const ANNUALIZED_PREMIUM: Column = Column::total("annualizedPremium", "Annualized Premium", Money);
pub const CONTRACT_VALUE: Column = Column::total("contractValue", "Contract Value", Money);

pub const TIMES: [Column; 2] = [
    Column::new("createdAt", "Created", Timestamp).required(),
    Column::new("updatedAt", "Last Changed", Timestamp).required(),
];
