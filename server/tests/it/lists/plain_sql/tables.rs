//! The test's book, and tables with each list's cells that plain SQL can filter.

use crate::lists::book::{Picks, fill};
use crate::support::{CARRIER, FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::contract::{EnumName, Line, options};
use shared::list::ListName;
use uuid::Uuid;

/// Number of rows per list, not counting deleted ones.
pub const ROWS: i64 = 150;

/// Fills every list and links contracts with contacts. Some rows and links are deleted, and some belong to
/// another firm.
pub async fn fill_book(app: &TestApp) {
    for list in ListName::ALL {
        fill(app, list, ROWS as usize).await;
    }
    app.execute(ADJUST).await;
    link_contracts(app).await;
    insert_hidden_rows(app).await;
    insert_schedules(app).await;
    // Replaces the random totals and names.
    app.execute(&format!("SELECT firmbook_refresh_firm({FIRM})"))
        .await;
    app.execute("ANALYZE").await;
}

/// Replaces random values by valid ones: amounts that can be added, birth dates in the past, phone numbers, riders and
/// strategies.
const ADJUST: &str = "
  UPDATE policy SET death_benefit = death_benefit % 1000000, annualized_premium = annualized_premium % 1000000,
    cash_value = cash_value % 1000000, surrender_value = surrender_value % 1000000,
    riders = CASE death_benefit::bigint % 3 WHEN 0 THEN '[]' WHEN 1 THEN '[{\"type\": \"WaiverOfPremium\"}]'
      ELSE '[{\"type\": \"WaiverOfPremium\"}, {\"type\": \"LongTermCare\"}]' END::jsonb;
  UPDATE annuity SET contract_value = contract_value % 1000000, premiums_paid = premiums_paid % 1000000,
    cash_value = cash_value % 1000000, surrender_value = surrender_value % 1000000,
    surrender_schedule = CASE contract_value::bigint % 3 WHEN 1 THEN '{7}' WHEN 2 THEN '{7,6.5,0.25}' END::numeric[],
    index_strategies = CASE contract_value::bigint % 3 WHEN 0 THEN '[]' WHEN 1 THEN '[{\"name\": \"S&P 500\"}]'
      ELSE '[{\"name\": \"S&P 500\"}, {\"name\": \"Zürich 50%\"}]' END::jsonb;
  UPDATE contact SET dob = CASE WHEN dob <= '2026-11-21' THEN dob END,
    phone = (array['+14155550100x12', '+14155550199', '+442079460000'])[1 + hashtext(uuid::text) & 3],
    mobile_phone = (array['+14155550100x12', '+14155550199', '+442079460000'])[1 + hashtext(uuid::text) >> 3 & 3];";

async fn link_contracts(app: &TestApp) {
    let mut picks = Picks(11);
    for (table, line) in [("policy", 1), ("annuity", 2)] {
        for (kind, role) in [
            (ContactKind::Agent, "Agent"),
            (ContactKind::Owner, "Owner"),
            (
                ContactKind::Insured,
                if line == 1 { "Insured" } else { "Annuitant" },
            ),
        ] {
            // Links three of four contracts per type. A contract can have no contact, two contacts, or one twice.
            for type_id in [1, 2] {
                let sql = format!(
                    "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id, deleted_at)
                     SELECT {FIRM}, c.uuid, p.uuid, {line}, {0}, '{role}', {type_id},
                       CASE WHEN (c.place + {1}) % 9 = 0 THEN now() END
                     FROM (SELECT uuid, row_number() OVER (ORDER BY uuid) AS place FROM {table}) c
                     JOIN (SELECT uuid, row_number() OVER (ORDER BY uuid) AS place FROM contact WHERE kind = {0}) p
                       ON p.place = 1 + (c.place * {2} / 3) % 60
                     WHERE (c.place + {1}) % 4 > 0",
                    kind as i16,
                    picks.number(9),
                    1 + picks.number(5),
                );
                app.execute(&sql).await;
            }
        }
    }
}

/// Inserts rows that no list shows: deleted rows and rows of the other firm. The deleted contracts keep their links.
async fn insert_hidden_rows(app: &TestApp) {
    let agent: Uuid = app
        .text("SELECT uuid FROM contact WHERE kind = 1 ORDER BY uuid LIMIT 1")
        .await
        .unwrap()
        .parse()
        .unwrap();
    for i in 0..6 {
        let (policy, annuity) = (Uuid::now_v7(), Uuid::now_v7());
        let gone = "2026-11-01T00:00:00Z";
        let row = json!({ "firm_id": FIRM, "uuid": policy, "policy_number": format!("GONE-{i}"), "carrier_uuid": CARRIER,
            "carrier_name": "Cedar Life", "product_type": "Term", "status": "InForce", "death_benefit": "7.00",
            "deleted_at": gone });
        app.insert("policy", row).await;
        let row = json!({ "firm_id": FIRM, "uuid": annuity, "contract_number": format!("GONE-{i}"),
            "carrier_uuid": CARRIER, "carrier_name": "Cedar Life", "product_type": "FixedDeferred",
            "status": "InForce", "contract_value": "7.00", "deleted_at": gone });
        app.insert("annuity", row).await;
        for (contract, line) in [(policy, 1), (annuity, 2)] {
            let row = json!({ "firm_id": FIRM, "contract_uuid": contract, "contact_uuid": agent, "line": line,
                              "kind": 1, "role": "Agent", "type_id": 1 });
            app.insert("contract_party", row).await;
            let row = json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "contract_uuid": contract, "line": line,
                              "class": "Primary", "name": "Gone Zurich" });
            app.insert("beneficiary", row).await;
            app.insert("contract_transaction", withdrawal(FIRM, contract, line))
                .await;
        }
        for kind in [ContactKind::Agent, ContactKind::Owner, ContactKind::Insured] {
            let hidden = app.contact(kind, "Gone Zurich").with("owner_type", 1);
            let hidden = hidden.with("deleted_at", gone).insert().await;
            let foreign = app.contact(kind, "Foreign Zurich").with("owner_type", 1);
            let foreign = foreign.of_firm(OTHER_FIRM).insert().await;
            for owner in [hidden, foreign] {
                let form = json!({ "firm_id": owner.firm, "uuid": Uuid::now_v7(), "owner_uuid": owner.uuid, "number": 1,
                                   "state": "Draft", "content": "{}" });
                app.insert("best_interest", form).await;
            }
        }
        let policy = app.policy(&format!("F-{i}")).of_firm(OTHER_FIRM).insert().await;
        let annuity = app.annuity(&format!("F-{i}")).of_firm(OTHER_FIRM).insert().await;
        for (contract, line) in [(policy, 1), (annuity, 2)] {
            let row = json!({ "firm_id": OTHER_FIRM, "uuid": Uuid::now_v7(), "contract_uuid": contract.uuid,
                              "line": line, "class": "Primary", "name": "Foreign Zurich" });
            app.insert("beneficiary", row).await;
            app.insert(
                "contract_transaction",
                withdrawal(OTHER_FIRM, contract.uuid, line),
            )
            .await;
        }
    }
}

