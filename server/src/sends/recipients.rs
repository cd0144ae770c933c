//! Determines the recipients of a send, their due dates and the reasons for skipping.

use super::members::Member;
use super::owner::ScheduleOwner;
use super::unsubscribe;
use crate::error::ApiResult;
use crate::records::schedule::Schedule;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::cohort::schedule::{Frequency, SendTo, Skip, latest_anniversary_in};
use shared::date::next_anniversary;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

pub(super) struct Recipient {
    pub contact_uuid: Uuid,
    pub name: String,
    /// Name of the person at `address`.
    pub to_name: String,
    pub address: Option<String>,
    /// `None` if the contact has no birthday or anniversary.
    pub due_date: Option<Date>,
    pub skip: Option<Skip>,
}

/// Dates for which recipients are determined.
pub(super) enum Days<'a> {
    /// The due dates. Birthday and anniversary schedules include only contacts with one of these dates.
    Due(&'a [Date]),
    /// All contacts, each with its first date on or after this one. For dry runs.
    From(Date),
}

pub(super) async fn recipients(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    schedule: &Schedule,
    owner: &ScheduleOwner,
    members: Vec<Member>,
    days: Days<'_>,
) -> ApiResult<Vec<Recipient>> {
    let frequency = schedule.plan.frequency;
    let dated: Vec<(Member, Option<Date>)> = members
        .into_iter()
        .map(|member| (due_date(schedule, &member, &days), member))
        .filter(|(due, _)| due.is_some() || matches!(days, Days::From(_)))
        .map(|(due, member)| (member, due))
        .collect();
    let agents = match schedule.shown.send_to {
        SendTo::ServicingAgent => servicing_agents(connection, firm_id, &dated).await?,
        SendTo::Contact | SendTo::Me => HashMap::new(),
    };
    let mut recipients: Vec<Recipient> = dated
        .into_iter()
        .map(|(member, due_date)| {
            let (to_name, address, missing) = match schedule.shown.send_to {
                SendTo::Contact => (member.name.clone(), member.email.clone(), Skip::NoEmail),
                SendTo::Me => (owner.name.clone(), owner.email.clone(), Skip::NoOwnerEmail),
                SendTo::ServicingAgent => match agents.get(&member.uuid) {
                    Some(agent) => (agent.name.clone(), agent.email.clone(), Skip::NoAgentEmail),
                    None => (member.name.clone(), None, Skip::NoServicingAgent),
                },
            };
            let is_written_right = |address: &String| address.parse::<lettre::Address>().is_ok();
            let skip = if member.is_deleted {
                Some(Skip::Deleted)
            } else if !member.is_seen {
                Some(Skip::OutOfScope)
            } else if due_date.is_none() && frequency.is_personal() {
                Some(no_day(frequency))
            } else if member.contracts.is_empty() {
                Some(Skip::NoContracts)
            } else if address.is_none() {
                Some(missing)
            } else if !address.as_ref().is_some_and(is_written_right) {
                Some(Skip::BadAddress)
            } else {
                None
            };
            Recipient {
                contact_uuid: member.uuid,
                name: member.name,
                to_name,
                address,
                due_date,
                skip,
            }
        })
        .collect();
    if schedule.shown.send_to != SendTo::Me {
        skip_unsubscribed(connection, firm_id, &mut recipients).await?;
    }
    Ok(recipients)
}

fn no_day(frequency: Frequency) -> Skip {
    if frequency == Frequency::Birthday {
        Skip::NoBirthday
    } else {
        Skip::NoAnniversary
    }
}

/// Returns the dates from which a member's birthday or anniversaries derive.
pub(super) fn own_days(frequency: Frequency, member: &Member) -> &[Date] {
    match frequency {
        Frequency::Birthday => member.born.as_slice(),
        _ => &member.began,
    }
}

fn due_date(schedule: &Schedule, member: &Member, days: &Days<'_>) -> Option<Date> {
    let frequency = schedule.plan.frequency;
    if !frequency.is_personal() {
        return match days {
            Days::Due(due) => due.last().copied(),
            Days::From(_) => schedule.shown.next_send_date,
        };
    }
    let own = own_days(frequency, member).iter();
    match days {
        Days::Due(due) => own.filter_map(|day| latest_anniversary_in(*day, due)).max(),
        Days::From(from) => own.filter_map(|day| next_anniversary(*day, *from)).min(),
    }
}

#[derive(QueryableByName)]
struct Agent {
    #[diesel(sql_type = SqlUuid)]
    contact_uuid: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
}

/// Returns, for each contact, the agent who services most of the contracts visible to the owner.
async fn servicing_agents(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    members: &[(Member, Option<Date>)],
) -> QueryResult<HashMap<Uuid, Agent>> {
    let (mut contacts, mut contracts) = (Vec::new(), Vec::new());
    for (member, _) in members {
        for contract in &member.contracts {
            contacts.push(member.uuid);
            contracts.push(*contract);
        }
    }
    let agents: Vec<Agent> = diesel::sql_query(
        "SELECT DISTINCT ON (given.contact_uuid) given.contact_uuid, agent.display_name AS name, agent.email
         FROM unnest($2, $3) AS given(contact_uuid, contract_uuid)
         JOIN contract_party service ON service.firm_id = $1 AND service.contract_uuid = given.contract_uuid
           AND service.kind = 1 AND service.type_id = 2 AND service.deleted_at IS NULL
         JOIN contact agent ON agent.firm_id = $1 AND agent.uuid = service.contact_uuid AND agent.deleted_at IS NULL
         GROUP BY given.contact_uuid, agent.uuid, agent.display_name, agent.email, agent.name_key
         ORDER BY given.contact_uuid, count(*) DESC, agent.name_key, agent.uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(contacts)
    .bind::<Array<SqlUuid>, _>(contracts)
    .load(connection)
    .await?;
    Ok(agents
        .into_iter()
        .map(|agent| (agent.contact_uuid, agent))
        .collect())
}

async fn skip_unsubscribed(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    recipients: &mut [Recipient],
) -> ApiResult<()> {
    let waiting = recipients.iter().filter(|one| one.skip.is_none());
    let addresses: Vec<&str> = waiting.filter_map(|one| one.address.as_deref()).collect();
    let gone: HashSet<String> = unsubscribe::among(connection, firm_id, &addresses).await?;
    for one in recipients {
        let address = one.address.as_deref().map(unsubscribe::key);
        if one.skip.is_none() && address.is_some_and(|address| gone.contains(&address)) {
            one.skip = Some(Skip::Unsubscribed);
        }
    }
    Ok(())
}
