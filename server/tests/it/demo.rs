//! Demo data: complete, consistent, reproducible for a given day, and created in one transaction.

use super::book::support::{TODAY, count, database, database_of_plain_owner, differences, row_json, sealer};
use server::crypto::Place;
use server::demo::{Progress, Size, fill};
use std::path::Path;
use tokio_postgres::Client;

async fn fill_small(client: &mut Client) -> anyhow::Result<bool> {
    let sealer = sealer();
    let users = Path::new("../webapp/dev/users.json");
    let mut progress = |_: Progress| {};
    let seal = |place: Place, digits: &str| sealer.seal(place, digits);
    fill(
        client,
        Size::Small,
        users,
        "http://localhost:4001",
        TODAY,
        &seal,
        &mut progress,
    )
    .await
}

/// Returns a hash of all columns that do not depend on random values or the clock.
async fn fingerprint(client: &Client) -> String {
    row_json(
        client,
        "SELECT
           (SELECT md5(string_agg(concat_ws('|', firm_id, uuid, kind, display_name, email, phone, city, state, dob,
              tax_id_last4, npn, created_at), ';'
              ORDER BY firm_id, uuid)) FROM contact) AS contacts,
           (SELECT md5(string_agg(to_jsonb(t)::text, ';' ORDER BY firm_id, uuid)) FROM contact_total t) AS totals,
           (SELECT md5(string_agg(to_jsonb(policy)::text, ';' ORDER BY firm_id, uuid)) FROM policy) AS policies,
           (SELECT md5(string_agg(to_jsonb(annuity)::text, ';' ORDER BY firm_id, uuid)) FROM annuity) AS annuities,
           (SELECT md5(string_agg(to_jsonb(p)::text, ';' ORDER BY firm_id, contract_uuid, contact_uuid, role, type_id))
            FROM contract_party p) AS parties,
           (SELECT md5(string_agg(to_jsonb(a)::text, ';' ORDER BY firm_id, user_key, agent_uuid))
            FROM firm_assignment_agent a) AS blocks,
           (SELECT md5(string_agg(concat_ws('|', user_key, dedup_key, display_name, application_url, is_read,
              create_date AT TIME ZONE 'UTC'), ';' ORDER BY user_key, dedup_key))
            FROM user_notification n) AS notifications,
           (SELECT md5(string_agg(to_jsonb(f)::text, ';' ORDER BY firm_id, uuid)) FROM best_interest f) AS forms,
           (SELECT md5(string_agg(to_jsonb(t)::text, ';' ORDER BY firm_id, contact_uuid)) FROM trust t) AS trusts,
           (SELECT md5(string_agg(to_jsonb(p)::text, ';' ORDER BY firm_id, uuid)) FROM trust_person p) AS people,
           (SELECT md5(string_agg(to_jsonb(t)::text, ';' ORDER BY firm_id, uuid)) FROM contract_transaction t)
             AS transactions",
    )
    .await
}

