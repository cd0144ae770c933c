//! What the specification lists for pages that are not built yet. Nothing uses these entries, except that the
//! menu hides the paths. Move an entry to the code that uses it when its page is built.

use crate::permission::Feature;

/// Menu paths without a page.
pub const PATHS: &[&str] = &[
    "/business/trust/grantors/list",
    "/business/trust/manage/list",
    "/business/trust/premiumgifts/list",
    "/business/trust/beneficiaries/list",
    "/business/trust/trustees/list",
    "/servicing/documentrequests",
    "/servicing/documentprocessing",
    "/servicing/documentprocessing/uploads",
    "/servicing/documentprocessing/process",
    "/servicing/reviews",
    "/servicing/reviews/annuities",
    "/servicing/portfolios",
    "/servicing/collaborations/requests",
    "/policyguard",
    "/policyguard/tracking",
    "/administration/duplicates",
    "/administration/tasks",
    "/administration/policysearch",
    "/coventry",
    "/document-generation",
    "/collaborations",
    "/operations/users",
    "/operations/bulk",
    "/operations/letterordering",
    "/operations/owners",
    "/operations/people/insureds",
    "/operations/agents",
    "/operations/policyguard",
    "/operations/policyguard/settings",
    "/operations/apiintegration",
    "/operations/apiintegration/details",
];

/// Features that no call or screen checks yet. The permissions of roles and the menu already have them.
pub const FEATURES: &[Feature] = &[
    Feature::Trusts,
    Feature::Deliverables,
    Feature::PolicyReviews,
    Feature::AnnuityReviews,
    Feature::FinalReview,
    Feature::BestInterest,
    Feature::InsuredMedical,
    Feature::Servicing,
    Feature::DocumentRequests,
    Feature::DocumentProcessing,
    Feature::AiDocumentProcessing,
    Feature::Portfolios,
    Feature::Collaborations,
    Feature::Tasks,
    Feature::OwnerAuthorizations,
    Feature::VerificationOfCoverage,
    Feature::DocumentGeneration,
    Feature::EmbedSessions,
    Feature::BulkOperations,
    Feature::LetterOrdering,
    Feature::ContactManagement,
    Feature::ApiIntegrationDashboard,
];

/// Failure messages: action, title and message.
pub const FAILURES: &[(&str, &str, &str)] = &[
    (
        "updateBestInterest",
        "Update Failed.",
        "An error occurred while updating best interest standards.",
    ),
    (
        "mergeAgents",
        "Merge Failed.",
        "An error occurred while merging the agents.",
    ),
    (
        "mergeOwners",
        "Merge Failed.",
        "An error occurred while merging the owners.",
    ),
    (
        "unmergeAgents",
        "Merge Failed.",
        "An error occurred while decoupling the agents.",
    ),
    (
        "unmergeOwners",
        "Merge Failed.",
        "An error occurred while decoupling the owners.",
    ),
    (
        "deleteBookOfBusiness",
        "Delete Failed",
        "Unable to Delete Book of Business.",
    ),
    (
        "deleteReportSummary",
        "Delete Failed",
        "Unable to Delete Report Summary.",
    ),
    (
        "updateDisclosure",
        "Update Failed",
        "Unable to Update Disclosure.",
    ),
    (
        "updateRecommendation",
        "Update Failed",
        "Unable to Update Recommendation.",
    ),
    ("updateCoverPage", "Update Failed", "Unable to Update Cover Page."),
    (
        "revertDisclosure",
        "Revert Failed",
        "Unable to Revert Disclosure.",
    ),
    (
        "revertRecommendation",
        "Revert Failed",
        "Unable to Revert Recommendation.",
    ),
    ("revertCoverPage", "Revert Failed", "Unable to Revert Cover Page."),
    (
        "generateSummary",
        "Summary Generation failed",
        "Unable to generate summary.",
    ),
    ("requestMedical", "Request Failed.", ""),
    (
        "generateBookOfBusiness",
        "",
        "An error occurred when generating Book of Business.",
    ),
    (
        "downloadBookOfBusiness",
        "",
        "An error occurred when downloading Book of Business.",
    ),
];

/// Success messages: action, title and message.
pub const SUCCESSES: &[(&str, &str, &str)] = &[(
    "summaryGenerating",
    "Summary Generating",
    "You will be notified when the summary is ready!",
)];
