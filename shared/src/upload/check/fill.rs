//! Fills the fields of a contact from the cells of a row.

use super::{Action, Check, Custom, RowFault, Step};
use crate::contact::address::padded_zip_code;
use crate::contact::field::{Rule, ValueMut};
use crate::contact::owner_type::OwnerType;
use crate::contact::{ContactKind, Person, custom, state};
use crate::fault::Fault;
use crate::money;
use crate::text::clean;
use crate::upload::mapping::Transform;
use crate::upload::names;
use crate::upload::places;
use crate::upload::scientific;
use crate::upload::target::{Field, RECORD_ID, Target};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A row that is being converted.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub person: Person,
    pub full_name: Option<String>,
    pub custom: BTreeMap<String, String>,
    pub record_id: Option<Uuid>,
    /// Faults of unreadable cells, with the cell text.
    pub unread: Vec<(RowFault, String)>,
    pub faults: Vec<RowFault>,
    has_values: bool,
}

impl Draft {
    /// Returns whether no field was filled.
    pub fn is_blank(&self) -> bool {
        !self.has_values
    }

    fn warn(&mut self, column: Option<u32>, field: Field, code: &str, message: String) {
        self.faults.push(RowFault {
            column,
            field: field.path().into(),
            code: code.into(),
            message,
            warning: true,
        });
    }

    fn refuse(&mut self, column: u32, field: String, fault: Fault, cell: &str) {
        let fault = RowFault {
            column: Some(column),
            field,
            code: fault.code.into(),
            message: fault.message.into_owned(),
            warning: false,
        };
        self.unread.push((fault, cell.into()));
    }

    pub fn add_note(&mut self, label: Option<&str>, text: &str) {
        let notes = self.person.notes.get_or_insert_default();
        if !notes.is_empty() {
            notes.push('\n');
        }
        if let Some(label) = label {
            notes.push_str(label);
            notes.push_str(": ");
        }
        notes.push_str(text);
    }
}

impl Check {
    /// Stores a non-empty cell in the field its column is mapped to.
    pub(super) fn fill(&self, draft: &mut Draft, step: &Step, cell: &str) {
        if matches!(step.action, Action::Text(Field::TaxId)) && cell.contains('*') {
            draft.warn(
                Some(step.column),
                Field::TaxId,
                "masked_tax_id",
                "The tax ID is masked in the file and will not be imported.".into(),
            );
            return;
        }
        if matches!(step.action, Action::RecordId) {
            match cell.parse() {
                Ok(uuid) => draft.record_id = Some(uuid),
                Err(_) => draft.refuse(
                    step.column,
                    RECORD_ID.into(),
                    Fault::new(
                        "invalid_record_id",
                        "Enter the record ID as it was exported, or leave it empty.",
                    ),
                    cell,
                ),
            }
            return;
        }
        draft.has_values = true;
        if let Some(path) = identifier_path(&step.action, cell) {
            draft.refuse(
                step.column,
                path,
                Fault::new(
                    "scientific_notation",
                    "A spreadsheet shortened this number and its digits are lost. Format the column as text and enter the number again.",
                ),
                cell,
            );
            return;
        }
        match &step.action {
            Action::Text(field) => {
                if let Some(text) = field.text_mut(&mut draft.person) {
                    *text = Some(cell.into());
                }
            }
            Action::Notes(label) => draft.add_note(label.as_deref(), cell),
            Action::Name { last_first } => self.fill_name(draft, step.column, &clean(cell), *last_first),
            Action::OwnerType => match owner_type(cell) {
                Some(owner_type) => draft.person.owner_type = Some(owner_type.number()),
                None => draft.refuse(
                    step.column,
                    Field::OwnerType.path().into(),
                    Fault::new("unknown_owner_type", "Enter a valid owner type."),
                    cell,
                ),
            },
            Action::CityStateZip => fill_place(draft, step.column, &clean(cell)),
            Action::Day(field, rule) => match rule.read(cell, self.context.today) {
                Ok(read) => {
                    if read.had_time {
                        draft.warn(
                            Some(step.column),
                            *field,
                            "time_dropped",
                            "The time of day will not be imported.".into(),
                        );
                    }
                    if let Some(ValueMut::Date(date)) = field.value_mut(&mut draft.person) {
                        *date = Some(read.day);
                    }
                }
                Err(fault) => draft.refuse(step.column, field.path().into(), fault, cell),
            },
            Action::RecordId => {}
            Action::Custom(custom) => match self.custom_value(cell, custom) {
                Ok(value) if value.is_empty() => {}
                Ok(value) => {
                    draft.custom.insert(custom.name.clone(), value);
                }
                Err(fault) => {
                    draft.refuse(
                        step.column,
                        Target::Custom(custom.name.clone()).path(),
                        fault,
                        cell,
                    );
                }
            },
        }
    }

    fn fill_name(&self, draft: &mut Draft, column: u32, name: &str, last_first: bool) {
        draft.full_name = Some(name.into());
        if self.kind != ContactKind::Insured && names::organization(name).is_some() {
            draft.warn(
                Some(column),
                Field::OrganizationName,
                "taken_as_organization",
                "This name looks like an organization and will be imported as one.".into(),
            );
            draft.person.organization_name = Some(name.into());
            return;
        }
        if names::names_two_people(name) {
            draft.warn(
                Some(column),
                Field::FullName,
                "names_two_people",
                "This name looks like the names of two people.".into(),
            );
        }
        names::split(name, last_first, &mut draft.person);
    }

