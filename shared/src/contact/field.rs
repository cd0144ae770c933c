//! Properties of contact fields, and access to their values. `person.rs` lists the fields.

use super::owner_type::OwnerType;
use super::{ContactKind, Field, Person, email};
use crate::fault::Fault;
use jiff::civil::Date;

/// Validation rule of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// One line of at most this many characters.
    Text(usize),
    /// Several lines of at most this many characters.
    Lines(usize),
    /// Text of at most this many characters. Validated with the rest of the address.
    Address(usize),
    Date,
    Email,
    Npn,
    OwnerType,
    Phone,
    Sex,
    TaxId,
}

impl Rule {
    /// Returns the maximum number of characters as entered.
    pub const fn max_length(self) -> usize {
        match self {
            Self::Text(max) | Self::Lines(max) | Self::Address(max) => max,
            Self::Email => email::MAX_EMAIL,
            Self::Phone => 40,
            Self::Date | Self::Npn | Self::OwnerType | Self::Sex | Self::TaxId => 30,
        }
    }
}

/// The stored value of a field.
#[derive(Debug)]
pub enum Value<'a> {
    Text(&'a Option<String>),
    Date(&'a Option<Date>),
    OwnerType(&'a Option<u8>),
}

/// Mutable access to a field's stored value.
#[derive(Debug)]
pub enum ValueMut<'a> {
    Text(&'a mut Option<String>),
    Date(&'a mut Option<Date>),
    OwnerType(&'a mut Option<u8>),
}

/// The rule for a field's values, and the contacts that the field applies to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Properties {
    pub rule: Rule,
    pub kinds: &'static [ContactKind],
    /// Whether the field is limited to individuals.
    pub is_personal: bool,
}

/// Returns the properties of a field that all contacts have.
pub(super) const fn rule(rule: Rule) -> Properties {
    Properties {
        rule,
        kinds: &ContactKind::ALL,
        is_personal: false,
    }
}

/// Returns the properties of a text field that all contacts have.
pub(super) const fn text(max: usize) -> Properties {
    rule(Rule::Text(max))
}

impl Properties {
    pub const fn only_for(self, kinds: &'static [ContactKind]) -> Self {
        Self { kinds, ..self }
    }

    pub const fn personal(self) -> Self {
        Self {
            is_personal: true,
            ..self
        }
    }
}

/// Defines [`Field`] with one variant per entry, and accessors for the properties of each entry.
macro_rules! fields {
    ($(
        $(#[$doc:meta])*
        $variant:ident = $code:literal, $label:literal, $path:literal $(in $kind:ident($($place:ident).+))? {
            $properties:expr,
            $headers:expr
        }
    )+) => {
        $crate::vocabulary::coded! {
            /// A field of a contact. Columns of uploads and of loaded books have the same codes.
            Field { $($(#[$doc])* $variant = $code, $label;)+ }
        }

        impl Field {
            /// Returns the field's path in the request body, as used in validation errors.
            pub const fn path(self) -> &'static str {
                match self { $(Self::$variant => $path),+ }
            }

            pub(super) const fn properties(self) -> $crate::contact::field::Properties {
                match self { $(Self::$variant => $properties),+ }
            }

            /// Returns the column headers that mean this field, in lower case without spaces and punctuation.
            pub(crate) const fn headers(self) -> &'static [&'static str] {
                match self { $(Self::$variant => $headers),+ }
            }

            /// Returns the value of the field. `None` for the full name, which is stored in parts.
            pub fn value(self, person: &Person) -> Option<$crate::contact::field::Value<'_>> {
                match self {
                    $(Self::$variant => [$($crate::contact::field::Value::$kind(&person.$($place).+))?]
                        .into_iter()
                        .next()),+
                }
            }

            /// Mutable version of [`Self::value`].
            pub fn value_mut(self, person: &mut Person) -> Option<$crate::contact::field::ValueMut<'_>> {
                match self {
                    $(Self::$variant => [$($crate::contact::field::ValueMut::$kind(&mut person.$($place).+))?]
                        .into_iter()
                        .next()),+
                }
            }
        }
    };
}

pub(super) use fields;

/// The properties of a contact that determine which fields it has.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    pub kind: ContactKind,
    /// `None` if it is missing or unknown.
    pub owner_type: Option<OwnerType>,
    pub is_organization: bool,
}

impl Field {
    /// Looks up a field by its path.
    pub fn from_path(path: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.path() == path)
    }

    pub const fn rule(self) -> Rule {
        self.properties().rule
    }

    /// Returns the kinds of contact that have the field.
    pub const fn kinds(self) -> &'static [ContactKind] {
        self.properties().kinds
    }

    /// Returns whether contacts of this kind have the field.
    pub fn is_for(self, kind: ContactKind) -> bool {
        self.kinds().contains(&kind)
    }

    /// Returns whether the field is one of the parts of a full name.
    pub fn is_part_of_name(self) -> bool {
        matches!(
            self,
            Self::Title | Self::FirstName | Self::MiddleName | Self::LastName | Self::Suffix
        )
    }

    /// Returns the text of the field, empty if the field has none.
    pub fn text(self, person: &Person) -> &str {
        match self.value(person) {
            Some(Value::Text(Some(text))) => text,
            _ => "",
        }
    }

    /// Mutable version of [`Self::text`]. `None` if the field does not store text.
    pub fn text_mut(self, person: &mut Person) -> Option<&mut Option<String>> {
        match self.value_mut(person) {
            Some(ValueMut::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns whether the field has a value.
    pub fn is_given(self, person: &Person) -> bool {
        match self.value(person) {
            Some(Value::Text(text)) => text.is_some(),
            Some(Value::Date(date)) => date.is_some(),
            Some(Value::OwnerType(number)) => number.is_some(),
            None => false,
        }
    }

    /// Checks whether the contact has the field.
    ///
    /// # Errors
    /// Returns `not_for_kind`, `not_for_organization`, `not_for_person` or `not_for_owner_type`.
    pub fn check_applies(self, subject: &Subject) -> Result<(), Fault> {
        let Subject {
            kind,
            owner_type,
            is_organization,
        } = *subject;
        if !self.is_for(kind) {
            let message = format!("Leave this field empty for an {}.", kind.noun());
            return Err(Fault::new("not_for_kind", message));
        }
        if is_organization && self.properties().is_personal {
            return Err(Fault::new(
                "not_for_organization",
                "Leave this field empty for an organization.",
            ));
        }
        if self == Self::OrganizationName && !is_organization {
            return Err(Fault::new(
                "not_for_person",
                "Enter a first and last name for an individual instead.",
            ));
        }
        if self == Self::TrustDate && owner_type.is_some_and(|owner_type| owner_type != OwnerType::Trust) {
            return Err(Fault::new(
                "not_for_owner_type",
                "Only trusts have a trust date. Leave this field empty.",
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Json;
    use std::collections::BTreeSet;

    /// Returns a person with every field filled in.
    fn everything() -> Person {
        let mut person = Person::default();
        for field in Field::ALL {
            match field.value_mut(&mut person) {
                Some(ValueMut::Text(text)) => *text = Some(field.path().into()),
                Some(ValueMut::Date(date)) => *date = Some(jiff::civil::date(2000, 1, 1)),
                Some(ValueMut::OwnerType(number)) => *number = Some(2),
                None => assert_eq!(*field, Field::FullName),
            }
        }
        person
    }

    #[test]
    fn person_json_has_every_field_at_its_path() {
        let person = serde_json::json!({ "person": everything() });
        for field in Field::ALL.iter().filter(|field| **field != Field::FullName) {
            let value = person.pointer(&format!("/{}", field.path().replace('.', "/")));
            match value {
                Some(Json::String(text)) if field.rule() != Rule::Date => assert_eq!(text, field.path()),
                other => assert!(other.is_some_and(|value| !value.is_null()), "{field:?}"),
            }
        }
    }

    #[test]
    fn every_value_of_a_person_is_a_field() {
        let person = serde_json::json!(everything());
        let empty = |value: &Json| value.as_object().unwrap().values().any(Json::is_null);
        assert!(!empty(&person) && !empty(&person["address"]), "{person:#}");
    }

    #[test]
    fn codes_paths_and_headers_are_unique() {
        let mut headers = BTreeSet::new();
        for field in Field::ALL {
            assert_eq!(Field::from_path(field.path()), Some(*field));
            assert_eq!(Field::from_code(field.code()), Some(*field));
            for header in field.headers() {
                assert!(headers.insert(header), "{header} of {field:?} is listed twice");
                let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
                assert!(header.chars().all(is_plain), "{header}");
            }
        }
    }

    #[test]
    fn fields_apply_by_kind_owner_type_and_organization() {
        use ContactKind::{Agent, Insured, Owner};
        let code = |field: Field, kind, owner_type, is_organization| {
            let subject = Subject {
                kind,
                owner_type,
                is_organization,
            };
            field.check_applies(&subject).err().map(|fault| fault.code)
        };
        let trust = Some(OwnerType::Trust);
        let estate = Some(OwnerType::Estate);
        for (field, kind, owner_type, is_organization, expected) in [
            (Field::AgencyCode, Agent, None, true, None),
            (Field::AgencyCode, Owner, trust, true, Some("not_for_kind")),
            (Field::Email, Insured, None, false, None),
            (Field::Dob, Owner, trust, true, Some("not_for_organization")),
            (Field::Dob, Agent, None, false, None),
            (Field::OrganizationName, Agent, None, true, None),
            (
                Field::OrganizationName,
                Agent,
                None,
                false,
                Some("not_for_person"),
            ),
            (
                Field::OrganizationName,
                Insured,
                None,
                false,
                Some("not_for_kind"),
            ),
            (Field::TrustDate, Owner, trust, true, None),
            (Field::TrustDate, Owner, estate, true, Some("not_for_owner_type")),
            (Field::TrustDate, Owner, None, false, None),
        ] {
            assert_eq!(
                code(field, kind, owner_type, is_organization),
                expected,
                "{field:?} of {kind:?}"
            );
        }
    }
}
