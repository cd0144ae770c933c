//! Features of the portal and the default permissions of each role.

use super::role::Role;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
#[cfg(feature = "openapi")]
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// Read and write access to a feature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Access {
    pub read: bool,
    pub write: bool,
}

const NO: Access = Access {
    read: false,
    write: false,
};
const R: Access = Access {
    read: true,
    write: false,
};
const W: Access = Access {
    read: false,
    write: true,
};
const RW: Access = Access {
    read: true,
    write: true,
};

macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident = $name:literal: $firm:expr, $admin:expr;)+) => {
        /// A feature that permissions apply to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        pub enum Feature {
            $($(#[$doc])* #[serde(rename = $name)] $variant),+
        }

        impl Feature {
            /// All features in table order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns the name used on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// Returns the default access by role number: first firm users, then staff users.
            const fn grants(self) -> ([Access; 5], [Access; 5]) {
                match self { $(Self::$variant => ($firm, $admin)),+ }
            }
        }
    };
}

/// Names of the features. The derived schema would not see that the macro renames the variants.
#[cfg(feature = "openapi")]
impl PartialSchema for Feature {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A feature that permissions apply to."))
            .enum_values(Some(Self::ALL.map(Self::name)))
            .into()
    }
}
#[cfg(feature = "openapi")]
impl ToSchema for Feature {}

// Firm users: account administrator, professional, office manager, view only, outside advisor.
// Staff: system administrator, operations manager, customer success, document processor, auditor.
features! {
    /// The support button.
    CanViewSupport = "canViewSupport": [R, R, R, R, R], [R, R, R, R, R];
    ShowQuickSearch = "showQuickSearch": [R, R, R, R, R], [R, R, R, NO, R];
    /// The settings button and the user's own preferences.
    Settings = "settings": [RW, RW, RW, RW, RW], [RW, RW, RW, RW, R];
    /// The notifications bell.
    CanViewMyNotifications = "canViewMyNotifications": [RW, RW, RW, RW, RW], [RW, RW, RW, RW, R];
    /// Switching accounts.
    SelectAccount = "selectAccount": [RW, RW, RW, RW, RW], [RW, RW, RW, RW, RW];
    Home = "home": [R, R, R, R, R], [R, R, R, R, R];

    /// Agents, owners and insureds. Deleting them needs [`Feature::DeleteContacts`].
    Contacts = "contacts": [RW, RW, RW, R, R], [RW, R, R, NO, R];
    AllPolicies = "allPolicies": [RW, RW, RW, R, R], [RW, R, R, R, R];
    Annuities = "annuities": [RW, RW, RW, R, R], [RW, R, R, R, R];
    Trusts = "trusts": [RW, RW, RW, R, R], [RW, R, R, NO, R];
    /// Deleting and restoring agents, owners and insureds.
    DeleteContacts = "deleteContacts": [W, NO, NO, NO, NO], [W, NO, NO, NO, NO];
    /// Finding, merging and unmerging duplicates.
    EnhancedMerge = "enhancedMerge": [RW, NO, NO, NO, NO], [RW, NO, NO, NO, R];

    PolicyReports = "policyReports": [RW, RW, RW, R, NO], [RW, NO, NO, NO, R];
    ContactReports = "contactReports": [RW, RW, RW, R, NO], [RW, NO, NO, NO, R];
    StaleReports = "staleReports": [RW, RW, RW, R, NO], [RW, NO, NO, NO, R];
    Analytics = "analytics": [R, R, R, R, NO], [R, NO, NO, NO, R];
    Insights = "insights": [R, R, R, R, NO], [R, NO, NO, NO, R];
    ShareReports = "shareReports": [RW, RW, NO, NO, NO], [RW, NO, NO, NO, NO];

    Cohorts = "cohorts": [RW, RW, R, NO, NO], [RW, NO, NO, NO, R];
    ImportData = "importData": [RW, RW, R, NO, NO], [RW, RW, NO, NO, R];
    ExportData = "exportData": [W, W, W, NO, NO], [W, NO, NO, NO, NO];

    /// Books of business and report summaries.
    Deliverables = "deliverables": [RW, RW, RW, R, R], [RW, NO, NO, NO, R];
    PolicyReviews = "policyReviews": [RW, RW, RW, R, R], [RW, NO, NO, NO, R];
    AnnuityReviews = "annuityReviews": [RW, RW, RW, R, R], [RW, NO, NO, NO, R];
    /// Finalizing deliverables and reviews.
    FinalReview = "finalReview": [W, W, NO, NO, NO], [W, NO, NO, NO, NO];
    BestInterest = "bestInterest": [RW, RW, R, R, NO], [RW, NO, NO, NO, R];
    InsuredMedical = "insuredMedical": [RW, RW, NO, NO, NO], [NO, NO, NO, NO, NO];
    /// Viewing full SSNs and EINs.
    RevealIdentifiers = "revealIdentifiers": [R, R, NO, NO, NO], [NO, NO, NO, NO, NO];

    Servicing = "servicing": [RW, RW, RW, R, NO], [RW, RW, NO, RW, R];
    DocumentRequests = "documentRequests": [RW, RW, RW, R, NO], [RW, RW, NO, RW, R];
    DocumentProcessing = "documentProcessing": [RW, RW, RW, R, NO], [RW, RW, NO, RW, R];
    AiDocumentProcessing = "aiDocumentProcessing": [RW, RW, RW, R, NO], [RW, RW, NO, RW, R];
    Portfolios = "portfolios": [RW, RW, RW, R, NO], [RW, NO, NO, NO, R];
    Collaborations = "collaborations": [RW, RW, R, NO, NO], [RW, NO, NO, NO, R];
    PolicyGuard = "policyGuard": [RW, RW, RW, R, NO], [RW, RW, NO, NO, R];
    Tasks = "tasks": [RW, RW, RW, R, NO], [RW, RW, RW, RW, R];
    OwnerAuthorizations = "ownerAuthorizations": [RW, RW, RW, R, NO], [RW, NO, NO, NO, R];
    VerificationOfCoverage = "verificationOfCoverage": [RW, RW, RW, R, NO], [RW, NO, NO, NO, R];
    DocumentGeneration = "documentGeneration": [RW, RW, RW, R, NO], [RW, NO, NO, NO, R];

    ManageUsers = "manageUsers": [RW, NO, NO, NO, NO], [RW, NO, R, NO, R];
    FirmSettings = "firmSettings": [RW, NO, NO, NO, NO], [RW, NO, R, NO, R];
    AuditLog = "auditLog": [RW, NO, NO, NO, NO], [RW, NO, NO, NO, R];
    /// Sessions of widgets embedded in partner sites.
    EmbedSessions = "embedSessions": [RW, NO, NO, NO, NO], [RW, NO, NO, NO, R];

    Firms = "firms": [NO, NO, NO, NO, NO], [RW, R, R, NO, R];
    AdminUsers = "adminUsers": [NO, NO, NO, NO, NO], [RW, NO, NO, NO, R];
    Carriers = "carriers": [NO, NO, NO, NO, NO], [RW, RW, R, R, R];
    BulkOperations = "bulkOperations": [NO, NO, NO, NO, NO], [RW, RW, NO, NO, R];
    LetterOrdering = "letterOrdering": [NO, NO, NO, NO, NO], [RW, RW, NO, NO, R];
    /// Staff access to the contacts of all firms.
    ContactManagement = "contactManagement": [NO, NO, NO, NO, NO], [RW, RW, R, NO, R];
    ApiIntegrationDashboard = "apiIntegrationDashboard": [NO, NO, NO, NO, NO], [RW, RW, R, NO, R];
    /// Looking up contracts across all firms.
    PolicySearch = "policySearch": [NO, NO, NO, NO, NO], [R, R, R, R, R];
    /// Impersonating another user.
    Impersonate = "impersonate": [NO, NO, NO, NO, NO], [W, NO, W, NO, NO];
}