#[tokio::test]
async fn small_demo_data_is_complete_consistent_and_reproducible() {
    let (_database, mut client) = database().await;
    let indexes = count(&client, "pg_indexes").await;
    assert!(fill_small(&mut client).await.unwrap());
    assert_eq!(count(&client, "firm WHERE is_demo").await, 3);
    assert_eq!(count(&client, "contact").await, 20_000);
    assert_eq!(count(&client, "contact WHERE firm_id = 1").await, 12_000);
    assert_eq!(
        count(&client, "policy").await + count(&client, "annuity").await,
        25_000
    );
    assert_eq!(
        count(&client, "carrier WHERE naic_code BETWEEN '99001' AND '99024'").await,
        24
    );
    assert_eq!(
        count(&client, "pg_indexes").await,
        indexes,
        "all indexes are recreated"
    );
    assert_eq!(differences(&client).await, []);

    // Every link references an existing contact and contract; blocks contain only agents of their firm.
    let loose = "contract_party p WHERE NOT EXISTS (SELECT FROM contact c WHERE c.firm_id = p.firm_id
        AND c.uuid = p.contact_uuid AND c.kind = p.kind)
        OR NOT EXISTS (SELECT FROM policy WHERE firm_id = p.firm_id AND uuid = p.contract_uuid AND p.line = 1)
        AND NOT EXISTS (SELECT FROM annuity WHERE firm_id = p.firm_id AND uuid = p.contract_uuid AND p.line = 2)";
    assert_eq!(count(&client, loose).await, 0);
    let strangers =
        "firm_assignment_agent a WHERE NOT EXISTS (SELECT FROM contact c WHERE c.firm_id = a.firm_id
        AND c.uuid = a.agent_uuid AND c.kind = 1)";
    assert_eq!(count(&client, strangers).await, 0);
    let blind = "firm_assignment u WHERE firm_user_type = 2 AND (SELECT count(*) FROM firm_assignment_agent a
        JOIN contract_party p ON p.firm_id = a.firm_id AND p.contact_uuid = a.agent_uuid
        WHERE (a.firm_id, a.user_key) = (u.firm_id, u.user_key)) < 100";
    assert_eq!(
        count(&client, blind).await,
        0,
        "every professional's block has at least 100 contract links"
    );
    assert_notifications_respect_scope(&client).await;
    assert_eq!(
        count(&client, "value_snapshot s WHERE as_of > '2026-11-20'").await,
        0
    );

    assert_eq!(
        row_json(
            &client,
            "SELECT string_agg(subject || ' ' || admin_user_type || ' ' || (SELECT count(*) FROM firm_assignment f
               WHERE f.user_key = a.user_key), ', ' ORDER BY admin_user_type) AS staff
             FROM admin_account a JOIN app_user USING (user_key)"
        )
        .await,
        r#"{"staff":"vera.holloway 1 0, elio.brandt 3 1, grace.okafor 5 0"}"#
    );

    // A second start leaves existing data alone, moves the users to the current issuer and adds missing staff
    // users.
    client
        .batch_execute("DELETE FROM admin_account; DELETE FROM app_user WHERE subject = 'vera.holloway'")
        .await
        .unwrap();
    let users = Path::new("../webapp/dev/users.json");
    server::demo::follow_users(&client, users, "http://localhost:4101")
        .await
        .unwrap();
    assert_eq!(count(&client, "admin_account").await, 3);
    assert_eq!(
        count(&client, "app_user WHERE issuer <> 'http://localhost:4101'").await,
        0
    );
    assert!(!fill_small(&mut client).await.unwrap());
    assert_eq!(count(&client, "contact").await, 20_000);

    // The same day produces the same data, even for an owner subject to row security.
    let (_plain, mut plain) = database_of_plain_owner().await;
    fill_small(&mut plain).await.unwrap();
    for table in [
        "contact",
        "contact_total",
        "policy",
        "annuity",
        "contract_party",
        "firm_assignment_agent",
        "user_notification",
        "best_interest",
        "trust",
        "trust_person",
        "contract_transaction",
    ] {
        plain
            .batch_execute(&format!("ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY"))
            .await
            .unwrap();
    }
    assert_eq!(fingerprint(&plain).await, fingerprint(&client).await);
}

