//! Mapping targets: contact fields and custom fields.

pub use crate::contact::Field;
use crate::contact::{ContactKind, custom};
use serde::{Deserialize, Serialize};

/// Maximum length of a custom field's name, in characters.
pub const MAX_CUSTOM_NAME: usize = custom::MAX_NAME;

const CUSTOM: &str = "custom:";
/// Code of the target and key of the list column.
pub const RECORD_ID: &str = "recordId";

/// What a column is mapped to. Serialized as a field code such as `firstName`, as `custom:` followed by
/// the name of a custom field, or as `recordId`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "string"))]
pub enum Target {
    Field(Field),
    Custom(String),
    /// The record id of an exported contact, which the row is matched by.
    RecordId,
}

impl Target {
    pub fn field(&self) -> Option<Field> {
        match self {
            Self::Field(field) => Some(*field),
            Self::Custom(_) | Self::RecordId => None,
        }
    }

    /// Returns the display label.
    pub fn label(&self) -> &str {
        match self {
            Self::Field(field) => field.label(),
            Self::Custom(name) => name,
            Self::RecordId => "Record ID",
        }
    }

    /// Returns the path used in validation errors, for example `person.email` or `custom.Tier`.
    pub fn path(&self) -> String {
        match self {
            Self::Field(field) => field.path().into(),
            Self::Custom(name) => format!("custom.{name}"),
            Self::RecordId => RECORD_ID.into(),
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
                    "A field code such as firstName, custom: followed by the name of a custom field, or recordId",
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

/// Returns all targets for a kind of contact: its fields, the record id, then the custom fields.
pub fn choices(kind: ContactKind, custom_fields: &[String]) -> Vec<TargetChoice> {
    let own = custom_fields.iter().map(|name| Target::Custom(name.clone()));
    Field::ALL
        .iter()
        .filter(|field| field.is_for(kind))
        .map(|field| Target::Field(*field))
        .chain([Target::RecordId])
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
