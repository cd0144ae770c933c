//! What a column of a file can become.

use crate::contact::{ContactKind, custom};
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};

/// Most characters of the name of a custom field.
pub const MAX_CUSTOM_NAME: usize = custom::MAX_NAME;

const CUSTOM: &str = "custom:";

coded! {
    /// The fields of a contact that a column may fill.
    Field {
        /// Title, first, middle and last name and suffix in one cell.
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
        ExternalId = "externalId", "External id";
        Notes = "notes", "Notes";
    }
}

impl Field {
    /// Whether contacts of the kind have the field.
    pub fn is_for(self, kind: ContactKind) -> bool {
        match self {
            Self::Npn | Self::AgencyCode => kind == ContactKind::Agent,
            Self::OwnerType | Self::TrustDate => kind == ContactKind::Owner,
            Self::OrganizationName => kind != ContactKind::Insured,
            _ => true,
        }
    }

    /// The field's path in what a form sends, as findings name it.
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

    /// The field of a path.
    pub fn from_path(path: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.path() == path)
    }

    /// Fields that a full name is split into.
    pub fn is_part_of_name(self) -> bool {
        matches!(
            self,
            Self::Title | Self::FirstName | Self::MiddleName | Self::LastName | Self::Suffix
        )
    }
}

/// Where the values of a column go: `firstName`, or `custom:` and the name of a field of the firm's own.
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

    /// What screens show.
    pub fn label(&self) -> &str {
        match self {
            Self::Field(field) => field.label(),
            Self::Custom(name) => name,
        }
    }

    /// As findings name it: `person.email`, `custom.Tier`.
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
            .ok_or_else(|| format!("there is no field {code}"))
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
                    "The name of a field, for instance firstName, or custom: and the name of a field of the firm's own",
                ))
                .into()
        }
    }
    impl utoipa::ToSchema for super::Target {}
}

/// What a column can be chosen to be, as menus list it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TargetChoice {
    pub target: Target,
    pub label: String,
}

/// Every field of the kind, then the firm's own.
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
    fn a_target_travels_as_its_code() {
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
    fn every_field_is_found_by_its_path() {
        for field in Field::ALL {
            assert_eq!(Field::from_path(field.path()), Some(*field));
        }
    }

    #[test]
    fn a_kind_is_offered_its_own_fields() {
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
