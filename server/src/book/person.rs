//! Parses rows of agents, owners and insureds.

use super::table::spelling;
use super::table_row::TableRow;
use jiff::civil::Date;
use shared::contact::field::ValueMut;
use shared::contact::owner_type::OwnerType;
use shared::contact::validate::{Context, normalize};
use shared::contact::{ContactKind, Field, Person};
use shared::contract::EnumName;

/// Parses and validates a person. Returns `None` if the row has errors, which are recorded in `cells`.
pub fn read(cells: &mut TableRow<'_>, kind: ContactKind, is_demo_firm: bool, today: Date) -> Option<Person> {
    let mut person = Person::default();
    for field in Field::ALL {
        let column = field.code();
        match field.value_mut(&mut person) {
            Some(ValueMut::Text(text)) => *text = cells.typed(column),
            Some(ValueMut::Date(date)) => *date = cells.date(column),
            Some(ValueMut::OwnerType(number)) => {
                *number = cells.term(column, EnumName::OwnerType, owner_type);
            }
            None => {}
        }
    }
    let (person, findings) = normalize(kind, person, &Context { today, is_demo_firm });
    cells.take_findings(findings, column_of);
    (cells.faulty == 0).then_some(person)
}

/// Maps the path of a field to its column, e.g. `person.address.line1` to `addressLine1`.
fn column_of(path: &str) -> String {
    Field::from_path(path).map_or_else(|| path.to_owned(), |field| field.code().to_owned())
}

fn owner_type(typed: &str) -> Option<u8> {
    let mut all = OwnerType::ALL.iter();
    let by_label = all.find(|owner_type| spelling(owner_type.label()) == spelling(typed));
    let number = by_label
        .map(|owner_type| owner_type.number())
        .or_else(|| typed.parse().ok())?;
    OwnerType::from_number(number).map(OwnerType::number)
}
