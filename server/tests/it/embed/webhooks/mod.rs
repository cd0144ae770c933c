//! Partner webhooks.

mod delivery;
mod endpoints;
mod events;
mod receiver;
mod secrets;

use super::{PARTNERS, Partner, partner};
use crate::support::{NOW, TestApp};
use jiff::{SignedDuration, Timestamp};
use receiver::Receiver;
use serde_json::{Value, json};
use server::webhooks::{self, Sender, Webhooks};
use std::time::Duration;
use uuid::Uuid;

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

fn after(minutes: i64) -> Timestamp {
    now() + SignedDuration::from_mins(minutes)
}

fn input(url: &str) -> Value {
    json!({ "url": url, "events": ["report.changed", "import.finished", "contact.updated"], "isActive": true })
}

/// Returns a node's worker.
fn worker(app: &TestApp) -> Webhooks {
    Webhooks {
        db: app.app.workers.clone(),
        sealer: app.app.sealer.clone(),
        clock: app.app.clock,
        sender: Sender::new(&app.app.config)
            .unwrap()
            .with_timeout(Duration::from_secs(30)),
    }
}

/// Sends all deliveries that are due at the given time.
async fn round(app: &TestApp, at: Timestamp) {
    webhooks::round(&worker(app), at).await.unwrap();
}

/// A partner of the default firm that has a webhook.
struct Hooked {
    partner: Partner,
    receiver: Receiver,
    uuid: String,
    secret: String,
}

impl Hooked {
    async fn new(app: &TestApp) -> Self {
        let partner = partner(app).await;
        let receiver = Receiver::start().await;
        let path = format!("{PARTNERS}/{}/webhooks", partner.uuid);
        let added = partner.admin.post(path, input(&receiver.url)).await;
        assert_eq!(added.status, 201, "{}", added.text());
        let added = added.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Self {
            uuid: text(&added["webhook"]["uuid"]),
            secret: text(&added["secret"]),
            partner,
            receiver,
        }
    }

    /// Returns the path of the partner's webhooks.
    fn all(&self) -> String {
        format!("{PARTNERS}/{}/webhooks", self.partner.uuid)
    }

    /// Returns a path below the webhook.
    fn path(&self, rest: &str) -> String {
        format!("{}/{}{rest}", self.all(), self.uuid)
    }

    async fn deliveries(&self) -> Vec<Value> {
        let listed = self.partner.admin.get(self.path("/deliveries")).await.ok();
        listed.as_array().unwrap().clone()
    }

    /// Returns the webhook's only delivery.
    async fn delivery(&self) -> Value {
        let deliveries = self.deliveries().await;
        assert_eq!(deliveries.len(), 1, "{deliveries:?}");
        deliveries[0].clone()
    }

    /// Adds an agent in the portal, which queues an event.
    async fn add_agent(&self, name: &str) -> Uuid {
        let body = json!({ "person": { "firstName": name, "lastName": "Lee" } });
        let added = self.partner.admin.post("/FirmAgent/1", body).await.ok();
        added["uuid"].as_str().unwrap().parse().unwrap()
    }
}
