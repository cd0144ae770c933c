//! Permissions: features by role, and row scope.

pub mod feature;
pub mod impersonation;
pub mod role;

pub use feature::{Access, Feature, Features};
pub use impersonation::ImpersonationRequest;
pub use role::{AdminUserType, FirmUserType, Role, ScopeKind};

use serde::{Deserialize, Serialize};

/// Permissions of a user in the current firm. Denied by default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Permissions {
    /// Access by feature name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<Feature, Access>"))]
    pub features: Features,
    pub scope: ScopeKind,
}

impl Permissions {
    /// Returns the default permissions of a role.
    pub fn of(role: Role) -> Self {
        Self {
            features: feature::features(role),
            scope: role::scope_kind(role),
        }
    }

    /// Returns empty permissions, for users whose type this version does not know.
    pub fn none() -> Self {
        Self {
            features: Features::default(),
            scope: ScopeKind::Shared,
        }
    }

    pub fn can_read(&self, feature: Feature) -> bool {
        self.features.access(feature).read
    }

    pub fn can_write(&self, feature: Feature) -> bool {
        self.features.access(feature).write
    }
}

#[cfg(test)]
mod tests;
