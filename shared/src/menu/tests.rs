use super::*;
use crate::permission::{Access, AdminUserType, FirmUserType, Role};
use crate::planned;

const READ: Access = Access {
    read: true,
    write: false,
};

fn granted(features: &[Feature]) -> Permissions {
    let mut permissions = Permissions::none();
    for feature in features {
        permissions.features = permissions.features.with(*feature, READ);
    }
    permissions
}

/// Formats entries as `Home=/ People(Agents=/people/agents …)`.
fn outline(entries: &[MenuEntry]) -> String {
    let shown = |entry: &MenuEntry| match &entry.path {
        Some(path) => format!("{}={path}", entry.label),
        None => format!("{}({})", entry.label, outline(&entry.children)),
    };
    entries.iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// Returns the labels and paths of all pages. Labels have the form `Group / Page`.
fn pages(entries: &[MenuEntry], above: &str) -> Vec<(String, String)> {
    entries
        .iter()
        .flat_map(|entry| {
            let name = if above.is_empty() {
                entry.label.clone()
            } else {
                format!("{above} / {}", entry.label)
            };
            let own = entry.path.clone().map(|path| (name.clone(), path));
            let below = pages(&entry.children, &name);
            own.into_iter().chain(below)
        })
        .collect()
}

/// Returns every role with its letter in [`WHO_SEES_WHAT`].
fn roles() -> Vec<(char, Role)> {
    let firm = "APMVO"
        .chars()
        .zip(FirmUserType::ALL.iter().map(|one| Role::Firm(*one)));
    let staff = "socda"
        .chars()
        .zip(AdminUserType::ALL.iter().map(|one| Role::Admin(*one)));
    firm.chain(staff).collect()
}

fn everything(_item: &Item) -> bool {
    true
}

/// Roles by letter: account administrator, professional, office manager, view only, outside advisor; system
/// administrator, operations manager, customer success, document processor, auditor.
const WHO_SEES_WHAT: &str = "
APMVOsocda /                                         Home
APMVOsocda /business/policies                        Business / Life Policies
APMVOsocda /business/annuities                       Business / Annuities
APMV.s...a /business/bestinterest                    Business / Best Interest
APMVOsocda /business/beneficiaries                   Business / Beneficiaries
APMVOsocda /business/transactions                    Business / Transactions
APMVOsoc.a /business/trust/grantors/list             Business / Trusts / Grantors
APMVOsoc.a /business/trust/manage/list               Business / Trusts / Manage
APMVOsoc.a /business/trust/premiumgifts/list         Business / Trusts / Premium Gifts
APMVOsoc.a /business/trust/beneficiaries/list        Business / Trusts / Trust Beneficiaries
APMVOsoc.a /business/trust/trustees/list             Business / Trusts / Trustees
APMVOsoc.a /people/agents                            People / Agents
APMVOsoc.a /people/insureds                          People / Insureds
APMVOsoc.a /people/owners                            People / Owners
AP........ /people/medicalrequests                   People / Medical Requests
APM..s...a /people/cohorts                           People / Cohorts
APM..so..a /people/uploads                           People / Uploads
APMV.s...a /reports/policies                         Reports / Policy Reports
APMV.s...a /reports/allpolicies                      Reports / All Policy Reports
APMV.s...a /reports/annuities                        Reports / Annuity Reports
APMV.s...a /reports/agents                           Reports / Agent Reports
APMV.s...a /reports/insureds                         Reports / Insured Reports
APMV.s...a /reports/owners                           Reports / Owner Reports
APMV.s...a /reports/dashboard/insights               Reports / Insights
APMV.s...a /reports/dashboard                        Reports / Policy Dashboard
APMV.s...a /reports/analytics/agents                 Reports / Analytics / Agents
APMV.s...a /reports/analytics/carriers               Reports / Analytics / Carriers
APMV.s...a /reports/analytics/otheradvisors          Reports / Analytics / Other Advisors
APMV.s...a /reports/analytics/policyanniversaries    Reports / Analytics / Policy Anniversaries
APMV.s...a /reports/analytics/beneficiaries          Reports / Analytics / Beneficiaries
APMV.s...a /reports/analytics/policyowner            Reports / Analytics / Policy Owners
APMV.s...a /reports/analytics/policystatus           Reports / Analytics / Policy Status
APMV.s...a /reports/analytics/premiums               Reports / Analytics / Premiums
APMV.s...a /reports/analytics/products               Reports / Analytics / Products
APMV.so.da /servicing/documentrequests               Servicing / Document Requests
APMV.so.da /servicing/documentprocessing             Servicing / Document Processing
APMV.so.da /servicing/documentprocessing/uploads     Servicing / Document Processing Uploads
APMV.s...a /servicing/reviews                        Servicing / Policy Reviews
APMV.s...a /servicing/reviews/annuities              Servicing / Annuity Reviews
APMV.s...a /servicing/portfolios                     Servicing / Portfolios
APM..s...a /servicing/collaborations/requests        Servicing / Collaborations
APMV.so..a /policyguard                              PolicyGuard / Dashboard
APMV.so..a /policyguard/tracking                     PolicyGuard / Tracking
A....s...a /administration/duplicates                Administration / Duplicate Management
APMV.socda /administration/tasks                     Administration / Tasks
.....socda /administration/policysearch              Administration / Policy Search Portal
APMV.s...a /coventry                                 Workflows / Verification Of Coverage
APMV.s...a /document-generation                      Workflows / Closing Package
APM..s...a /collaborations                           Workflows / Collaborations
.....soc.a /operations/firms                         Operations / Firms
.....so.da /servicing/documentprocessing/process     Operations / Process Documents
.....s...a /operations/users                         Operations / Admin Users
.....soc.a /operations/templates                     Operations / Standard Templates
.....socda /operations/carriers                      Operations / Carriers
.....so..a /operations/bulk                          Operations / Bulk Operations
.....so..a /operations/letterordering                Operations / Letter Ordering
.....soc.a /operations/owners                        Operations / People / Owners
.....soc.a /operations/people/insureds               Operations / People / Insureds
.....soc.a /operations/agents                        Operations / People / Agents
.....so..a /operations/policyguard                   Operations / PolicyGuard / Tracking
.....so..a /operations/policyguard/settings          Operations / PolicyGuard / Settings
.....soc.a /operations/apiintegration                Operations / API Integration / Dashboard
.....soc.a /operations/apiintegration/details        Operations / API Integration / Details
";

#[test]
fn menu_entries_by_role() {
    let seen: Vec<_> = roles()
        .into_iter()
        .map(|(letter, role)| {
            let menu = select(MENU, &Permissions::of(role), &everything);
            (letter, pages(&menu, ""))
        })
        .collect();
    let all = pages(&select(MENU, &granted(&Feature::ALL), &everything), "");
    let table: String = all
        .iter()
        .map(|page| {
            let who: String = seen
                .iter()
                .map(|(letter, theirs)| if theirs.contains(page) { *letter } else { '.' })
                .collect();
            format!("{who} {:<41} {}\n", page.1, page.0)
        })
        .collect();
    assert_eq!(table, WHO_SEES_WHAT.trim_start(), "\n{table}");
}

/// Lower this number when a page is built. It must never increase.
#[test]
fn planned_pages_never_increase() {
    assert_eq!(not_built().len(), 25);
}

#[test]
fn hides_unbuilt_pages() {
    let shown = pages(&visible(&granted(&Feature::ALL)), "");
    let shown: Vec<_> = shown.into_iter().map(|(_, path)| path).collect();
    assert_eq!(shown, built());
    let all = pages(&select(MENU, &granted(&Feature::ALL), &everything), "");
    assert_eq!(shown.len() + not_built().len(), all.len());
}

#[test]
fn planned_features_show_nothing() {
    for feature in planned::FEATURES {
        let granted = granted(&[Feature::PolicySearch, *feature]);
        assert_eq!(outline(&visible(&granted)), "", "{}", feature.name());
    }
}

#[test]
fn shows_entries_with_readable_features() {
    const ENTRIES: &[Item] = &[
        page("Home", "/", Feature::Home),
        group("People", &[page("Agents", "/people/agents", Feature::Contacts)]),
    ];
    let people = "People(Agents=/people/agents)";
    for (features, expected) in [
        (vec![], String::new()),
        (vec![Feature::Home], "Home=/".into()),
        (vec![Feature::Contacts], people.into()),
        (vec![Feature::Home, Feature::Contacts], format!("Home=/ {people}")),
    ] {
        assert_eq!(
            outline(&select(ENTRIES, &granted(&features), &|item| item.is_built)),
            expected
        );
    }
}

#[test]
fn group_requires_its_own_feature() {
    let reviews = "Servicing(Policy Reviews=/servicing/reviews)";
    for (features, expected) in [
        (vec![Feature::PolicyReviews], ""),
        (vec![Feature::Servicing], ""),
        (vec![Feature::PolicyReviews, Feature::Servicing], reviews),
    ] {
        assert_eq!(outline(&select(MENU, &granted(&features), &everything)), expected);
    }
}

#[test]
fn write_access_alone_hides_the_entry() {
    let mut permissions = Permissions::none();
    let write = Access {
        read: false,
        write: true,
    };
    permissions.features = permissions.features.with(Feature::Contacts, write);
    assert_eq!(visible(&permissions), []);
}

#[test]
fn drops_groups_without_visible_children() {
    const NESTED: &[Item] = &[group(
        "Outer",
        &[group("Inner", &[page("Page", "/page", Feature::Tasks)])],
    )];
    let shown = |features: &[Feature], is_there: &dyn Fn(&Item) -> bool| {
        outline(&select(NESTED, &granted(features), is_there))
    };
    assert_eq!(shown(&[Feature::Home], &everything), "");
    assert_eq!(shown(&[Feature::Tasks], &|_| false), "");
    assert_eq!(shown(&[Feature::Tasks], &everything), "Outer(Inner(Page=/page))");
}

#[test]
fn operations_entries_have_icons() {
    let menu = select(MENU, &granted(&Feature::ALL), &everything);
    for group in menu {
        for entry in group.children {
            assert_eq!(
                entry.icon.is_some(),
                group.label == "Operations",
                "{}",
                entry.label
            );
        }
    }
}
