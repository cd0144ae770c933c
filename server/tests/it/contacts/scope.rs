//! Row scope of each role: the whole firm, a block, the blocks of others, or nothing.

use super::{KINDS, resource};
use crate::support::{Client, FIRM, Row, TestApp, wait_until};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::permission::FirmUserType;

/// Two agents, each with a separate policy, annuity, owner and insured.
struct Book {
    mine: Side,
    theirs: Side,
}

struct Side {
    agent: Row,
    owner: Row,
    insured: Row,
    policy: Row,
    annuity: Row,
}

impl Side {
    fn contact(&self, kind: ContactKind) -> &Row {
        match kind {
            ContactKind::Agent => &self.agent,
            ContactKind::Owner => &self.owner,
            ContactKind::Insured => &self.insured,
        }
    }
}

async fn side(app: &TestApp, name: &str, worth: &str) -> Side {
    let side = Side {
        agent: app.agent(&format!("{name} Agent")).insert().await,
        owner: app.owner(&format!("{name} Owner")).insert().await,
        insured: app.insured(&format!("{name} Insured")).insert().await,
        policy: app
            .policy(&format!("P-{name}"))
            .with("death_benefit", worth)
            .insert()
            .await,
        annuity: app
            .annuity(&format!("A-{name}"))
            .with("contract_value", worth)
            .insert()
            .await,
    };
    for contract in [&side.policy, &side.annuity] {
        for contact in [&side.agent, &side.owner, &side.insured] {
            app.link(contract, contact).await;
        }
    }
    side
}

async fn book(app: &TestApp) -> Book {
    Book {
        mine: side(app, "Mine", "100.00").await,
        theirs: side(app, "Theirs", "7000.00").await,
    }
}

async fn names(client: &Client, path: &str, column: &str) -> Vec<String> {
    let page = client.post(path, json!({ "selectColumns": [column] })).await.ok();
    let items = page["items"].as_array().unwrap();
    assert_eq!(page["totalRecords"], items.len());
    items
        .iter()
        .map(|row| row[column].as_str().unwrap().to_owned())
        .collect()
}

/// Checks that the client sees one side of the book and nothing of the other in every endpoint.
async fn assert_sees_only(client: &Client, seen: &Side, hidden: &Side) {
    for kind in KINDS {
        let resource = resource(kind);
        let name = format!("{kind:?}, Mine");
        assert_eq!(
            names(client, &format!("/{resource}/search"), "name").await,
            [name.as_str()]
        );
        let options = client.get(format!("/{resource}")).await.ok();
        assert_eq!(options.as_array().unwrap().len(), 1);
        let totals = client.post(format!("/{resource}/totals"), json!({})).await.ok();
        assert_eq!(
            (&totals["policyCount"], &totals["deathBenefit"]),
            (&json!(1), &json!("100.00"))
        );
        assert_eq!(
            (&totals["annuityCount"], &totals["contractValue"]),
            (&json!(1), &json!("100.00"))
        );
        let export = client
            .post(
                format!("/{resource}/export"),
                json!({ "selectColumns": ["name"] }),
            )
            .await
            .text();
        let record_id = seen.contact(kind).uuid;
        assert_eq!(
            export,
            format!("\u{feff}Name,Record ID\r\n\"{name}\",{record_id}\r\n")
        );

        let (visible, other) = (seen.contact(kind).uuid, hidden.contact(kind).uuid);
        client
            .get(format!("/{resource}/{}/{visible}", kind.noun()))
            .await
            .ok();
        client
            .get(format!("/{resource}/{}/{other}", kind.noun()))
            .await
            .refused(404, "not_found");
        for (call, column, number) in [
            ("Policies", "policyNumber", "P-Mine"),
            ("Contracts", "contractNumber", "A-Mine"),
        ] {
            assert_eq!(
                names(client, &format!("/{resource}/{call}/{visible}"), column).await,
                [number]
            );
            client
                .post(format!("/{resource}/{call}/{other}"), json!({}))
                .await
                .refused(404, "not_found");
        }
        let update = json!({ "person": { "firstName": "X", "lastName": "Y" }, "version": 1 });
        let update = with_owner_type(kind, update);
        client
            .post(format!("/{resource}/{FIRM}/{}/{other}", kind.noun()), update)
            .await
            .refused(404, "not_found");
    }
    for (resource, number, count, worth, file) in [
        (
            "allpolicy",
            "policyNumber",
            "policyCount",
            "deathBenefit",
            "Policy Number\r\nP-Mine\r\n",
        ),
        (
            "allannuity",
            "contractNumber",
            "annuityCount",
            "contractValue",
            "Contract Number\r\nA-Mine\r\n",
        ),
    ] {
        let mine = file.lines().nth(1).unwrap();
        assert_eq!(
            names(client, &format!("/{resource}/search"), number).await,
            [mine]
        );
        let totals = client.post(format!("/{resource}/totals"), json!({})).await.ok();
        assert_eq!((&totals[count], &totals[worth]), (&json!(1), &json!("100.00")));
        let columns = json!({ "selectColumns": [number] });
        let export = client.post(format!("/{resource}/export"), columns).await.text();
        assert_eq!(export, format!("\u{feff}{file}"));
    }
}

fn with_owner_type(kind: ContactKind, mut body: Value) -> Value {
    if kind == ContactKind::Owner {
        body["person"]["ownerType"] = json!(1);
    }
    body
}

#[tokio::test]
async fn professional_sees_the_block_and_parties_of_its_contracts() {
    let app = TestApp::new().await;
    let Book { mine, theirs } = book(&app).await;
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&mine.agent]).await;
    assert_sees_only(&advisor, &mine, &theirs).await;
}