    /// Completes values that depend on several cells.
    pub(super) fn complete(&self, draft: &mut Draft) {
        let address = &mut draft.person.address;
        if self.pads_zip
            && let Some(typed) = &mut address.postal_code
            && let Some(state) = address.state.as_deref().and_then(state::code)
            && let Some(padded) = padded_zip_code(typed, Some(state))
        {
            *typed = padded;
        }
        if self.kind == ContactKind::Owner {
            if self.has_owner_type {
                self.name_by_owner_type(draft);
            } else {
                self.derive_owner_type(draft);
            }
        }
    }

    /// If the row has an owner type, uses it to decide whether a full name is a person or an organization.
    fn name_by_owner_type(&self, draft: &mut Draft) {
        let (Some(name), Some(owner_type)) = (draft.full_name.clone(), draft.person.owner_type) else {
            return;
        };
        let is_person = owner_type == OwnerType::Individual.number();
        let person = &mut draft.person;
        let doubt = match &person.organization_name {
            Some(organization) if is_person && *organization == name => {
                person.organization_name = None;
                let last_first = |step: &Step| matches!(step.action, Action::Name { last_first: true });
                names::split(&name, self.steps.iter().any(last_first), person);
                "taken_as_organization"
            }
            None if !is_person => {
                names::split("", false, person);
                person.organization_name = Some(name);
                "names_two_people"
            }
            _ => return,
        };
        draft.faults.retain(|fault| fault.code != doubt);
    }

    /// Derives the owner type if no column is mapped to it. A person is an individual. The name of an
    /// organization may indicate its type.
    fn derive_owner_type(&self, draft: &mut Draft) {
        let Some(name) = draft.person.organization_name.as_deref() else {
            draft.person.owner_type = Some(OwnerType::Individual.number());
            return;
        };
        match names::organization(name).flatten() {
            Some(owner_type) => {
                draft.person.owner_type = Some(owner_type.number());
                draft.warn(
                    None,
                    Field::OwnerType,
                    "owner_type_from_name",
                    "The owner type was derived from the name.".into(),
                );
            }
            None => draft.person.owner_type = self.owner_type,
        }
    }

    fn custom_value(&self, cell: &str, custom: &Custom) -> Result<String, Fault> {
        custom::reject_tax_id(cell, custom.may_hold_tax_ids)?;
        match custom.transform {
            Transform::Date => Ok(custom.rule.read(cell, self.context.today)?.day.to_string()),
            Transform::Money => Ok(custom.separators.read(cell)?.to_string()),
            Transform::Percent => percent(cell),
            _ => custom::value(cell, custom.may_hold_tax_ids),
        }
    }
}

/// Returns the path of the field if it is an identifier and the cell is in scientific notation, such as `1.23457E+07`.
fn identifier_path(action: &Action, cell: &str) -> Option<String> {
    match action {
        Action::Text(field) => {
            let is_number =
                matches!(field.rule(), Rule::Npn | Rule::Phone | Rule::TaxId) || *field == Field::PostalCode;
            let is_code = matches!(field, Field::AgencyCode | Field::ExternalId);
            (is_number && scientific::is_number(cell) || is_code && scientific::is_shortened(cell))
                .then(|| field.path().into())
        }
        Action::Custom(custom) if custom.transform == Transform::AsIs && scientific::is_shortened(cell) => {
            Some(Target::Custom(custom.name.clone()).path())
        }
        _ => None,
    }
}

fn fill_place(draft: &mut Draft, column: u32, text: &str) {
    let Some(place) = places::split(text) else {
        draft.warn(
            Some(column),
            Field::City,
            "place_not_split",
            "No state or ZIP code was found. The whole value will be imported as the city.".into(),
        );
        draft.person.address.city = Some(text.into());
        return;
    };
    let address = &mut draft.person.address;
    address.city = Some(place.city.into());
    address.state = place.state.map(Into::into);
    address.postal_code = place.postal_code.map(Into::into);
}

/// Parses a percentage from 0 to 100 with up to four decimals.
fn percent(cell: &str) -> Result<String, Fault> {
    let percent = money::parse_percent(cell)?;
    if percent > rust_decimal::Decimal::ONE_HUNDRED || percent.normalize().scale() > 4 {
        return Err(Fault::new(
            "percent_range",
            "Enter a percentage from 0 to 100 with up to four decimals.",
        ));
    }
    Ok(percent.normalize().to_string())
}

/// Looks up an owner type by label, number or synonym.
pub(in crate::upload) fn owner_type(cell: &str) -> Option<OwnerType> {
    let known = OwnerType::ALL
        .iter()
        .find(|owner_type| owner_type.label().eq_ignore_ascii_case(cell));
    if let Some(known) = known {
        return Some(*known);
    }
    if let Ok(number) = cell.parse() {
        return OwnerType::from_number(number);
    }
    Some(match crate::vocabulary::spelling(cell).as_str() {
        "person" | "ind" | "indiv" | "naturalperson" | "i" => OwnerType::Individual,
        "ilit" | "irrevocabletrust" | "revocabletrust" | "livingtrust" | "familytrust" | "t" => {
            OwnerType::Trust
        }
        "corporation" | "corp" | "company" | "business" | "llc" | "inc" | "c" => OwnerType::Corporate,
        "llp" | "lp" | "limitedpartnership" | "p" => OwnerType::Partnership,
        "nonprofit" | "foundation" | "church" => OwnerType::Charity,
        _ => return None,
    })
}
