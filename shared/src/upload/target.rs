//! Mapping targets: fields of contacts and contracts, and custom fields.

use super::contract::ContractField;
use super::upload_type::UploadType;
pub use crate::contact::Field;
use crate::contact::custom;
use serde::{Deserialize, Serialize};

/// Maximum length of a custom field's name, in characters.
pub const MAX_CUSTOM_NAME: usize = custom::MAX_NAME;

const CUSTOM: &str = "custom:";
/// Code of the record id target, and key of the list column.
pub const RECORD_ID: &str = "recordId";

/// What a column is mapped to. Serialized as the code of a field such as `firstName` or `policyNumber`, as `custom:`
/// followed by the name of a custom field, or as `recordId`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "string"))]
pub enum Target {
    Field(Field),
    Custom(String),
    /// The record id of an exported contact, which the row is matched by.
    RecordId,
    /// A field of a policy or an annuity.
    Contract(ContractField),
}

impl Target {
    pub fn field(&self) -> Option<Field> {
        match self {
            Self::Field(field) => Some(*field),
            Self::Custom(_) | Self::RecordId | Self::Contract(_) => None,
        }
    }

    /// Returns the display label.
    pub fn label(&self) -> &str {
        match self {
            Self::Field(field) => field.label(),
            Self::Custom(name) => name,
            Self::RecordId => "Record ID",
            Self::Contract(field) => field.label(),
        }
    }

    /// Returns the path used in validation errors, for example `person.email` or `custom.Tier`.
    pub fn path(&self) -> String {
        match self {
            Self::Field(field) => field.path().into(),
            Self::Custom(name) => format!("custom.{name}"),
            Self::RecordId => RECORD_ID.into(),
            Self::Contract(field) => field.code().into(),
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
            Target::RecordId => RECORD_ID.into(),
            Target::Contract(field) => field.code().into(),
        }
    }
}

impl TryFrom<String> for Target {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        if let Some(name) = code.strip_prefix(CUSTOM) {
            return Ok(Self::Custom(name.into()));
        }
        if code == RECORD_ID {
            return Ok(Self::RecordId);
        }
        Field::from_code(&code)
            .map(Self::Field)
            .or_else(|| ContractField::from_code(&code).map(Self::Contract))
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
                    "The code of a field such as firstName or policyNumber, custom: followed by the name of a custom field, or recordId",
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

/// Returns all targets: the fields, and for contacts the record id and the custom fields.
pub fn choices(upload_type: impl Into<UploadType>, custom_fields: &[String]) -> Vec<TargetChoice> {
    let upload_type = upload_type.into();
    let targets: Vec<Target> = match (upload_type.contact_kind(), upload_type.line()) {
        (Some(kind), _) => {
            let fields = Field::ALL.iter().filter(|field| field.is_for(kind));
            let own = custom_fields.iter().map(|name| Target::Custom(name.clone()));
            fields
                .map(|field| Target::Field(*field))
                .chain([Target::RecordId])
                .chain(own)
                .collect()
        }
        (None, Some(line)) => ContractField::all(line).map(Target::Contract).collect(),
        (None, None) => Vec::new(),
    };
    let choice = |target: Target| TargetChoice {
        label: target.label().into(),
        target,
    };
    targets.into_iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::ContactKind;
    use crate::contract::Line;

    #[test]
    fn contact_and_contract_codes_differ() {
        for line in Line::ALL {
            for field in ContractField::all(*line) {
                assert_eq!(Field::from_code(field.code()), None, "{}", field.code());
                assert_eq!(
                    Target::try_from(field.code().to_owned()),
                    Ok(Target::Contract(field))
                );
            }
        }
    }

    #[test]
    fn targets_serialize_as_codes() {
        for (target, code) in [
            (Target::Field(Field::Line1), "\"addressLine1\""),
            (Target::Custom("Tier: a".into()), "\"custom:Tier: a\""),
            (Target::RecordId, "\"recordId\""),
        ] {
            assert_eq!(serde_json::to_string(&target).unwrap(), code);
            assert_eq!(serde_json::from_str::<Target>(code).unwrap(), target);
        }
        assert!(serde_json::from_str::<Target>("\"shoeSize\"").is_err());
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