async fn assert_notifications_respect_scope(client: &Client) {
    let dana = "user_notification n JOIN app_user USING (user_key) WHERE subject = 'dana.whitfield'";
    let total = count(client, dana).await;
    assert!((24..=112).contains(&total), "{total}");
    for (some, least) in [
        ("is_read", 6),
        ("NOT is_read", 6),
        ("notification_type = 25", 5),
        ("notification_type = 29", 5),
        ("notification_type = 33", 5),
        ("notification_type IN (38, 39)", 3),
        ("notification_type IN (41, 42)", 3),
        ("create_date > '2026-10-21'", 20),
    ] {
        let count = count(client, &format!("{dana} AND {some}")).await;
        assert!(count >= least, "{some}: {count}");
    }
    let nowhere = "user_notification n JOIN policy p ON p.firm_id = n.firm_id AND p.uuid = n.contract_uuid
        WHERE n.application_url <> '/business/policies/' || p.uuid AND NOT EXISTS (
          SELECT FROM premium_gift g WHERE g.firm_id = n.firm_id AND g.policy_uuid = p.uuid
          AND n.application_url = CASE WHEN n.notification_type IN (41, 42)
            THEN '/business/trust/manage/' || g.trust_uuid || '?tab=letters'
            ELSE '/business/policies/' || p.uuid || '?tab=gifts' END)";
    assert_eq!(
        count(client, nowhere).await,
        0,
        "each notification links to its policy, its gift or the letters of its trust"
    );
    assert_eq!(
        count(client, "user_notification WHERE contract_uuid IS NULL").await,
        0
    );
    let unseen = "user_notification n JOIN firm_assignment u USING (firm_id, user_key)
        WHERE firm_user_type = 2 AND NOT EXISTS (
          SELECT FROM contract_party p
          JOIN firm_assignment_agent a ON a.firm_id = n.firm_id AND a.agent_uuid = p.contact_uuid
            AND a.user_key = n.user_key
          WHERE p.firm_id = n.firm_id AND p.contract_uuid = n.contract_uuid)
        OR firm_user_type = 5";
    assert_eq!(
        count(client, unseen).await,
        0,
        "no notification is outside the user's scope"
    );
    for role in 1..=4 {
        let query = format!(
            "user_notification JOIN firm_assignment USING (firm_id, user_key) WHERE firm_user_type = {role}"
        );
        assert!(count(client, &query).await >= 10, "role {role}");
    }
    assert_eq!(
        count(client, "user_notification WHERE create_date > '2026-11-20'").await,
        0
    );
}

