//! Best interest forms.

mod keep;
mod list;
mod review;
mod save;
mod sign;

use crate::support::{Client, Row, TestApp};
use serde_json::{Value, json};
use uuid::Uuid;

/// An individual who owns a new and an old annuity.
struct Setting {
    owner: Row,
    annuity: Uuid,
    old: Uuid,
    path: String,
}

impl Setting {
    async fn new(app: &TestApp) -> Self {
        let owner = app
            .owner("Lee, Ada")
            .with("owner_type", 1)
            .with("display_name", "Lee, Ada")
            .with("dob", "1959-03-04")
            .with("state", "CA")
            .insert()
            .await;
        let annuity = app.annuity("A-1").with("contract_value", 50000).insert().await;
        let old = app
            .annuity("A-0")
            .with("contract_value", 100_000)
            .with("surrender_value", "94000.50")
            .with("death_benefit", 105_000)
            .with("riders", json!([{ "type": "GLWB" }]))
            .insert()
            .await;
        app.link(&annuity, &owner).await;
        app.link(&old, &owner).await;
        Self {
            annuity: annuity.uuid,
            old: old.uuid,
            path: format!("/PolicyOwner/1/{}/BestInterest", owner.uuid),
            owner,
        }
    }

    /// Returns a form that has all required fields and replaces the old annuity.
    fn form(&self) -> Value {
        json!({
            "consumerProfile": {
                "age": "67", "annualIncome": "85,000", "financialSituation": "No debts", "financialExperience": "Good",
                "insuranceNeeds": "Income", "financialObjectives": "Income", "intendedUse": "Income from 70 on",
                "timeHorizon": "SixToTen", "existingAssets": "IRA", "liquidityNeeds": "Savings account",
                "liquidNetWorth": "640000", "riskTolerance": "Moderate", "acceptsNonGuaranteed": false,
                "fundingSource": "Annuity", "taxStatus": "Joint",
            },
            "recommendation": {
                "annuityUuid": self.annuity, "optionsConsidered": ["Keep the old annuity", "Bonds"],
                "basis": "The income is higher for life.", "date": "11/18/2026", "producer": "Dana Whitfield",
            },
            "replacement": {
                "isReplacement": true, "replacedUuid": self.old, "surrenderCharge": "5999.50",
                "lostBenefits": "Withdrawal rider", "newFees": "None", "otherExchangeWithin60Months": false,
                "benefitsOutweigh": true,
            },
            "disclosure": {
                "producerDisclosureGivenOn": "11/18/2026", "compensationType": "Commission",
                "carriersAvailable": "Several",
            },
        })
    }

    async fn create(&self, client: &Client, is_complete: bool) -> Value {
        let reply = client
            .post(
                &self.path,
                json!({ "isComplete": is_complete, "form": self.form() }),
            )
            .await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()
    }

    fn of(&self, form: &Value, end: &str) -> String {
        format!("{}/{}{end}", self.path, form["uuid"].as_str().unwrap())
    }

    async fn sign(&self, client: &Client, form: &Value) -> Value {
        client
            .post(self.of(form, "/signature"), signature(form))
            .await
            .ok()
    }

    async fn load(&self, client: &Client) -> Value {
        client.get(&self.path).await.ok()
    }
}

fn signature(form: &Value) -> Value {
    json!({ "version": form["version"], "consumer": "Ada Lee", "consumerSignedOn": "11/19/2026",
            "producer": "Dana Whitfield", "producerSignedOn": "11/20/2026" })
}

/// Returns a request that saves the form again.
fn update(form: &Value, is_complete: bool) -> Value {
    json!({ "uuid": form["uuid"], "version": form["version"], "isComplete": is_complete,
            "form": form["content"]["form"] })
}
