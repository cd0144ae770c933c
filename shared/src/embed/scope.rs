//! Scopes of widget sessions: the actions beyond reading that a partner's backend allows.

use super::widget::Widget;
use crate::upload::upload_type::UploadType;
use serde::{Deserialize, Serialize};

/// An action of a widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EmbedScope {
    ImportAgents,
    ImportOwners,
    ImportInsureds,
    ImportPolicies,
    ImportAnnuities,
}

impl EmbedScope {
    pub const ALL: [Self; 5] = [
        Self::ImportAgents,
        Self::ImportOwners,
        Self::ImportInsureds,
        Self::ImportPolicies,
        Self::ImportAnnuities,
    ];

    /// Returns the code in JSON and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::ImportAgents => "importAgents",
            Self::ImportOwners => "importOwners",
            Self::ImportInsureds => "importInsureds",
            Self::ImportPolicies => "importPolicies",
            Self::ImportAnnuities => "importAnnuities",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.code() == code)
    }

    /// Returns the widget that has the scope.
    pub const fn widget(self) -> Widget {
        match self {
            Self::ImportAgents
            | Self::ImportOwners
            | Self::ImportInsureds
            | Self::ImportPolicies
            | Self::ImportAnnuities => Widget::Import,
        }
    }

    /// Returns the scope for importing records of this type.
    pub const fn of_import(upload_type: UploadType) -> Self {
        match upload_type {
            UploadType::Agents => Self::ImportAgents,
            UploadType::Owners => Self::ImportOwners,
            UploadType::Insureds => Self::ImportInsureds,
            UploadType::Policies => Self::ImportPolicies,
            UploadType::Annuities => Self::ImportAnnuities,
        }
    }

    /// Returns the type of records that the scope allows importing.
    pub fn upload_type(self) -> Option<UploadType> {
        UploadType::ALL
            .into_iter()
            .find(|upload_type| Self::of_import(*upload_type) == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_match_the_names_in_json() {
        for scope in EmbedScope::ALL {
            assert_eq!(serde_json::json!(scope), scope.code());
            assert_eq!(EmbedScope::from_code(scope.code()), Some(scope));
        }
        assert_eq!(EmbedScope::from_code("exportPolicies"), None);
    }

    #[test]
    fn every_import_has_a_scope() {
        for upload_type in UploadType::ALL {
            let scope = EmbedScope::of_import(upload_type);
            assert_eq!(scope.upload_type(), Some(upload_type));
            assert_eq!(scope.widget(), Widget::Import);
        }
    }
}