/// Returns a withdrawal from a contract.
fn withdrawal(firm: i32, contract: Uuid, line: i16) -> Value {
    json!({ "firm_id": firm, "uuid": Uuid::now_v7(), "contract_uuid": contract, "line": line, "kind": "Withdrawal",
            "transaction_date": "2026-11-20", "amount": "7.00", "note": "Hidden Zurich" })
}

/// Adds schedules to cohorts. Some are paused or deleted, or have already sent.
async fn insert_schedules(app: &TestApp) {
    let dana = app.advisor().await.user_key;
    app.execute(&format!(
        "INSERT INTO cohort_schedule (firm_id, cohort_uuid, uuid, name, first_send_date, send_time, time_zone, subject,
           message, frequency, status, send_to, owner_key, next_send_date, last_send_date, deleted_at)
         SELECT {FIRM}, uuid, uuid, 'Yearly', '2026-01-01', '09:00', 'UTC', 's', 'm', 'Annual',
           CASE WHEN place % 5 = 0 THEN 'Paused' ELSE 'Active' END, 'Contact', '{dana}', date '2026-11-21' + place,
           CASE WHEN place % 2 = 0 THEN date '2026-11-21' - place END,
           CASE WHEN place % 7 = 0 THEN now() END
         FROM (SELECT uuid, row_number() OVER (ORDER BY uuid)::int AS place FROM cohort) c WHERE place % 3 > 0"
    ))
    .await;
}

