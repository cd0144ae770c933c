//! Members of a cohort, as visible to the owner of a schedule.

use super::owner::ScheduleOwner;
use crate::db::FixedSql;
use crate::db::schema::{cohort_contact, contact};
use crate::error::{ApiError, ApiResult};
use crate::list::statement::{Bind, Statement};
use crate::list::{ScopedQuery, Source, write_uuids};
use crate::records::cohort;
use diesel::prelude::*;
use diesel::sql_types::{Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::cohort::{Cohort, CohortKind, MAX_CONTACTS};
use shared::contract::{Line, PolicyStatus};
use shared::list::{ListName, ListQuery, check};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Returns the lines whose contracts a schedule includes.
pub(super) fn lines_of(includes_annuities: bool) -> &'static [Line] {
    if includes_annuities {
        &[Line::Life, Line::Annuity]
    } else {
        &[Line::Life]
    }
}

pub(super) struct Member {
    pub uuid: Uuid,
    pub name: String,
    pub email: Option<String>,
    pub born: Option<Date>,
    pub is_deleted: bool,
    /// Visible to the owner.
    pub is_seen: bool,
    /// Contracts visible to the owner.
    pub contracts: Vec<Uuid>,
    /// Issue dates of those contracts that are in force.
    pub began: Vec<Date>,
}

#[derive(QueryableByName)]
struct VisibleContact {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

#[derive(Queryable)]
struct Person {
    uuid: Uuid,
    display_name: String,
    email: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    dob: Option<Date>,
    is_deleted: bool,
}

#[derive(QueryableByName)]
struct Contract {
    #[diesel(sql_type = SqlUuid)]
    contact_uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    contract_uuid: Uuid,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    issue_date: Option<Date>,
}

/// Returns the members sorted by name, including deleted ones and those the owner cannot see.
///
/// # Errors
/// Returns `ApiError::Refused` if the cohort's rule cannot be run or matches more than [`MAX_CONTACTS`]
/// contacts.
pub(super) async fn members(
    connection: &mut AsyncPgConnection,
    cohort: &Cohort,
    owner: &ScheduleOwner,
    day: Date,
    includes_annuities: bool,
) -> ApiResult<Vec<Member>> {
    let seen = seen(connection, cohort, owner, day).await?;
    let uuids: Vec<Uuid> = match cohort.kind {
        CohortKind::Rule => seen.iter().copied().collect(),
        CohortKind::Static => chosen(connection, cohort).await?,
    };
    let people: Vec<Person> = contact::table
        .filter(contact::firm_id.eq(cohort.firm_id))
        .filter(contact::uuid.eq_any(&uuids))
        .order((FixedSql::<Text>::new("name_key"), contact::uuid))
        .select((
            contact::uuid,
            contact::display_name,
            contact::email,
            contact::dob,
            contact::deleted_at.is_not_null(),
        ))
        .load(connection)
        .await?;
    let mut contracts: HashMap<Uuid, Vec<Contract>> = HashMap::new();
    for line in lines_of(includes_annuities) {
        for contract in contracts_of(connection, cohort, owner, day, *line, &uuids).await? {
            contracts.entry(contract.contact_uuid).or_default().push(contract);
        }
    }
    let members = people.into_iter().map(|person| {
        let contracts = contracts.remove(&person.uuid).unwrap_or_default();
        Member {
            is_seen: seen.contains(&person.uuid),
            uuid: person.uuid,
            name: person.display_name,
            email: person.email,
            born: person.dob,
            is_deleted: person.is_deleted,
            began: contracts.iter().filter_map(began).collect(),
            contracts: contracts
                .into_iter()
                .map(|contract| contract.contract_uuid)
                .collect(),
        }
    });
    Ok(members.collect())
}

fn began(contract: &Contract) -> Option<Date> {
    let status = PolicyStatus::from_code(&contract.status)?;
    contract.issue_date.filter(|_| status.in_force())
}

async fn seen(
    connection: &mut AsyncPgConnection,
    cohort: &Cohort,
    owner: &ScheduleOwner,
    day: Date,
) -> ApiResult<HashSet<Uuid>> {
    let list = ListName::of_contacts(cohort.contact_type);
    let mut query = match cohort.kind {
        CohortKind::Rule => cohort::rule(cohort, day).map_err(cohort::cannot_ask)?,
        CohortKind::Static => {
            let members = ListQuery {
                cohort_uuid: Some(cohort.uuid),
                ..ListQuery::default()
            };
            check(list, &members, day).map_err(ApiError::Invalid)?
        }
    };
    query.time_zone.clone_from(&owner.reader.time_zone);
    let question = ScopedQuery {
        query,
        scope: owner.reader.scope.clone(),
    };
    let mut statement = Statement::default();
    statement.is_rare = true;
    write_uuids(&mut statement, &question, cohort.firm_id);
    let most = i64::try_from(MAX_CONTACTS).unwrap_or(i64::MAX);
    statement
        .sql(" LIMIT ")
        .bind(Bind::BigInt(most.saturating_add(1)));
    let found: Vec<VisibleContact> = statement.load(connection).await?;
    if found.len() > MAX_CONTACTS {
        return Err(cohort::too_many_contacts("Narrow the rule."));
    }
    Ok(found.into_iter().map(|found| found.uuid).collect())
}

async fn chosen(connection: &mut AsyncPgConnection, cohort: &Cohort) -> QueryResult<Vec<Uuid>> {
    cohort_contact::table
        .filter(cohort_contact::firm_id.eq(cohort.firm_id))
        .filter(cohort_contact::cohort_uuid.eq(cohort.uuid))
        .select(cohort_contact::contact_uuid)
        .load(connection)
        .await
}

/// Returns the contracts of these contacts that the owner can see.
async fn contracts_of(
    connection: &mut AsyncPgConnection,
    cohort: &Cohort,
    owner: &ScheduleOwner,
    day: Date,
    line: Line,
    contacts: &[Uuid],
) -> ApiResult<Vec<Contract>> {
    let list = ListName::of_contracts(line);
    let Source { table, .. } = Source::of(list, &owner.reader.scope);
    let line = line.number();
    let everything = owner.sight(cohort.firm_id, day).everything(list)?;
    let mut statement = Statement::default();
    statement.is_rare = true;
    statement.sql(&format!(
        "SELECT party.contact_uuid, party.contract_uuid, contract.status, contract.issue_date
         FROM contract_party party JOIN {table} contract
           ON contract.firm_id = party.firm_id AND contract.uuid = party.contract_uuid
         WHERE party.deleted_at IS NULL AND party.line = {line} AND party.firm_id = "
    ));
    statement
        .bind(Bind::Integer(cohort.firm_id))
        .sql(" AND party.kind = ")
        .bind(Bind::SmallInt(cohort.contact_type as i16))
        .sql(" AND party.contact_uuid = ANY(")
        .bind(Bind::Uuids(contacts.to_vec()))
        .sql(") AND party.contract_uuid IN (");
    write_uuids(&mut statement, &everything, cohort.firm_id);
    statement.sql(")");
    Ok(statement.load(connection).await?)
}
