//! All entries of the navigation menu. A planned page is hidden until it is built.
//!
//! Each entry names the feature that a user must be able to read. The features of each role are in
//! `permission/feature.rs`. [`super::visible`] filters the entries by a user's permissions.

use super::{Item, MenuIcon, group, page, planned};
use crate::list::analysis::PAGES;
use crate::permission::Feature;

pub(super) const MENU: &[Item] = &[
    page("Home", "/", Feature::Home),
    group("Business", BUSINESS),
    group("People", PEOPLE),
    group("Reports", REPORTS),
    group("Servicing", SERVICING).requires(Feature::Servicing),
    group("PolicyGuard", POLICY_GUARD),
    group("Administration", ADMINISTRATION),
    group("Workflows", WORKFLOWS),
    // Pages that span firms. Only staff have the PolicySearch feature, and every staff role has it.
    group("Operations", OPERATIONS).requires(Feature::PolicySearch),
];

const BUSINESS: &[Item] = &[
    page("Life Policies", "/business/policies", Feature::AllPolicies),
    page("Annuities", "/business/annuities", Feature::Annuities),
    page("Best Interest", "/business/bestinterest", Feature::BestInterest),
    page("Beneficiaries", "/business/beneficiaries", Feature::AllPolicies),
    page("Transactions", "/business/transactions", Feature::AllPolicies),
    group(
        "Trusts",
        &[
            page("Grantors", "/business/trust/grantors/list", Feature::Trusts),
            page("Manage", "/business/trust/manage/list", Feature::Trusts),
            page(
                "Premium Gifts",
                "/business/trust/premiumgifts/list",
                Feature::Trusts,
            ),
            page(
                "Trust Beneficiaries",
                "/business/trust/beneficiaries/list",
                Feature::Trusts,
            ),
            page("Trustees", "/business/trust/trustees/list", Feature::Trusts),
        ],
    ),
];

const PEOPLE: &[Item] = &[
    page("Agents", "/people/agents", Feature::Contacts),
    page("Insureds", "/people/insureds", Feature::Contacts),
    page("Owners", "/people/owners", Feature::Contacts),
    page(
        "Medical Requests",
        "/people/medicalrequests",
        Feature::InsuredMedical,
    ),
    page("Cohorts", "/people/cohorts", Feature::Cohorts),
    page("Uploads", "/people/uploads", Feature::ImportData),
];

const REPORTS: &[Item] = &[
    page("Policy Reports", "/reports/policies", Feature::PolicyReports),
    page(
        "All Policy Reports",
        "/reports/allpolicies",
        Feature::PolicyReports,
    ),
    page("Annuity Reports", "/reports/annuities", Feature::PolicyReports),
    page("Agent Reports", "/reports/agents", Feature::ContactReports),
    page("Insured Reports", "/reports/insureds", Feature::ContactReports),
    page("Owner Reports", "/reports/owners", Feature::ContactReports),
    page("Insights", "/reports/dashboard/insights", Feature::Insights),
    page("Policy Dashboard", "/reports/dashboard", Feature::Analytics),
    group("Analytics", &ANALYTICS),
];

const ANALYTICS: [Item; PAGES.len()] = {
    let mut items = [const { page("", "", Feature::Analytics) }; PAGES.len()];
    let mut i = 0;
    while i < PAGES.len() {
        items[i] = page(PAGES[i].title, PAGES[i].path, Feature::Analytics);
        i += 1;
    }
    items
};

const SERVICING: &[Item] = &[
    planned(
        "Document Requests",
        "/servicing/documentrequests",
        Feature::DocumentRequests,
    ),
    planned(
        "Document Processing",
        "/servicing/documentprocessing",
        Feature::DocumentProcessing,
    ),
    planned(
        "Document Processing Uploads",
        "/servicing/documentprocessing/uploads",
        Feature::AiDocumentProcessing,
    ),
    planned("Policy Reviews", "/servicing/reviews", Feature::PolicyReviews),
    planned(
        "Annuity Reviews",
        "/servicing/reviews/annuities",
        Feature::AnnuityReviews,
    ),
    planned("Portfolios", "/servicing/portfolios", Feature::Portfolios),
    planned(
        "Collaborations",
        "/servicing/collaborations/requests",
        Feature::Collaborations,
    ),
];

const POLICY_GUARD: &[Item] = &[
    planned("Dashboard", "/policyguard", Feature::PolicyGuard),
    planned("Tracking", "/policyguard/tracking", Feature::PolicyGuard),
];

const ADMINISTRATION: &[Item] = &[
    page(
        "Duplicate Management",
        "/administration/duplicates",
        Feature::EnhancedMerge,
    ),
    planned("Tasks", "/administration/tasks", Feature::Tasks),
    planned(
        "Policy Search Portal",
        "/administration/policysearch",
        Feature::PolicySearch,
    ),
];

const WORKFLOWS: &[Item] = &[
    planned(
        "Verification Of Coverage",
        "/coventry",
        Feature::VerificationOfCoverage,
    ),
    planned(
        "Closing Package",
        "/document-generation",
        Feature::DocumentGeneration,
    ),
    planned("Collaborations", "/collaborations", Feature::Collaborations),
];

const OPERATIONS: &[Item] = &[
    page("Firms", "/operations/firms", Feature::Firms).with_icon(MenuIcon::Firms),
    planned(
        "Process Documents",
        "/servicing/documentprocessing/process",
        Feature::DocumentProcessing,
    )
    .with_icon(MenuIcon::Documents),
    planned("Admin Users", "/operations/users", Feature::AdminUsers).with_icon(MenuIcon::AdminUsers),
    page("Standard Templates", "/operations/templates", Feature::Firms).with_icon(MenuIcon::Documents),
    page("Carriers", "/operations/carriers", Feature::Carriers).with_icon(MenuIcon::Carriers),
    planned("Bulk Operations", "/operations/bulk", Feature::BulkOperations).with_icon(MenuIcon::Bulk),
    planned(
        "Letter Ordering",
        "/operations/letterordering",
        Feature::LetterOrdering,
    )
    .with_icon(MenuIcon::Letters),
    group(
        "People",
        &[
            planned("Owners", "/operations/owners", Feature::ContactManagement),
            planned(
                "Insureds",
                "/operations/people/insureds",
                Feature::ContactManagement,
            ),
            planned("Agents", "/operations/agents", Feature::ContactManagement),
        ],
    )
    .with_icon(MenuIcon::People),
    group(
        "PolicyGuard",
        &[
            planned("Tracking", "/operations/policyguard", Feature::PolicyGuard),
            planned(
                "Settings",
                "/operations/policyguard/settings",
                Feature::PolicyGuard,
            ),
        ],
    )
    .with_icon(MenuIcon::PolicyGuard),
    group(
        "API Integration",
        &[
            planned(
                "Dashboard",
                "/operations/apiintegration",
                Feature::ApiIntegrationDashboard,
            ),
            planned(
                "Details",
                "/operations/apiintegration/details",
                Feature::ApiIntegrationDashboard,
            ),
        ],
    )
    .with_icon(MenuIcon::ApiIntegration),
];
