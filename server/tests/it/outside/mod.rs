//! Outside advisors' access through shared reports, in every endpoint.

mod columns;
mod grants;
mod routes;
mod totals;

use crate::documents::{PDF, upload};
use crate::reports::report;
use crate::support::{Client, Row, TestApp};
use serde_json::{Value, json};
use shared::list::ListName;
use shared::permission::FirmUserType::TrustedAdvisor;

/// The access that a shared report grants to an outside advisor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    Rows,
    Records,
    Documents,
}

pub const SHARES: [Share; 3] = [Share::Rows, Share::Records, Share::Documents];

/// Shares a report only with one outside advisor.
async fn share_opening(owner: &Client, report: &Value, with: &Client, share: Share) {
    let access = format!("{}/access", crate::reports::path(report));
    let grant = json!({ "userKey": with.user_key, "opensRecords": share != Share::Rows,
                        "opensDocuments": share == Share::Documents });
    let body = json!({ "userKeys": [with.user_key], "grants": [grant] });
    owner.post(access, body).await.ok();
}

/// Text in every field that these tests' reports do not show.
const HIDDEN_TEXT: &str = "Hidden";
/// Amount in every field that these tests' reports do not show.
const HIDDEN_AMOUNT: &str = "987654.32";
const DOCUMENT: &str = "illustration.pdf";

/// A policy and an annuity with their parties, each with a document.
struct Book {
    contacts: [Row; 3],
    contracts: [Row; 2],
}

impl Book {
    async fn fill(app: &TestApp, admin: &Client) -> Self {
        let contacts = [
            app.agent("Ada Agent"),
            app.owner("Olga Owner"),
            app.insured("Ida Insured"),
        ];
        let mut stored = Vec::new();
        for contact in contacts {
            let contact = contact
                .with("email", "hidden@mail.example")
                .with("phone", "+14155550100")
                .with("address_line1", "1 Hidden Street")
                .with("city", "Hiddenville")
                .with("notes", "Hidden note")
                .with("external_id", "Hidden-1")
                .with("owner_type", 1)
                .insert()
                .await;
            stored.push(contact);
        }
        let contacts: [Row; 3] = stored.try_into().ok().unwrap();
        let policy = app
            .policy("P-1")
            .with("product_name", "Hidden Term")
            .with("death_benefit", HIDDEN_AMOUNT)
            .with("cash_value", HIDDEN_AMOUNT)
            .with("next_premium_date", "2026-11-25");
        let annuity = app
            .annuity("A-1")
            .with("product_name", "Hidden Annuity")
            .with("contract_value", HIDDEN_AMOUNT);
        let contracts = [policy.insert().await, annuity.insert().await];
        for contract in &contracts {
            for contact in &contacts {
                app.link(contract, contact).await;
            }
        }
        let book = Self { contacts, contracts };
        for path in book.record_paths() {
            upload(admin, &format!("{path}/documents"), DOCUMENT, PDF)
                .await
                .ok();
        }
        book
    }

    /// Returns the paths of the records: contacts first, then contracts.
    fn record_paths(&self) -> [String; 5] {
        let [agent, owner, insured] = self.contacts.each_ref().map(|row| row.uuid);
        let [policy, annuity] = self.contracts.each_ref().map(|row| row.uuid);
        [
            format!("/FirmAgent/agent/{agent}"),
            format!("/FirmOwner/owner/{owner}"),
            format!("/FirmInsured/insured/{insured}"),
            format!("/allpolicy/{policy}"),
            format!("/allannuity/{annuity}"),
        ]
    }
}

/// Report types with the list and the column that each report shows.
const NAMES: [(u8, ListName, &str); 5] = [
    (4, ListName::Agents, "name"),
    (6, ListName::Owners, "name"),
    (5, ListName::Insureds, "name"),
    (2, ListName::Policies, "policyNumber"),
    (3, ListName::Annuities, "contractNumber"),
];

/// Shares all rows with a new outside advisor, through reports that show only names and numbers.
pub async fn with_names(app: &TestApp, owner: &Client, share: Share) -> Client {
    let outside = app.as_role(TrustedAdvisor).await;
    for (report_type, _, column) in NAMES {
        let name = format!("{share:?} {report_type}");
        let saved = report(owner, report_type, &name, json!({ "selectColumns": [column] })).await;
        share_opening(owner, &saved, &outside, share).await;
    }
    outside
}

/// Calls a list and returns its page.
async fn page(client: &Client, list: ListName, query: Value) -> Value {
    client
        .post(format!("/{}/search", list.spec().resource), query)
        .await
        .ok()
}
