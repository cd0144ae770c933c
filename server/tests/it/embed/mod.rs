//! Widgets on partner sites: partners, keys, sessions, webhooks, and the permissions of widget tokens.

mod import;
mod live;
mod page;
mod partners;
mod preview;
mod refusals;
mod report;
mod sessions;
mod webhooks;

use crate::support::{Client, Reply, TestApp};
use serde_json::{Value, json};

pub const ORIGIN: &str = "https://www.bank.example";
pub const PARTNERS: &str = "/Embed/partners";

/// A partner of the default firm that has a key.
pub struct Partner {
    pub uuid: String,
    pub admin: Client,
    /// A client with the partner's key.
    pub backend: Client,
}

pub fn partner_input(name: &str) -> Value {
    json!({ "name": name, "origins": [ORIGIN, "https://other.bank.example"], "isActive": true })
}

/// Adds a partner with a key.
pub async fn partner(app: &TestApp) -> Partner {
    let admin = app.admin().await;
    let added = admin.post(PARTNERS, partner_input("Harbor Bank")).await.ok();
    let uuid = added["uuid"].as_str().unwrap().to_owned();
    let backend = app.anonymous().with_token(new_key(&admin, &uuid).await);
    Partner { uuid, admin, backend }
}

/// Creates a key and returns it.
pub async fn new_key(admin: &Client, partner: &str) -> String {
    let created = admin.post(format!("{PARTNERS}/{partner}/keys"), json!({})).await;
    assert_eq!(created.status, 201, "{}", created.text());
    created.json()["key"].as_str().unwrap().to_owned()
}

impl Partner {
    /// Returns the request body for a session that shows a user's policies.
    pub fn session_of(user: &Client) -> Value {
        json!({ "widget": "policyList", "userKey": user.user_key, "origin": ORIGIN })
    }

    /// Creates a session and returns a client with its secret.
    pub async fn secret(&self, app: &TestApp, session: Value) -> Client {
        let created = self.backend.post("/Embed/session", session).await.ok();
        app.anonymous()
            .with_token(created["clientSecret"].as_str().unwrap())
    }

    /// Creates and opens a session, and returns the widget as a client.
    pub async fn widget(&self, app: &TestApp, session: Value) -> Client {
        let page = json!({ "widget": session["widget"], "origin": session["origin"] });
        let secret = self.secret(app, session).await;
        let opened = secret.post("/Embed/token", page).await.ok();
        app.anonymous()
            .with_token(opened["accessToken"].as_str().unwrap())
    }
}

/// Exchanges a client secret for an access token, as a widget's page does.
pub async fn open(secret: &Client) -> Reply {
    let page = json!({ "widget": "policyList", "origin": ORIGIN });
    secret.post("/Embed/token", page).await
}

/// Returns the policy numbers that a widget lists.
pub async fn policies(widget: &Client) -> Vec<String> {
    let query = json!({ "selectColumns": ["policyNumber"] });
    let page = widget.post("/allpolicy/search", query).await.ok();
    let rows = page["items"].as_array().unwrap();
    rows.iter()
        .map(|row| row["policyNumber"].as_str().unwrap().to_owned())
        .collect()
}