/// Returns SQL that creates the temporary table `plain_LIST`. It has one row per visible row, one column per key of the
/// list, and `searched`, the text that the search box matches.
pub fn plain_table(list: ListName) -> String {
    let keys = list.columns().iter().map(|column| column.key);
    let cells: Vec<String> = keys
        .map(|key| format!("{} AS \"{key}\"", cell(list, key)))
        .collect();
    let (rows, searched) = match list {
        ListName::Agents => (CONTACTS.to_owned() + "1", CONTACT_SEARCH),
        ListName::Owners => (CONTACTS.to_owned() + "2", CONTACT_SEARCH),
        ListName::Insureds => (CONTACTS.to_owned() + "3", CONTACT_SEARCH),
        ListName::Policies => (
            "policy t WHERE t.firm_id = 1 AND t.deleted_at IS NULL".to_owned(),
            POLICY_SEARCH,
        ),
        ListName::Annuities => (
            "annuity t WHERE t.firm_id = 1 AND t.deleted_at IS NULL".to_owned(),
            "t.contract_number, translate(t.contract_number, ' -', ''), t.carrier_name, t.annuitant_name,
             t.owner_name, t.agent_name",
        ),
        ListName::Cohorts => (
            "cohort t WHERE t.firm_id = 1 AND t.deleted_at IS NULL".to_owned(),
            "t.name, t.description",
        ),
        ListName::Duplicates => (
            "duplicate_pair t JOIN contact a ON a.uuid = t.first_uuid JOIN contact b ON b.uuid = t.second_uuid
             WHERE t.firm_id = 1"
                .to_owned(),
            &*[CONTACT_SEARCH.replace("t.", "a."), CONTACT_SEARCH.replace("t.", "b.")].join(", "),
        ),
        ListName::PremiumGifts => (
            "premium_gift t JOIN policy p ON p.uuid = t.policy_uuid AND p.deleted_at IS NULL
             JOIN contact c ON c.uuid = t.trust_uuid WHERE t.firm_id = 1"
                .to_owned(),
            &*format!("{}, {}", CONTACT_SEARCH.replace("t.", "c."), POLICY_SEARCH.replace("t.", "p.")),
        ),
        ListName::Trusts => (
            "contact t LEFT JOIN trust d ON d.contact_uuid = t.uuid LEFT JOIN contact_total n ON n.uuid = t.uuid
             WHERE t.firm_id = 1 AND t.deleted_at IS NULL AND t.owner_type = 2"
                .to_owned(),
            CONTACT_SEARCH,
        ),
        ListName::TrustGrantors | ListName::Trustees | ListName::TrustBeneficiaries => (
            format!(
                "trust_person t JOIN contact c ON c.uuid = t.trust_uuid AND c.deleted_at IS NULL AND c.owner_type = 2
                 LEFT JOIN trust d ON d.contact_uuid = c.uuid LEFT JOIN contact_total n ON n.uuid = c.uuid
                 WHERE t.firm_id = 1 AND t.deleted_at IS NULL AND t.role = '{}'",
                match list {
                    ListName::TrustGrantors => "Grantor",
                    ListName::Trustees => "Trustee",
                    _ => "Beneficiary",
                }
            ),
            &*format!(
                "t.name, t.email, t.phone, t.guardian, {}",
                CONTACT_SEARCH.replace("t.", "c.")
            ),
        ),
        ListName::BestInterestForms => (
            "best_interest t JOIN contact c ON c.uuid = t.owner_uuid AND c.deleted_at IS NULL WHERE t.firm_id = 1"
                .to_owned(),
            &*format!("{FORM_SEARCH}, {}", CONTACT_SEARCH.replace("t.", "c.")),
        ),
        ListName::Beneficiaries => (
            format!(
                "beneficiary t JOIN ({CONTRACTS}) c ON c.line = t.line AND c.uuid = t.contract_uuid
                 WHERE t.firm_id = 1 AND t.deleted_at IS NULL"
            ),
            "t.name",
        ),
        ListName::Transactions => (
            format!(
                "contract_transaction t JOIN ({CONTRACTS}) c ON c.line = t.line AND c.uuid = t.contract_uuid
                 WHERE t.firm_id = 1 AND t.deleted_at IS NULL"
            ),
            "t.note, c.number, translate(c.number, ' -', ''), c.carrier_name, c.insured_name, c.owner_name,
             c.agent_name",
        ),
        ListName::AuditLog => (
            "audit_log t WHERE t.firm_id = 1".to_owned(),
            &*format!(
                "t.actor_key, t.on_behalf_of_key, {}, {}, coalesce(t.subject_key, t.subject_uuid::text),
                 {AUDIT_DETAILS}, host(t.address), t.trace_id",
                label("t.action", EnumName::AuditAction),
                label("t.subject_type", EnumName::AuditRecord)
            ),
        ),
    };
    format!(
        "CREATE TEMPORARY TABLE plain_{} AS SELECT t.uuid, firmbook_fold(concat_ws(' ', {searched})) AS searched, {}
         FROM {rows}",
        list.as_str(),
        cells.join(", ")
    )
}