#[tokio::test]
async fn interrupted_fill_is_rolled_back_and_can_be_repeated() {
    let (database, mut client) = database().await;
    let watcher = database.owner().await;
    let backend: i32 = client
        .query_one("SELECT pg_backend_pid()", &[])
        .await
        .unwrap()
        .get(0);
    let indexes = count(&watcher, "pg_indexes").await;
    let cut = async {
        // Waits until the first COPY is in progress.
        loop {
            let busy = "SELECT EXISTS (SELECT FROM pg_stat_progress_copy WHERE tuples_processed > 1000)";
            if watcher.query_one(busy, &[]).await.unwrap().get(0) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        watcher
            .query_one("SELECT pg_terminate_backend($1)", &[&backend])
            .await
            .unwrap();
    };
    let (filled, ()) = tokio::join!(fill_small(&mut client), cut);
    assert!(filled.is_err());
    assert_eq!(count(&watcher, "firm").await, 0);
    assert_eq!(count(&watcher, "policy").await, 0);
    assert_eq!(count(&watcher, "pg_indexes").await, indexes);
    let mut again = database.owner().await;
    assert!(fill_small(&mut again).await.unwrap());
    assert_eq!(count(&again, "contact").await, 20_000);
}

/// Plausibility rules for a book of business. Each condition selects the rows that violate the rule.
const EXPECTED: [(&str, &str); 31] = [
    (
        "the only insured is not the beneficiary of a policy",
        "(SELECT contract_uuid, min(contact_uuid::text)::uuid AS insured FROM contract_party
          WHERE role = 'Insured' GROUP BY contract_uuid HAVING count(*) = 1) sole
         JOIN beneficiary b USING (contract_uuid) JOIN contact i ON i.uuid = insured
         WHERE b.contact_uuid = insured OR b.name = concat_ws(' ', i.first_name, i.last_name)",
    ),
    (
        "loans, interest and repayments add up to the loan balance of each policy",
        "policy p WHERE coalesce(loan_balance, 0) <> (
           SELECT coalesce(sum(CASE kind WHEN 'LoanRepayment' THEN -amount ELSE amount END), 0)
           FROM contract_transaction t WHERE t.firm_id = p.firm_id AND contract_uuid = p.uuid AND kind LIKE 'Loan%')",
    ),
    (
        "the loan balance of each earlier day agrees with the transactions until then",
        "value_snapshot s JOIN policy p ON p.firm_id = s.firm_id AND p.uuid = contract_uuid
         WHERE as_of < values_as_of AND coalesce(s.loan_balance, 0) <> (
           SELECT coalesce(sum(CASE kind WHEN 'LoanRepayment' THEN -amount ELSE amount END), 0)
           FROM contract_transaction t WHERE t.firm_id = p.firm_id AND t.contract_uuid = p.uuid AND kind LIKE 'Loan%'
             AND transaction_date <= as_of)",
    ),
    (
        "no loan is repaid before it is taken",
        "(SELECT sum(CASE kind WHEN 'LoanRepayment' THEN -amount ELSE amount END) OVER (
            PARTITION BY firm_id, contract_uuid ORDER BY transaction_date, kind = 'LoanRepayment', uuid) AS balance
          FROM contract_transaction WHERE kind LIKE 'Loan%') running WHERE balance < 0",
    ),
    (
        "required distributions of the year add up to those taken",
        "annuity a WHERE coalesce(rmd_taken, 0) <> (
           SELECT coalesce(sum(amount), 0) FROM contract_transaction t WHERE t.firm_id = a.firm_id
             AND contract_uuid = a.uuid AND kind = 'RequiredMinimumDistribution' AND transaction_date >= '2026-01-01')",
    ),
    (
        "transactions happen on or after the issue date, and not in the future",
        "contract_transaction t WHERE transaction_date > '2026-11-20' OR transaction_date < (
           SELECT issue_date FROM policy p WHERE p.firm_id = t.firm_id AND p.uuid = contract_uuid
           UNION ALL SELECT issue_date FROM annuity a WHERE a.firm_id = t.firm_id AND a.uuid = contract_uuid)",
    ),
    (
        "shares of each class of beneficiaries add up to 100",
        "(SELECT FROM beneficiary GROUP BY contract_uuid, class HAVING sum(share_percent) IS DISTINCT FROM 100) c",
    ),
    (
        "contingent beneficiaries exist only besides primary ones",
        "(SELECT FROM beneficiary GROUP BY contract_uuid HAVING bool_and(class = 'Contingent')) c",
    ),
    (
        "children are at least 22 years younger than the insured",
        "beneficiary b JOIN contract_party p USING (contract_uuid) JOIN contact i ON i.uuid = p.contact_uuid
         WHERE relationship = 'Child' AND role = 'Insured' AND type_id = 1
           AND b.birth_date < i.dob + interval '22 years' OR b.birth_date > '2026-11-20'",
    ),
    (
        "policies of trusts pay the trust",
        "contract_party p JOIN contact o ON o.uuid = p.contact_uuid AND o.owner_type = 2
         WHERE p.role = 'Owner' AND p.share_percent = 100 AND NOT EXISTS (
           SELECT FROM beneficiary b WHERE b.contract_uuid = p.contract_uuid AND b.contact_uuid = o.uuid
             AND b.class = 'Primary' AND b.relationship = 'Trust')",
    ),
    (
        "the trust of every gift can send letters",
        "premium_gift g WHERE NOT EXISTS (
           SELECT FROM trust t JOIN trust_person p ON p.firm_id = t.firm_id AND p.trust_uuid = t.contact_uuid
           WHERE t.firm_id = g.firm_id AND t.contact_uuid = g.trust_uuid AND p.has_withdrawal_right
             AND trust_type IN ('Ilit', 'OtherIrrevocable'))",
    ),
    (
        "owners show the state and the review of their forms",
        "contact c WHERE kind = 2 AND (best_interest_status, best_interest_review_due) IS DISTINCT FROM (
           (SELECT state FROM best_interest f WHERE f.firm_id = c.firm_id AND f.owner_uuid = c.uuid
              AND state <> 'Superseded' ORDER BY created_at DESC, f.uuid DESC LIMIT 1),
           (SELECT max(review_due_date) FROM best_interest f WHERE f.firm_id = c.firm_id AND f.owner_uuid = c.uuid
              AND state = 'Signed'))",
    ),
    (
        "forms are signed after their annuity was issued, and not in the future",
        "best_interest f WHERE signed_on > '2026-11-21' OR NOT EXISTS (
           SELECT FROM annuity a WHERE a.firm_id = f.firm_id AND a.uuid::text = content::jsonb->'recommended'->>'uuid'
             AND issue_date < (content::jsonb->'form'->'recommendation'->>'date')::date)",
    ),
    (
        "an owner has at most one signed and one unsigned form",
        "(SELECT FROM best_interest WHERE state <> 'Superseded' GROUP BY firm_id, owner_uuid, state = 'Signed'
          HAVING count(*) > 1) several",
    ),
    (
        "every described trust has a grantor, a trustee and beneficiaries, whose shares add up to 100",
        "trust t WHERE (SELECT count(*) FILTER (WHERE role = 'Grantor') <> 1
             OR count(*) FILTER (WHERE role = 'Trustee' AND NOT is_successor) <> 1 OR sum(share_percent) <> 100
           FROM trust_person p WHERE p.firm_id = t.firm_id AND p.trust_uuid = t.contact_uuid) IS NOT FALSE",
    ),
    (
        "exactly the beneficiaries under 18 have a guardian",
        "trust_person WHERE role = 'Beneficiary'
           AND (birth_date > date '2026-11-21' - interval '18 years') IS DISTINCT FROM (guardian IS NOT NULL)",
    ),
    (
        "people of trusts have names, and no birth date in the future",
        "trust_person WHERE name !~ '^\\S+.* \\S+$' OR birth_date > '2026-11-21'",
    ),
    (
        "types of trusts agree with their names",
        "trust t JOIN contact c ON c.firm_id = t.firm_id AND c.uuid = t.contact_uuid
         WHERE display_name ~ 'Living|Revocable' AND trust_type <> 'Revocable'
           OR display_name ~ 'Irrevocable Life' AND trust_type <> 'Ilit' OR trust_type IS NULL",
    ),
    (
        "no contract is older than its product",
        "(SELECT product_type, issue_date FROM policy UNION ALL SELECT product_type, issue_date FROM annuity) c
         JOIN (VALUES ('IndexedUniversalLife', '1997-01-01'), ('SurvivorshipIUL', '1997-01-01'), ('RILA', '2013-01-01'),
           ('QLAC', '2014-07-02')) AS t(product_type, since) USING (product_type) WHERE issue_date < since::date",
    ),
    (
        "no policy is older than its owner, and owners are of age",
        "policy c JOIN contract_party p ON p.firm_id = c.firm_id AND p.contract_uuid = c.uuid AND role = 'Owner'
         JOIN contact o ON o.firm_id = c.firm_id AND o.uuid = p.contact_uuid
         WHERE issue_date < o.dob + interval '18 years' OR issue_date < o.trust_date",
    ),
    (
        "no annuity is older than its owner, and owners are of age",
        "annuity c JOIN contract_party p ON p.firm_id = c.firm_id AND p.contract_uuid = c.uuid AND role = 'Owner'
         JOIN contact o ON o.firm_id = c.firm_id AND o.uuid = p.contact_uuid
         WHERE issue_date < o.dob + interval '18 years' OR issue_date < o.trust_date",
    ),
    (
        "the issue age is that of the insured",
        "policy c JOIN contract_party p ON p.firm_id = c.firm_id AND p.contract_uuid = c.uuid AND role = 'Insured'
           AND type_id = 1
         JOIN contact i ON i.firm_id = c.firm_id AND i.uuid = p.contact_uuid
         WHERE issue_age <> extract(year FROM age(issue_date, i.dob))",
    ),
    (
        "retirement accounts have one individual owner",
        "annuity c JOIN contract_party p ON p.firm_id = c.firm_id AND p.contract_uuid = c.uuid
         WHERE tax_type <> 'NonQualified' AND (role = 'JointAnnuitant' OR role = 'Owner' AND (type_id <> 1
           OR share_percent <> 100))",
    ),
    (
        "the owner of a retirement account is its annuitant",
        "annuity c JOIN contract_party p ON p.firm_id = c.firm_id AND p.contract_uuid = c.uuid AND role = 'Owner'
         JOIN contact o ON o.firm_id = c.firm_id AND o.uuid = p.contact_uuid
         JOIN contract_party q ON q.firm_id = c.firm_id AND q.contract_uuid = c.uuid AND q.role = 'Annuitant'
         JOIN contact a ON a.firm_id = c.firm_id AND a.uuid = q.contact_uuid
         WHERE tax_type <> 'NonQualified' AND (o.last_name <> a.last_name OR o.dob <> a.dob)",
    ),
    (
        "QLACs are within the legal limit and have no required minimum distribution",
        "annuity WHERE product_type = 'QLAC' AND (premiums_paid > 125000 OR rmd_required)",
    ),
    (
        "inherited IRAs follow their own distribution rule",
        "annuity WHERE tax_type = 'InheritedIRA' AND rmd_required",
    ),
    (
        "the premium of a term policy is higher after its level period",
        "policy c JOIN value_snapshot s ON s.firm_id = c.firm_id AND s.contract_uuid = c.uuid
         WHERE product_type = 'Term' AND status = 'InForce' AND level_period_end_date < '2026-11-20'
           AND s.as_of < level_period_end_date AND c.annualized_premium < 3 * s.annualized_premium",
    ),
    (
        "joint owners live together",
        "contract_party a JOIN contract_party b ON b.firm_id = a.firm_id AND b.contract_uuid = a.contract_uuid
           AND b.role = 'Owner' AND b.contact_uuid > a.contact_uuid
         JOIN contact x ON x.firm_id = a.firm_id AND x.uuid = a.contact_uuid
         JOIN contact y ON y.firm_id = a.firm_id AND y.uuid = b.contact_uuid
         WHERE a.role = 'Owner' AND (x.address_line1, x.city) IS DISTINCT FROM (y.address_line1, y.city)",
    ),
    (
        "only irrevocable trusts receive gifts, for premiums that are due",
        "premium_gift g JOIN contact t ON t.firm_id = g.firm_id AND t.uuid = trust_uuid
         JOIN policy p ON p.firm_id = g.firm_id AND p.uuid = policy_uuid
         WHERE t.organization_name NOT LIKE '%Irrevocable%' OR p.annualized_premium <> amount",
    ),
    (
        "nobody is reminded of gifts and letters that are done",
        "user_notification n JOIN premium_gift g ON g.firm_id = n.firm_id AND g.policy_uuid = contract_uuid
         WHERE notification_type IN (38, 39, 40) AND received_on IS NOT NULL
           OR notification_type IN (41, 42, 43) AND letters_sent_on IS NOT NULL",
    ),
    (
        "premiums are announced only to users whose clients pay bills",
        "user_notification n JOIN policy ON policy.firm_id = n.firm_id AND policy.uuid = contract_uuid
         WHERE notification_type = 25 AND payment_method <> 'Direct Bill'",
    ),
];

