use super::*;
use AdminUserType::{Auditor, SystemAdministrator};
use Feature::*;
use FirmUserType::{AccountAdministrator, OfficeManager, Professional, TrustedAdvisor, ViewOnly};

const ROLES: [FirmUserType; 5] = [
    AccountAdministrator,
    Professional,
    OfficeManager,
    ViewOnly,
    TrustedAdvisor,
];

/// Returns the access of each type of firm user: `rw`, `r`, `w` or `-`.
fn row(feature: Feature) -> String {
    let mark = |user_type| {
        let Access { read, write } = feature::features(Role::Firm(user_type)).access(feature);
        ["-", "w", "r", "rw"][usize::from(read) * 2 + usize::from(write)]
    };
    ROLES.map(mark).join(" ")
}

#[test]
fn firm_users_match_the_default_matrix() {
    for (features, expected) in [
        (vec![Contacts, AllPolicies, Annuities], "rw rw rw r r"),
        (vec![DeleteContacts], "w - - - -"),
        (vec![EnhancedMerge], "rw - - - -"),
        (vec![PolicyReports, ContactReports, StaleReports], "rw rw rw r -"),
        (vec![ShareReports], "rw rw - - -"),
        (vec![Cohorts, ImportData], "rw rw r - -"),
        (vec![Deliverables, PolicyReviews, AnnuityReviews], "rw rw rw r r"),
        (vec![FinalReview], "w w - - -"),
        (vec![BestInterest], "rw rw r r -"),
        (vec![InsuredMedical], "rw rw - - -"),
        (vec![RevealIdentifiers], "r r - - -"),
        (vec![ExportData], "w w w - -"),
        (vec![ManageUsers, FirmSettings, AuditLog], "rw - - - -"),
        (vec![Home, CanViewSupport, ShowQuickSearch], "r r r r r"),
        (
            vec![
                Firms,
                AdminUsers,
                Carriers,
                BulkOperations,
                LetterOrdering,
                ContactManagement,
            ],
            "- - - - -",
        ),
        (
            vec![ApiIntegrationDashboard, PolicySearch, Impersonate],
            "- - - - -",
        ),
    ] {
        for feature in features {
            assert_eq!(row(feature), expected, "{}", feature.name());
        }
    }
}

#[test]
fn row_scope_by_user_type() {
    let scopes = ROLES.map(|user_type| role::scope_kind(Role::Firm(user_type)));
    use ScopeKind::{All, Block, Shared, Supported};
    assert_eq!(scopes, [All, Block, Supported, All, Shared]);
}

#[test]
fn system_administrator_lacks_only_medical_data_and_identifiers() {
    let permissions = Permissions::of(Role::Admin(SystemAdministrator));
    let refused: Vec<_> = Feature::ALL
        .into_iter()
        .filter(|f| !permissions.can_read(*f) && !permissions.can_write(*f))
        .collect();
    assert_eq!(refused, [InsuredMedical, RevealIdentifiers]);
}

#[test]
fn auditor_has_no_write_access_to_firms() {
    let permissions = Permissions::of(Role::Admin(Auditor));
    let written: Vec<_> = Feature::ALL
        .into_iter()
        .filter(|feature| permissions.can_write(*feature))
        .collect();
    assert_eq!(written, [SelectAccount]);
    assert!(permissions.can_read(AuditLog) && permissions.can_read(Contacts));
    assert!(!permissions.can_read(RevealIdentifiers));
}

#[test]
fn write_access_implies_read_access() {
    for feature in Feature::ALL {
        if [DeleteContacts, ExportData, FinalReview, Impersonate].contains(&feature) {
            continue;
        }
        for number in 1..=5 {
            let roles = [
                FirmUserType::from_number(number).map(Role::Firm),
                AdminUserType::from_number(number).map(Role::Admin),
            ];
            for role in roles.into_iter().flatten() {
                let Access { read, write } = feature::features(role).access(feature);
                assert!(read || !write, "{} of {role:?}", feature.name());
            }
        }
    }
}

#[test]
fn unknown_user_types_have_a_label_and_no_permissions() {
    assert_eq!(FirmUserType::label_of(1), "Account Administrator");
    assert_eq!(FirmUserType::label_of(9), "Unknown (9)");
    assert_eq!(AdminUserType::label_of(6), "Unknown (6)");
    let none = Permissions::none();
    assert!(
        Feature::ALL
            .into_iter()
            .all(|feature| !none.can_read(feature) && !none.can_write(feature))
    );
}

#[test]
fn features_serialize_by_name() {
    let permissions = Permissions::of(Role::Firm(ViewOnly));
    let json = serde_json::to_value(&permissions).unwrap();
    assert_eq!(json["features"].as_object().unwrap().len(), Feature::ALL.len());
    assert_eq!(
        json["features"]["contacts"],
        serde_json::json!({ "read": true, "write": false })
    );
    assert_eq!(json["features"]["aiDocumentProcessing"]["write"], false);
    assert_eq!(json["scope"], "All");
    assert_eq!(serde_json::from_value::<Permissions>(json).unwrap(), permissions);
    for feature in Feature::ALL {
        assert_eq!(serde_json::to_value(feature).unwrap(), feature.name());
    }
}

#[test]
fn ignores_unknown_features() {
    let json = r#"{ "features": { "teleport": { "read": true }, "home": { "read": true, "write": false } }, "scope": "Block" }"#;
    let permissions: Permissions = serde_json::from_str(json).unwrap();
    assert!(permissions.can_read(Home));
    assert!(!permissions.can_read(Contacts));
}

/// Pairs of features that open rows of the same list. The list needs only the first one.
const SAME_ACCESS: [(Feature, Feature); 1] = [(AllPolicies, Annuities)];

#[test]
fn roles_have_the_same_access_to_features_of_one_list() {
    let firm = FirmUserType::ALL.iter().copied().map(Role::Firm);
    let staff = AdminUserType::ALL.iter().copied().map(Role::Admin);
    for role in firm.chain(staff) {
        let permissions = Permissions::of(role);
        for (one, other) in SAME_ACCESS {
            assert_eq!(permissions.can_read(one), permissions.can_read(other), "{role:?}");
        }
    }
}