#[tokio::test]
async fn office_manager_sees_blocks_of_supported_professionals() {
    let app = TestApp::new().await;
    let Book { mine, theirs } = book(&app).await;
    let (advisor, manager) = (
        app.advisor().await,
        app.as_role(FirmUserType::OfficeManager).await,
    );
    app.give_block(&advisor, &[&mine.agent]).await;
    let support =
        json!({ "firm_id": FIRM, "user_key": manager.user_key, "professional_key": advisor.user_key });
    app.insert("firm_assignment_support", support).await;
    assert_sees_only(&manager, &mine, &theirs).await;
}

#[tokio::test]
async fn trusted_advisor_sees_nothing() {
    let app = TestApp::new().await;
    let Book { mine, .. } = book(&app).await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    // Neither a block nor records created in an earlier role give access.
    app.give_block(&outside, &[&mine.agent]).await;
    app.execute(&format!("UPDATE contact SET created_by = '{}'", outside.user_key))
        .await;
    for kind in KINDS {
        let resource = resource(kind);
        assert_eq!(
            names(&outside, &format!("/{resource}/search"), "name").await,
            [""; 0]
        );
        assert_eq!(outside.get(format!("/{resource}")).await.ok(), json!([]));
        let totals = outside.post(format!("/{resource}/totals"), json!({})).await.ok();
        assert_eq!(
            (&totals["policyCount"], &totals["annuityCount"]),
            (&json!(0), &json!(0))
        );
        let uuid = mine.contact(kind).uuid;
        outside
            .get(format!("/{resource}/{}/{uuid}", kind.noun()))
            .await
            .refused(404, "not_found");
        outside
            .post(format!("/{resource}/Policies/{uuid}"), json!({}))
            .await
            .refused(404, "not_found");
        outside
            .post(format!("/{resource}/export"), json!({}))
            .await
            .refused(403, "forbidden");
    }
    assert_eq!(
        names(&outside, "/allpolicy/search", "policyNumber").await,
        [""; 0]
    );
    assert_eq!(
        names(&outside, "/allannuity/search", "contractNumber").await,
        [""; 0]
    );
}

#[tokio::test]
async fn view_only_user_sees_the_whole_firm() {
    let app = TestApp::new().await;
    book(&app).await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    assert_eq!(
        names(&viewer, "/FirmOwner/search", "name").await,
        ["Owner, Mine", "Owner, Theirs"]
    );
    let totals = viewer.post("/FirmOwner/totals", json!({})).await.ok();
    assert_eq!(totals["deathBenefit"], "7100.00");
}

#[tokio::test]
async fn professional_sees_created_contacts_without_contracts() {
    let app = TestApp::new().await;
    book(&app).await;
    let advisor = app.advisor().await;
    for kind in KINDS {
        let resource = resource(kind);
        let body = with_owner_type(
            kind,
            json!({ "person": { "firstName": "New", "lastName": "Lee" } }),
        );
        let added = advisor.post(format!("/{resource}/{FIRM}"), body).await.ok();
        advisor
            .get(format!(
                "/{resource}/{}/{}",
                kind.noun(),
                added["uuid"].as_str().unwrap()
            ))
            .await
            .ok();
        assert_eq!(
            names(&advisor, &format!("/{resource}/search"), "name").await,
            ["Lee, New"]
        );
    }
}

#[tokio::test]
async fn shared_contact_shows_only_contracts_of_the_block() {
    let app = TestApp::new().await;
    let Book { mine, theirs } = book(&app).await;
    // The owner of `mine.policy` also owns `theirs.policy`.
    app.link(&theirs.policy, &mine.owner).await;
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&mine.agent]).await;
    let policies = format!("/FirmOwner/Policies/{}", mine.owner.uuid);
    assert_eq!(names(&advisor, &policies, "policyNumber").await, ["P-Mine"]);
    assert_eq!(
        advisor.post("/FirmOwner/totals", json!({})).await.ok()["deathBenefit"],
        "100.00"
    );
    // The professional cannot change a contract outside the block.
    let link = format!(
        "/FirmOwner/{FIRM}/policy/{}/contact/{}",
        theirs.policy.uuid, mine.owner.uuid
    );
    advisor.delete(link).await.refused(404, "not_found");
    let attach = format!("/FirmOwner/{FIRM}/policy/{}", theirs.policy.uuid);
    advisor
        .put(attach, json!({ "uuid": mine.owner.uuid, "typeId": 3 }))
        .await
        .refused(404, "not_found");
    let create = format!("/FirmOwner/{FIRM}?policyUuid={}", theirs.policy.uuid);
    let body = json!({ "person": { "firstName": "New", "lastName": "Lee", "ownerType": 1 } });
    advisor.post(create, body).await.refused(404, "not_found");
}

#[tokio::test]
async fn block_changes_take_effect_without_a_restart() {
    let app = TestApp::new().await;
    let Book { mine, .. } = book(&app).await;
    let advisor = app.advisor().await;
    let read = format!("/FirmAgent/agent/{}", mine.agent.uuid);
    advisor.get(&read).await.refused(404, "not_found");
    app.give_block(&advisor, &[&mine.agent]).await;
    wait_until("the agent is visible", async || {
        (advisor.get(&read).await.status == 200).then_some(())
    })
    .await;
    app.execute("DELETE FROM firm_assignment_agent").await;
    wait_until("the agent is hidden", async || {
        (advisor.get(&read).await.status == 404).then_some(())
    })
    .await;
}