/// Label of a code.
fn label(code: &str, set: EnumName) -> String {
    let labels = options(set)
        .into_iter()
        .map(|choice| format!("WHEN '{}' THEN '{}'", choice.code, choice.label));
    format!("CASE {code} {} END", labels.collect::<Vec<_>>().join(" "))
}

const FORM_SEARCH: &str = "t.content::json->'recommended'->>'number', translate(t.content::json->'recommended'->>'number', ' -', ''),
    t.content::json->'recommended'->>'carrier', t.content::json->'form'->'recommendation'->>'producer',
    t.content::json->'replaced'->>'number'";
const POLICY_SEARCH: &str = "t.policy_number, translate(t.policy_number, ' -', ''), t.carrier_name, t.insured_name, t.owner_name, t.agent_name";
/// SQL for the policies and annuities that are not deleted.
const CONTRACTS: &str = "SELECT 1 AS line, uuid, policy_number AS number, carrier_name, insured_name, owner_name,
    agent_name, status FROM policy WHERE deleted_at IS NULL
    UNION ALL SELECT 2, uuid, contract_number, carrier_name, annuitant_name, owner_name, agent_name, status FROM annuity
    WHERE deleted_at IS NULL";
const CONTACTS: &str = "contact t WHERE t.firm_id = 1 AND t.deleted_at IS NULL AND t.kind = ";
const AUDIT_DETAILS: &str = "concat_ws('; ', 'Subject: ' || nullif(t.details->>'subject', ''), 'Virus: ' || (t.details->'virus'->>0))";
const CONTACT_SEARCH: &str =
    "t.display_name, t.email, t.phone, t.mobile_phone, t.npn, t.agency_code, t.external_id, t.city";

