//! Impersonation of firm users by staff: validation of requests and restriction of permissions.
//!
//! [`Feature::Impersonate`] says which roles may impersonate, `server/src/routes/impersonation.rs` which users can be
//! impersonated.

use super::{Access, Feature, Permissions};
use crate::problem::Findings;
use crate::text::clean;
use serde::{Deserialize, Serialize};

pub const REASON_CHARS: std::ops::RangeInclusive<usize> = 10..=500;
pub const MINUTES: std::ops::RangeInclusive<u16> = 1..=60;

/// Request by a staff user to impersonate another user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImpersonationRequest {
    /// Key of the user to impersonate, in the firm that the staff user has opened.
    pub user_key: String,
    /// 10 to 500 characters. Shown to the impersonated user.
    pub reason: String,
    /// 1 to 60.
    pub minutes: u16,
    /// Whether the staff user can make changes. Default: no
    #[serde(default)]
    pub write: bool,
}

/// Returns the request with its reason cleaned, and its validation errors.
pub fn check(mut request: ImpersonationRequest) -> (ImpersonationRequest, Findings) {
    let mut findings = Findings::default();
    request.reason = clean(&request.reason);
    if !REASON_CHARS.contains(&request.reason.chars().count()) {
        findings.fault("reason", "length", "Enter a reason of 10 to 500 characters.");
    }
    if !MINUTES.contains(&request.minutes) {
        findings.fault("minutes", "out_of_range", "Choose 1 to 60 minutes.");
    }
    if !(1..=100).contains(&request.user_key.len()) || request.user_key.contains('\0') {
        findings.fault("userKey", "length", "Choose a user.");
    }
    (request, findings)
}

/// Features that are denied during impersonation.
const WITHHELD: [Feature; 10] = [
    Feature::RevealIdentifiers,
    Feature::InsuredMedical,
    Feature::ExportData,
    Feature::EnhancedMerge,
    Feature::DeleteContacts,
    Feature::ManageUsers,
    Feature::FirmSettings,
    Feature::EmbedSessions,
    Feature::Impersonate,
    Feature::SelectAccount,
];

/// Features that are read-only during impersonation. Notifications must stay visible to the user, including
/// the one about the impersonation.
const READ_ONLY: [Feature; 2] = [Feature::ImportData, Feature::CanViewMyNotifications];

impl Permissions {
    /// Restricts a user's permissions for impersonation.
    #[must_use]
    pub fn for_impersonation(mut self, may_write: bool) -> Self {
        for feature in Feature::ALL {
            let own = self.features.access(feature);
            let is_withheld = WITHHELD.contains(&feature);
            let left = Access {
                read: own.read && !is_withheld,
                write: own.write && may_write && !is_withheld && !READ_ONLY.contains(&feature),
            };
            self.features = self.features.with(feature, left);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permission::{AdminUserType, FirmUserType, Role};

    fn roles() -> impl Iterator<Item = Role> {
        let firm = FirmUserType::ALL.iter().copied().map(Role::Firm);
        firm.chain(AdminUserType::ALL.iter().copied().map(Role::Admin))
    }

    #[test]
    fn impersonation_never_adds_permissions() {
        for role in roles() {
            let own = Permissions::of(role);
            for may_write in [false, true] {
                let left = own.clone().for_impersonation(may_write);
                assert_eq!(left.scope, own.scope);
                for feature in Feature::ALL {
                    assert!(
                        !left.can_read(feature) || own.can_read(feature),
                        "{role:?} {feature:?}"
                    );
                    assert!(
                        !left.can_write(feature) || own.can_write(feature),
                        "{role:?} {feature:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn impersonation_is_read_only_by_default() {
        for role in roles() {
            let left = Permissions::of(role).for_impersonation(false);
            assert!(
                Feature::ALL.into_iter().all(|feature| !left.can_write(feature)),
                "{role:?}"
            );
        }
    }

    /// Lists all access that an account administrator loses during impersonation with write access.
    #[test]
    fn impersonation_with_write_access_withholds_features() {
        let own = Permissions::of(Role::Firm(FirmUserType::AccountAdministrator));
        let left = own.clone().for_impersonation(true);
        let mark = |permissions: &Permissions, feature| {
            let Access { read, write } = permissions.features.access(feature);
            ["-", "w", "r", "rw"][usize::from(read) * 2 + usize::from(write)]
        };
        let changed: Vec<_> = Feature::ALL
            .into_iter()
            .filter(|feature| own.features.access(*feature) != left.features.access(*feature))
            .map(|feature| {
                format!(
                    "{} {} {}",
                    feature.name(),
                    mark(&own, feature),
                    mark(&left, feature)
                )
            })
            .collect();
        assert_eq!(
            changed,
            [
                "canViewMyNotifications rw r",
                "selectAccount rw -",
                "deleteContacts w -",
                "enhancedMerge rw -",
                "importData rw r",
                "exportData w -",
                "insuredMedical rw -",
                "revealIdentifiers r -",
                "manageUsers rw -",
                "firmSettings rw -",
                "embedSessions rw -",
            ]
        );
        let staff = Permissions::of(Role::Admin(AdminUserType::SystemAdministrator));
        assert_eq!(mark(&staff, Feature::Impersonate), "w");
        assert_eq!(mark(&staff.for_impersonation(true), Feature::Impersonate), "-");
    }

    #[test]
    fn validates_impersonation_request() {
        let request = |user_key: &str, reason: &str, minutes| {
            let (request, findings) = check(ImpersonationRequest {
                user_key: user_key.into(),
                reason: reason.into(),
                minutes,
                write: false,
            });
            let fields: Vec<_> = findings.0.into_iter().map(|finding| finding.field).collect();
            (request.reason, fields.join(" "))
        };
        for (user_key, reason, minutes, fields) in [
            ("u1", "Ticket 4711, wrong totals", 30, ""),
            ("u1", "ten chars!", 1, ""),
            ("u1", "nine char", 60, "reason"),
            ("u1", "  nine  chr  ", 60, "reason"),
            ("u1", "Ticket 4711, wrong totals", 0, "minutes"),
            ("u1", "Ticket 4711, wrong totals", 61, "minutes"),
            ("", "", 61, "reason minutes userKey"),
            ("a\0b", "Ticket 4711, wrong totals", 30, "userKey"),
        ] {
            assert_eq!(
                request(user_key, reason, minutes).1,
                fields,
                "{user_key} {reason} {minutes}"
            );
        }
        assert_eq!(request("u1", &"é".repeat(500), 30).1, "");
        assert_eq!(request("u1", &"é".repeat(501), 30).1, "reason");
        assert_eq!(
            request("u1", " Ticket\n4711,  wrong totals ", 30).0,
            "Ticket 4711, wrong totals"
        );
    }
}
