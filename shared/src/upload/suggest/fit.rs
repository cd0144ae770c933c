//! Finds fields that no value of a column is valid for.

use crate::contact::field::{Rule, ValueMut};
use crate::contact::validate::{Context, normalize};
use crate::contact::{ContactKind, Person, address};
use crate::upload::check::owner_type;
use crate::upload::dates::Shape;
use crate::upload::target::Field;
use jiff::civil::Date;

/// Maximum number of values to test.
const TRIED: usize = 50;

/// Returns whether every value of the column would be invalid in the field. A single value is not enough evidence.
pub(super) fn fails_everywhere(kind: ContactKind, field: Field, cells: &[&str]) -> bool {
    let cells = cells
        .iter()
        .map(|cell| cell.trim())
        .filter(|cell| !cell.is_empty());
    let cells: Vec<&str> = cells.take(TRIED).collect();
    cells.len() > 1 && cells.into_iter().all(|cell| fails(kind, field, cell))
}

fn fails(kind: ContactKind, field: Field, cell: &str) -> bool {
    match field.rule() {
        Rule::Date => Shape::of(cell).is_none(),
        Rule::OwnerType => owner_type(cell).is_none(),
        // Rows with a masked tax ID are imported without it.
        Rule::TaxId if cell.contains('*') => false,
        Rule::Address(_) if field == Field::PostalCode => {
            address::zip_code(cell, None).is_err_and(|fault| fault.code != "postal_code_zero_padding")
        }
        // A city can include the state and ZIP code, and a full name is split.
        _ if matches!(field, Field::City | Field::FullName) => false,
        _ => {
            let mut person = Person::default();
            if let Some(ValueMut::Text(text)) = field.value_mut(&mut person) {
                *text = Some(cell.into());
            }
            let context = Context {
                today: Date::MAX,
                is_demo_firm: true,
            };
            let (_, findings) = normalize(kind, person, &context);
            let of_field = |path: &str| path == field.path();
            findings.0.iter().any(|finding| {
                !finding.warning && of_field(&finding.field) && !finding.code.starts_with("not_for_")
            })
        }
    }
}