#[tokio::test]
async fn small_demo_book_is_plausible() {
    let (_database, mut client) = database().await;
    assert!(fill_small(&mut client).await.unwrap());
    let mut broken = Vec::new();
    for (expected, exceptions) in EXPECTED {
        match count(&client, exceptions).await {
            0 => {}
            found => broken.push(format!("{expected}: {found} exceptions")),
        }
    }
    assert_eq!(broken, Vec::<String>::new());
    // Makes sure that the conditions above had rows to check.
    for (least, rows) in [
        (100, "policy WHERE product_type = 'IndexedUniversalLife'"),
        (30, "annuity WHERE product_type = 'QLAC'"),
        (500, "annuity WHERE tax_type = 'TraditionalIRA'"),
        (100, "annuity WHERE rmd_required"),
        (
            30,
            "policy c WHERE product_type = 'Term' AND status = 'InForce' AND level_period_end_date < '2026-11-20'",
        ),
        (100, "contract_party WHERE role = 'Owner' AND share_percent = 50"),
        (6, "user_notification WHERE notification_type = 25"),
        (6, "premium_gift WHERE letters_sent_on IS NOT NULL"),
        (3, "premium_gift WHERE premium_paid_on IS NOT NULL"),
        (
            6,
            "premium_gift WHERE received_on IS NULL AND gift_date < '2026-11-20'",
        ),
        (50, "trust_person WHERE guardian IS NOT NULL"),
        (300, "beneficiary WHERE class = 'Contingent'"),
        (100, "contract_transaction WHERE kind = 'LoanInterest'"),
        (50, "contract_transaction WHERE kind = 'LoanRepayment'"),
        (
            50,
            "contract_transaction WHERE kind = 'RequiredMinimumDistribution'",
        ),
        (50, "contract_transaction WHERE kind = 'SystematicWithdrawal'"),
        (
            50,
            "policy p WHERE NOT EXISTS (SELECT FROM beneficiary WHERE contract_uuid = p.uuid)",
        ),
        (
            30,
            "beneficiary WHERE birth_date > date '2026-11-20' - interval '18 years'",
        ),
    ] {
        let found = count(&client, rows).await;
        assert!(found >= least, "{rows}: {found}");
    }
}

