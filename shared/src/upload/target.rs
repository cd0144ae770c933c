//! Mapping targets: contact fields and custom fields.

use crate::contact::{ContactKind, custom};
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};

/// Maximum length of a custom field's name, in characters.
pub const MAX_CUSTOM_NAME: usize = custom::MAX_NAME;

const CUSTOM: &str = "custom:";

coded! {
    /// Contact fields that a column can be mapped to.
    Field {
        /// Title, first, middle and last name, and suffix in one cell.
        FullName = "fullName", "Full name";
        Title = "title", "Title";
        FirstName = "firstName", "First name";
        MiddleName = "middleName", "Middle name";
        LastName = "lastName", "Last name";
        Suffix = "suffix", "Suffix";
        OrganizationName = "organizationName", "Organization";
        OwnerType = "ownerType", "Owner type";
        TrustDate = "trustDate", "Trust date";
        Npn = "npn", "NPN";
        AgencyCode = "agencyCode", "Agency code";
        Email = "email", "E-mail";
        Phone = "phone", "Phone";
        MobilePhone = "mobilePhone", "Mobile phone";
        Line1 = "addressLine1", "Address line 1";
        Line2 = "addressLine2", "Address line 2";
        City = "city", "City";
        State = "state", "State";
        PostalCode = "postalCode", "ZIP code";
        Country = "country", "Country";
        Dob = "dob", "Date of birth";
        Sex = "sex", "Sex";
        TaxId = "taxId", "SSN or EIN";
        ExternalId = "externalId", "External ID";
        Notes = "notes", "Notes";
    }
}

impl Field {
    /// Whether contacts of this kind have the field.
    pub fn is_for(self, kind: ContactKind) -> bool {
        match self {
            Self::Npn | Self::AgencyCode => kind == ContactKind::Agent,
            Self::OwnerType | Self::TrustDate => kind == ContactKind::Owner,
            Self::OrganizationName => kind != ContactKind::Insured,
            _ => true,
        }
    }

    /// Returns the field's path in the request body, as used in validation errors.
    pub const fn path(self) -> &'static str {
        match self {
            Self::FullName => "person.fullName",
            Self::Title => "person.title",
            Self::FirstName => "person.firstName",
            Self::MiddleName => "person.middleName",
            Self::LastName => "person.lastName",
            Self::Suffix => "person.suffix",
            Self::OrganizationName => "person.organizationName",
            Self::OwnerType => "person.ownerType",
            Self::TrustDate => "person.trustDate",
            Self::Npn => "person.npn",
            Self::AgencyCode => "person.agencyCode",
            Self::Email => "person.email",
            Self::Phone => "person.phone",
            Self::MobilePhone => "person.mobilePhone",
            Self::Line1 => "person.address.line1",
            Self::Line2 => "person.address.line2",
            Self::City => "person.address.city",
            Self::State => "person.address.state",
            Self::PostalCode => "person.address.postalCode",
            Self::Country => "person.address.country",
            Self::Dob => "person.dob",
            Self::Sex => "person.sex",
            Self::TaxId => "person.taxId",
            Self::ExternalId => "person.externalId",
            Self::Notes => "person.notes",
        }
    }

    /// Looks up a field by its path.
    pub fn from_path(path: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.path() == path)
    }

    /// Whether the field is one of the parts of a full name.
    pub fn is_part_of_name(self) -> bool {
        matches!(
            self,
            Self::Title | Self::FirstName | Self::MiddleName | Self::LastName | Self::Suffix
        )
    }
}

/// Target of a column, serialized as a field code such as `firstName`, or as `custom:` and the name of a
/// custom field.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "string"))]
pub enum Target {
    Field(Field),
    Custom(String),
}

impl Target {
    pub fn field(&self) -> Option<Field> {
        match self {
            Self::Field(field) => Some(*field),
            Self::Custom(_) => None,
        }
    }

    /// Display label.
    pub fn label(&self) -> &str {
        match self {
            Self::Field(field) => field.label(),
            Self::Custom(name) => name,
        }
    }

    /// Returns the path used in validation errors, for example `person.email` or `custom.Tier`.
    pub fn path(&self) -> String {
        match self {
            Self::Field(field) => field.path().into(),
            Self::Custom(name) => format!("custom.{name}"),
        }
    }
}

impl From<Field> for Target {
    fn from(field: Field) -> Self {
        Self::Field(field)
    }
}

impl From<Target> for String {
    fn from(target: Target) -> Self {
        match target {
            Target::Field(field) => field.code().into(),
            Target::Custom(name) => format!("{CUSTOM}{name}"),
        }
    }
}

impl TryFrom<String> for Target {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        if let Some(name) = code.strip_prefix(CUSTOM) {
            return Ok(Self::Custom(name.into()));
        }
        Field::from_code(&code)
            .map(Self::Field)
            .ok_or_else(|| format!("unknown field {code}"))
    }
}

#[cfg(feature = "openapi")]
mod openapi {
    use utoipa::openapi::{ObjectBuilder, RefOr, Schema, schema::Type};

    impl utoipa::PartialSchema for super::Target {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .description(Some(
                    "A field code such as firstName, or custom: followed by the name of a custom field",
                ))
                .into()
        }
    }
    impl utoipa::ToSchema for super::Target {}
}

/// A target in a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TargetChoice {
    pub target: Target,
    pub label: String,
}

/// Returns all targets for a kind of contact: its fields, then the custom fields.
pub fn choices(kind: ContactKind, custom_fields: &[String]) -> Vec<TargetChoice> {
    let own = custom_fields.iter().map(|name| Target::Custom(name.clone()));
    Field::ALL
        .iter()
        .filter(|field| field.is_for(kind))
        .map(|field| Target::Field(*field))
        .chain(own)
        .map(|target| TargetChoice {
            label: target.label().into(),
            target,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_serialize_as_codes() {
        for (target, code) in [
            (Target::Field(Field::Line1), "\"addressLine1\""),
            (Target::Custom("Tier: a".into()), "\"custom:Tier: a\""),
        ] {
            assert_eq!(serde_json::to_string(&target).unwrap(), code);
            assert_eq!(serde_json::from_str::<Target>(code).unwrap(), target);
        }
        assert!(serde_json::from_str::<Target>("\"shoeSize\"").is_err());
    }

    #[test]
    fn finds_every_field_by_path() {
        for field in Field::ALL {
            assert_eq!(Field::from_path(field.path()), Some(*field));
        }
    }

    #[test]
    fn offers_only_fields_of_the_kind() {
        let offered = |kind, field: Field| {
            choices(kind, &[])
                .iter()
                .any(|choice| choice.target == field.into())
        };
        use ContactKind::*;
        for (field, agent, owner, insured) in [
            (Field::Npn, true, false, false),
            (Field::OwnerType, false, true, false),
            (Field::OrganizationName, true, true, false),
            (Field::Email, true, true, true),
        ] {
            assert_eq!(
                [Agent, Owner, Insured].map(|kind| offered(kind, field)),
                [agent, owner, insured],
                "{field:?}"
            );
        }
        let own = choices(Insured, &["Tier".into()]);
        assert_eq!(own.last().unwrap().target, Target::Custom("Tier".into()));
    }
}