/// Returns plain SQL for a cell. Most cells are the table column of the same name.
fn cell(list: ListName, key: &str) -> String {
    let of_contact = list.contact_kind().is_some();
    match (list, key) {
        (ListName::Trusts, "name") => "t.display_name".into(),
        (ListName::Trusts, "trustee") => names_of("p.role = 'Trustee' AND p.is_successor IS FALSE"),
        (ListName::Trusts, "grantor") => names_of("p.role = 'Grantor'"),
        (ListName::Trusts, "nextGiftDate") => next_of("gift_date", "received_on"),
        (ListName::Trusts, "nextLetterDate") => next_of("letter_date", "letters_sent_on"),
        (ListName::Trusts, "governingState" | "notes") => format!("d.{}", snake(key)),
        (ListName::Trusts, "updatedAt") => "greatest(t.updated_at, d.updated_at)".into(),
        (
            ListName::Trusts | ListName::TrustGrantors | ListName::Trustees | ListName::TrustBeneficiaries,
            "trustType",
        ) => "d.trust_type".into(),
        (
            ListName::Trusts | ListName::TrustGrantors | ListName::Trustees | ListName::TrustBeneficiaries,
            "policyCount",
        ) => "n.policy_count".into(),
        (ListName::Trustees | ListName::TrustGrantors | ListName::TrustBeneficiaries, "trust") => {
            "c.display_name".into()
        }
        (ListName::Trustees | ListName::TrustGrantors | ListName::TrustBeneficiaries, "trustId") => {
            "t.trust_uuid::text".into()
        }
        (ListName::Trustees | ListName::TrustGrantors | ListName::TrustBeneficiaries, "age") => {
            "extract(year FROM age(date '2026-11-21', t.birth_date))::bigint".into()
        }
        (ListName::PremiumGifts, "trust") => "c.display_name".into(),
        (ListName::PremiumGifts, "policyNumber") => "p.policy_number".into(),
        (ListName::PremiumGifts, "policyStatus") => "p.status".into(),
        (ListName::PremiumGifts, "carrier" | "insured" | "agent") => format!("p.{key}_name"),
        (ListName::PremiumGifts, "policyId") => "t.policy_uuid::text".into(),
        (ListName::PremiumGifts, "trustId") => "t.trust_uuid::text".into(),
        (ListName::PremiumGifts, "windowEnds") => WINDOW_ENDS.into(),
        (ListName::PremiumGifts, "state") => format!(
            "CASE WHEN t.premium_paid_on IS NOT NULL THEN 'PremiumPaid'
                  WHEN t.letters_sent_on IS NOT NULL AND t.premium_due < '2026-11-21' THEN 'Overdue'
                  WHEN t.letters_sent_on IS NOT NULL AND {WINDOW_ENDS} < '2026-11-21' THEN 'WindowOver'
                  WHEN t.letters_sent_on IS NOT NULL THEN 'WindowOpen'
                  WHEN t.received_on IS NULL AND t.gift_date < '2026-11-21' THEN 'Overdue'
                  WHEN t.received_on IS NULL THEN 'Planned'
                  WHEN t.letter_date < '2026-11-21' THEN 'Overdue' ELSE 'Received' END"
        ),
        (ListName::BestInterestForms, "owner") => "c.display_name".into(),
        (ListName::BestInterestForms, "status") => "t.state".into(),
        (ListName::BestInterestForms, "annuity") => "t.content::json->'recommended'->>'number'".into(),
        (ListName::BestInterestForms, "carrier") => "t.content::json->'recommended'->>'carrier'".into(),
        (ListName::BestInterestForms, "replacedContract") => "t.content::json->'replaced'->>'number'".into(),
        (ListName::BestInterestForms, "producer") => {
            "nullif(t.content::json->'form'->'recommendation'->>'producer', '')".into()
        }
        (ListName::BestInterestForms, "isReplacement") => {
            "t.content::json->'form'->'replacement'->>'isReplacement' IS NOT DISTINCT FROM 'true'".into()
        }
        (ListName::BestInterestForms, "reviewDue") => {
            "CASE t.state WHEN 'Superseded' THEN NULL ELSE t.review_due_date END".into()
        }
        (ListName::BestInterestForms, "ownerId") => "t.owner_uuid::text".into(),
        (ListName::Beneficiaries | ListName::Transactions, "contractNumber") => "c.number".into(),
        (ListName::Beneficiaries | ListName::Transactions, "carrier" | "insured" | "owner") => {
            format!("c.{key}_name")
        }
        (ListName::Beneficiaries | ListName::Transactions, "contractStatus") => "c.status".into(),
        (ListName::Beneficiaries | ListName::Transactions, "policyId") => {
            "CASE t.line WHEN 1 THEN t.contract_uuid::text END".into()
        }
        (ListName::Beneficiaries | ListName::Transactions, "annuityId") => {
            "CASE t.line WHEN 2 THEN t.contract_uuid::text END".into()
        }
        (_, "carrier") => "t.carrier_name".into(),
        (_, "insured" | "owner" | "annuitant" | "agent") => format!("t.{key}_name"),
        (
            ListName::Cohorts
            | ListName::AuditLog
            | ListName::Trustees
            | ListName::TrustGrantors
            | ListName::TrustBeneficiaries
            | ListName::Beneficiaries,
            "name",
        ) => "t.name".into(),
        (_, "name") => "t.display_name".into(),
        (_, "age") => "2026 - extract(year FROM t.dob)::int
            - CASE WHEN to_char(t.dob, 'MMDD') > '1121' THEN 1 ELSE 0 END"
            .into(),
        (_, "taxId" | "recordId") => "NULL::text".into(),
        (_, "ownerType") => "t.owner_type::text".into(),
        (_, key) if key.starts_with("customField") => {
            format!(
                "t.custom_fields ->> 'Custom Field {}'",
                &key["customField".len()..]
            )
        }
        (_, "addressLine1" | "addressLine2") => format!("t.address_line{}", &key[11..]),
        (_, "policyCount") => of_contracts(Line::Life, "count(*)"),
        (_, "annuityCount") => of_contracts(Line::Annuity, "count(*)"),
        (_, "deathBenefit" | "annualizedPremium") if of_contact => {
            of_contracts(Line::Life, &sum_of(&snake(key)))
        }
        (_, "contractValue" | "premiumsPaid") if of_contact => {
            of_contracts(Line::Annuity, &sum_of(&snake(key)))
        }
        (_, "policyCashValue") if of_contact => of_contracts(Line::Life, &sum_of("cash_value")),
        (_, "policySurrenderValue") if of_contact => of_contracts(Line::Life, &sum_of("surrender_value")),
        (_, "annuityCashValue") if of_contact => of_contracts(Line::Annuity, &sum_of("cash_value")),
        (_, "annuitySurrenderValue") if of_contact => of_contracts(Line::Annuity, &sum_of("surrender_value")),
        (_, "policyCashValue" | "annuityCashValue") => "t.cash_value".into(),
        (_, "policySurrenderValue" | "annuitySurrenderValue") => "t.surrender_value".into(),
        (_, "paysAutomatically") => "coalesce(t.payment_method, '') LIKE '%EFT%'".into(),
        // February 29 counts as March 1, because 2027 is a common year.
        (_, "anniversaryMonth") => {
            "CASE to_char(t.issue_date, 'MMDD') WHEN '0229' THEN '03' ELSE to_char(t.issue_date, 'MM') END"
                .into()
        }
        (_, "riders") => "CASE jsonb_array_length(t.riders) WHEN 1 THEN 'Waiver Of Premium'
            WHEN 2 THEN 'Waiver Of Premium, Long Term Care' END"
            .into(),
        (_, "indexStrategies") => "CASE jsonb_array_length(t.index_strategies) WHEN 1 THEN 'S&P 500'
            WHEN 2 THEN 'S&P 500, Zürich 50%' END"
            .into(),
        (_, "surrenderSchedule") => "CASE cardinality(t.surrender_schedule) WHEN 1 THEN '7%'
            WHEN 3 THEN '7%, 6.5%, 0.25%' END"
            .into(),
        (ListName::Cohorts, "contactType") => "t.contact_kind::text".into(),
        (ListName::Cohorts, "contactCount") => "CASE t.kind WHEN 'Static' THEN t.contact_count END".into(),
        (ListName::Cohorts, "nextSend") => "(SELECT next_send_date FROM cohort_schedule s
            WHERE s.cohort_uuid = t.uuid AND s.status = 'Active' AND s.deleted_at IS NULL)"
            .into(),
        (ListName::Cohorts, "lastSend") => {
            "(SELECT last_send_date FROM cohort_schedule s WHERE s.cohort_uuid = t.uuid)".into()
        }
        (ListName::Cohorts, "lastResult") => "NULL::text".into(),
        (ListName::Duplicates, "score") => "t.percent::bigint".into(),
        (ListName::Duplicates, "first") => "a.display_name".into(),
        (ListName::Duplicates, "second") => "b.display_name".into(),
        (ListName::Duplicates, "reasons") => "t.reason_labels".into(),
        (ListName::Duplicates, "firstContracts") => contracts_of('a'),
        (ListName::Duplicates, "secondContracts") => contracts_of('b'),
        (ListName::Duplicates, "state") => {
            "CASE WHEN t.dismissed_at IS NULL THEN 'Open' ELSE 'Dismissed' END".into()
        }
        (ListName::Duplicates, "contactType") => "t.contact_kind::text".into(),
        (ListName::Duplicates, "reviewedBy") => "t.dismissed_by".into(),
        (ListName::Duplicates, "reviewedAt") => "t.dismissed_at".into(),
        (ListName::Duplicates, "firstDetail") => "coalesce(a.email, a.phone, a.mobile_phone, a.city)".into(),
        (ListName::Duplicates, "secondDetail") => "coalesce(b.email, b.phone, b.mobile_phone, b.city)".into(),
        (ListName::Duplicates, "firstId") => "t.first_uuid::text".into(),
        (ListName::Duplicates, "secondId") => "t.second_uuid::text".into(),
        (ListName::AuditLog, "user") => "t.actor_key".into(),
        (ListName::AuditLog, "onBehalfOf") => "t.on_behalf_of_key".into(),
        (ListName::AuditLog, "recordKind") => "t.subject_type".into(),
        (ListName::AuditLog, "record") => "coalesce(t.subject_key, t.subject_uuid::text)".into(),
        (ListName::AuditLog, "recordDeleted") => {
            "CASE WHEN t.subject_type <> 'image' AND t.subject_uuid IS NOT NULL THEN true END".into()
        }
        (ListName::AuditLog, "recordUuid") => "t.subject_uuid::text".into(),
        (ListName::AuditLog, "entryId") => "t.uuid::text".into(),
        (ListName::AuditLog, "address") => "host(t.address)".into(),
        (ListName::AuditLog, "date") => "(t.at AT TIME ZONE 'America/New_York')::date".into(),
        (ListName::AuditLog, "details") => AUDIT_DETAILS.into(),
        _ => format!("t.{}", snake(key)),
    }
}

