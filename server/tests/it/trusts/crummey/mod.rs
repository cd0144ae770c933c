//! Crummey letters: creation, delivery and proof.

mod create;
mod deliver;
mod keep;

use super::{beneficiary, ilit, path_of, trust};
use crate::support::{Client, Row, TestApp};
use serde_json::{Value, json};
use uuid::Uuid;

/// A trust with a trustee, two beneficiaries with withdrawal rights, and a gift that was received on 11/20/2026.
struct Setting {
    trust: Uuid,
    owner: Row,
    policy: Uuid,
    policy_row: Row,
    gift: Value,
    /// Ada, an adult with an email address, and Cy, whose guardian is Jo.
    ada: Uuid,
    cy: Uuid,
}

impl Setting {
    async fn new(app: &TestApp, admin: &Client) -> Self {
        let lee = app
            .owner("Lee Family Trust")
            .with("owner_type", 2)
            .with("display_name", "Lee Family Trust")
            .with("organization_name", "Lee Family Trust")
            .with("first_name", Value::Null)
            .with("last_name", Value::Null)
            .with("address_line1", "1 Pine Street")
            .with("city", "Fresno")
            .with("state", "CA")
            .with("postal_code", "93701")
            .insert()
            .await;
        let policy = app.policy("P-1").insert().await;
        app.link(&policy, &lee).await;
        admin.put(path_of(lee.uuid), ilit(0)).await.ok();
        let people = format!("{}/person", path_of(lee.uuid));
        let trustee = json!({ "role": "Trustee", "name": "Grace Hopper" });
        admin.post(&people, trustee).await.ok();
        let add = async |change: Value| {
            let mut body = beneficiary("");
            for (key, value) in change.as_object().unwrap() {
                body[key] = value.clone();
            }
            body["hasWithdrawalRight"] = json!(true);
            let added = admin.post(&people, body).await.ok();
            added["uuid"].as_str().unwrap().parse::<Uuid>().unwrap()
        };
        let linked = app
            .insured("Ada Lee")
            .with("address_line1", "9 Elm Road")
            .with("city", "Reno")
            .with("state", "NV")
            .with("postal_code", "89501")
            .insert()
            .await;
        let ada = json!({ "name": "Ada Lee", "email": "ada@mail.example", "contactUuid": linked.uuid });
        let cy = json!({ "name": "Cy Lee", "birthDate": "2015-05-06", "guardian": "Jo Lee" });
        let (ada, cy) = (add(ada).await, add(cy).await);
        // A beneficiary without a withdrawal right gets no letter.
        admin.post(&people, beneficiary("Bo Lee")).await.ok();
        let gift = json!({ "trustUuid": lee.uuid, "amount": "10000.01", "giftDate": "11/20/2026",
                           "letterDate": "11/23/2026", "premiumDue": "01/15/2027", "receivedOn": "11/20/2026" });
        let gifts = format!("/allpolicy/{}/gifts", policy.uuid);
        let gift = admin.post(&gifts, gift).await.ok();
        Self {
            trust: lee.uuid,
            owner: lee,
            policy: policy.uuid,
            policy_row: policy,
            gift,
            ada,
            cy,
        }
    }

    fn letters(&self) -> String {
        format!("{}/letters", path_of(self.trust))
    }

    fn letter(&self, letter: &Value) -> String {
        format!("{}/{}", self.letters(), letter["uuid"].as_str().unwrap())
    }

    fn gift_path(&self) -> String {
        format!(
            "/allpolicy/{}/gifts/{}",
            self.policy,
            self.gift["uuid"].as_str().unwrap()
        )
    }

    fn input(&self, amounts: &[(Uuid, &str)]) -> Value {
        let letters: Vec<Value> = amounts
            .iter()
            .map(|(person, amount)| json!({ "personUuid": person, "amount": amount }))
            .collect();
        json!({ "giftUuid": self.gift["uuid"], "giftVersion": self.gift["version"], "letterDate": "11/21/2026",
                "letters": letters })
    }

    /// Creates and returns both letters: Ada's, then Cy's.
    async fn create(&self, admin: &Client) -> [Value; 2] {
        let input = self.input(&[(self.ada, "5000.01"), (self.cy, "5000")]);
        let created = admin.post(self.letters(), input).await;
        assert_eq!(created.status, 201, "{}", created.text());
        let letters = created.json()["letters"].as_array().unwrap().clone();
        letters.try_into().unwrap()
    }

    /// Loads the trust's only gift with its letters.
    async fn load(&self, client: &Client) -> Value {
        let all = client.get(self.letters()).await.ok();
        assert_eq!(all["gifts"].as_array().unwrap().len(), 1);
        all["gifts"][0].clone()
    }

    async fn letters_sent_on(&self, admin: &Client) -> Value {
        self.load(admin).await["gift"]["lettersSentOn"].clone()
    }
}

fn delivery(method: &str, day: &str, letters: &[&Value]) -> Value {
    let letters: Vec<Value> = letters
        .iter()
        .map(|letter| json!({ "uuid": letter["uuid"], "version": letter["version"] }))
        .collect();
    json!({ "method": method, "deliveredOn": day, "letters": letters })
}
