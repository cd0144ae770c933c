//! Notifications about medical requests. Their texts contain no names. Their links contain only the insured's uuid.

use super::{Notice, To};
use crate::records::medical::due;
use crate::records::medical::readers::Readers;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use jiff::civil::Date;
use shared::medical::{DOCUMENT_ARRIVED, FOLLOW_UP_DUE};
use shared::notification::NotificationKind::{self, MedicalDocumentArrived, MedicalRequestDue};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// Returns the notices about a received record, for everyone who can see it except the user who stored it.
pub async fn arrived(
    connection: &mut AsyncPgConnection,
    (firm_id, insured): (i32, Uuid),
    document: Uuid,
    (stored_by, day): (&str, Date),
) -> QueryResult<Vec<Notice>> {
    let readers = Readers::find(connection, firm_id).await?;
    let pairs = readers.of_insureds(connection, firm_id, &[insured], day).await?;
    let others = pairs.into_iter().filter(|(key, _)| key != stored_by);
    let notice = |(key, _)| {
        notice(
            MedicalDocumentArrived,
            DOCUMENT_ARRIVED,
            document.to_string(),
            insured,
            key,
        )
    };
    Ok(others.map(notice).collect())
}

/// Returns the notices about follow-ups that became due in the week up to a day. A notice is not repeated.
pub async fn follow_ups(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    today: Date,
) -> QueryResult<Vec<Notice>> {
    let due = due::since_last_week(connection, firm_id, today).await?;
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let insureds: BTreeSet<Uuid> = due.iter().map(|request| request.insured_uuid).collect();
    let insureds: Vec<Uuid> = insureds.into_iter().collect();
    let readers = Readers::find(connection, firm_id).await?;
    let pairs = readers.of_insureds(connection, firm_id, &insureds, today).await?;
    let mut users: HashMap<Uuid, Vec<String>> = HashMap::new();
    for (key, insured) in pairs {
        users.entry(insured).or_default().push(key);
    }
    let mut notices = Vec::new();
    for request in due {
        let insured = request.insured_uuid;
        let dedup_key = format!("{}:{}", request.uuid, request.due_on);
        for key in users.get(&insured).into_iter().flatten() {
            notices.push(notice(
                MedicalRequestDue,
                FOLLOW_UP_DUE,
                dedup_key.clone(),
                insured,
                key.clone(),
            ));
        }
    }
    Ok(notices)
}

fn notice(kind: NotificationKind, text: &str, key: String, insured: Uuid, user_key: String) -> Notice {
    Notice {
        kind,
        key,
        display_name: text.into(),
        application_url: Some(format!("/people/insureds/{insured}?tab=medical")),
        details: Vec::new(),
        to: To::User(user_key),
    }
}