/// SQL for the end of the withdrawal window, which starts with the letters.
const WINDOW_ENDS: &str = "(coalesce(t.letters_sent_on, t.letter_date) + interval '30 days')::date";

/// Returns SQL for the names of a trust's people, in order.
fn names_of(condition: &str) -> String {
    format!(
        "(SELECT string_agg(p.name, ', ' ORDER BY firmbook_fold(p.name) COLLATE \"C\", p.uuid) FROM trust_person p
          WHERE p.trust_uuid = t.uuid AND p.deleted_at IS NULL AND {condition})"
    )
}

/// Returns SQL for a trust's earliest date of a gift step that is not done.
fn next_of(date: &str, done: &str) -> String {
    format!(
        "(SELECT g.{date} FROM premium_gift g JOIN policy p ON p.uuid = g.policy_uuid AND p.deleted_at IS NULL
          WHERE g.trust_uuid = t.uuid AND g.{done} IS NULL ORDER BY 1 LIMIT 1)"
    )
}

fn snake(key: &str) -> String {
    let mut name = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

fn sum_of(column: &str) -> String {
    format!("coalesce(sum(c.{column}), 0)")
}

fn table(line: Line) -> &'static str {
    match line {
        Line::Life => "policy",
        Line::Annuity => "annuity",
    }
}