#[tokio::test]
async fn demo_medical_requests_can_be_decrypted_with_their_documents() {
    let app = crate::support::TestApp::new().await;
    let admin = app.admin().await;
    for number in 10..30 {
        app.insured(&format!("Ada Number{number}")).insert().await;
    }
    let today = app.app.clock.today_in("UTC");
    let mut client = app.database.owner().await;
    server::demo::medical::request(&mut client, &app.app.medical, today)
        .await
        .unwrap();
    let due = admin.get("/FirmInsuredMedical/open?need=Due").await.ok();
    assert_eq!(due["total"], 5);
    let states = "SELECT string_agg(DISTINCT state, ' ' ORDER BY state) FROM medical_request";
    assert_eq!(
        app.text(states).await.as_deref(),
        Some("Cancelled Draft Expired FollowUp1 FollowUp2 Received Refused Sent")
    );
    let found = app
        .owner
        .query("SELECT insured_uuid::text, uuid::text FROM medical_document", &[])
        .await
        .unwrap();
    assert!(found.len() > 20);
    for row in found {
        let (insured, document): (String, String) = (row.get(0), row.get(1));
        let path = format!("/FirmInsuredMedical/{insured}/document/{document}?reason=Request");
        let file = admin.get(path).await;
        assert_eq!(file.status, 200);
        let text = crate::deliverables::pdf_text(&file.body);
        assert!(text.starts_with("Sample:"), "{text}");
    }
    let gaps = async |state: &str| {
        let sql = format!(
            "SELECT insured_uuid::text FROM medical_request WHERE state = '{state}' ORDER BY uuid DESC"
        );
        let insured = app.text(&sql).await.unwrap();
        let record = admin
            .get(format!("/FirmInsuredMedical/{insured}?reason=Request"))
            .await
            .ok();
        record["requests"][0]["gaps"].as_array().unwrap().len()
    };
    assert_eq!(gaps("Draft").await, 0);
    assert_eq!(gaps("Sent").await, 0);
}