/// Returns the default access of a role to every feature.
pub fn features(role: Role) -> Features {
    let mut features = Features::default();
    for feature in Feature::ALL {
        let (firm, admin) = feature.grants();
        features.0[feature as usize] = match role {
            Role::Firm(user_type) => firm[usize::from(user_type.number()) - 1],
            Role::Admin(user_type) => admin[usize::from(user_type.number()) - 1],
        };
    }
    features
}

/// Access to every feature. Denied by default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features([Access; Feature::ALL.len()]);

impl Default for Features {
    fn default() -> Self {
        Self([NO; Feature::ALL.len()])
    }
}

impl Features {
    pub fn access(&self, feature: Feature) -> Access {
        self.0[feature as usize]
    }

    /// Overrides the access to one feature.
    #[must_use]
    pub fn with(mut self, feature: Feature, access: Access) -> Self {
        self.0[feature as usize] = access;
        self
    }
}

/// Serializes as a map from feature name to access, with every feature.
impl Serialize for Features {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for feature in Feature::ALL {
            map.serialize_entry(feature.name(), &self.access(feature))?;
        }
        map.end()
    }
}

#[cfg(feature = "openapi")]
impl PartialSchema for Features {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let access = utoipa::openapi::Ref::from_schema_name("Access");
        let mut object = utoipa::openapi::ObjectBuilder::new().description(Some("Access by feature name."));
        for feature in Feature::ALL {
            object = object
                .property(feature.name(), access.clone())
                .required(feature.name());
        }
        object.into()
    }
}

#[cfg(feature = "openapi")]
impl ToSchema for Features {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        schemas.push((Access::name().into(), Access::schema()));
    }
}

/// Ignores unknown feature names. Missing features are denied.
impl<'de> Deserialize<'de> for Features {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByName;

        impl<'de> Visitor<'de> for ByName {
            type Value = Features;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("features by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Features, A::Error> {
                let mut features = Features::default();
                while let Some(name) = map.next_key::<String>()? {
                    match Feature::ALL.into_iter().find(|feature| feature.name() == name) {
                        Some(feature) => features.0[feature as usize] = map.next_value()?,
                        None => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(features)
            }
        }

        deserializer.deserialize_map(ByName)
    }
}