/// Returns SQL for the number of policies and annuities of contact `a` or `b`.
fn contracts_of(contact: char) -> String {
    let of_line = |line| of_contracts(line, "count(*)").replace("t.uuid", &format!("{contact}.uuid"));
    format!("({} + {})", of_line(Line::Life), of_line(Line::Annuity))
}

/// Returns SQL for an aggregate over the contracts of contact `t`. Counts each contract once.
fn of_contracts(line: Line, aggregate: &str) -> String {
    format!(
        "(SELECT {aggregate} FROM {} c WHERE c.firm_id = 1 AND c.deleted_at IS NULL AND c.uuid IN (
           SELECT contract_uuid FROM contract_party p
           WHERE p.firm_id = 1 AND p.deleted_at IS NULL AND p.contact_uuid = t.uuid))",
        table(line)
    )
}

/// Returns SQL for a JSON object with the count and sums of a line.
fn entries(line: Line) -> String {
    let (count, amounts) = match line {
        Line::Life => (
            "policyCount",
            [
                ("deathBenefit", "death_benefit"),
                ("annualizedPremium", "annualized_premium"),
                ("policyCashValue", "cash_value"),
                ("policySurrenderValue", "surrender_value"),
            ],
        ),
        Line::Annuity => (
            "annuityCount",
            [
                ("contractValue", "contract_value"),
                ("premiumsPaid", "premiums_paid"),
                ("annuityCashValue", "cash_value"),
                ("annuitySurrenderValue", "surrender_value"),
            ],
        ),
    };
    let sums = amounts.map(|(key, column)| format!(", '{key}', coalesce(sum(c.{column}), 0.00)::text"));
    format!("jsonb_build_object('{count}', count(*){})", sums.concat())
}

/// Returns SQL for the totals over the contracts of all selected contacts. Counts each contract once.
pub fn sums_of_contacts(hits: &str) -> String {
    let [life, annuities] = [Line::Life, Line::Annuity].map(|line| {
        format!(
            "(SELECT {} FROM {} c WHERE c.deleted_at IS NULL AND c.uuid IN (SELECT contract_uuid FROM contract_party p
               WHERE p.deleted_at IS NULL AND p.contact_uuid IN (SELECT hits.uuid FROM ({hits}) hits)))",
            entries(line),
            table(line)
        )
    });
    format!("SELECT {life} || {annuities}")
}

/// Returns SQL that sums the selected contracts. The sums of the other line are zero.
pub fn sums_of_contracts(line: Line, hits: &str) -> String {
    let [own, other] = match line {
        Line::Life => [Line::Life, Line::Annuity],
        Line::Annuity => [Line::Annuity, Line::Life],
    };
    format!(
        "SELECT (SELECT {} FROM {} c WHERE c.uuid IN (SELECT hits.uuid FROM ({hits}) hits))
           || (SELECT {} FROM {} c WHERE FALSE)",
        entries(own),
        table(own),
        entries(other),
        table(other)
    )
}
