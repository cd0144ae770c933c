//! Generates the demo book: fictional firms, users, contacts and contracts. The result depends only on the
//! date.
//!
//! Every record is a function of firm, kind and index, so a large book streams into PostgreSQL without being
//! held in memory. Contracts are written first while the totals of each contact are summed, followed by
//! contacts and party links.

mod annuity;
mod beneficiaries;
mod best_interest;
mod carriers;
mod contacts;
mod details;
mod firms;
mod indexes;
mod links;
pub mod medical;
mod money;
mod names;
mod notifications;
mod people;
mod places;
mod policy;
mod policy_dates;
mod policy_terms;
mod random;
mod record;
mod transactions;
mod trusts;
mod users;

pub use crate::book::Progress;
pub use firms::Size;

use crate::book::Seal;
use crate::book::bulk::Bulk;
use crate::book::rows::{
    AnnuityRow, BeneficiaryRow, ContactRow, PartyRow, PolicyRow, SnapshotRow, TransactionRow,
};
use crate::book::totals::{Sums, Totals};
use crate::db::advisory_lock;
use carriers::Carrier;
use firms::FirmPlan;
use jiff::civil::Date;
use people::Cast;
use shared::contact::ContactKind;
use shared::contract::Line;
use std::path::Path;
use tokio_postgres::Client;

type Report<'a> = &'a mut (dyn FnMut(Progress) + Send);

const TABLES: [&str; 9] = [
    "contact",
    "contact_total",
    "policy",
    "annuity",
    "contract_party",
    "beneficiary",
    "contract_transaction",
    "value_snapshot",
    "firm_list_total",
];
const EVERY: u64 = 5_000;

/// Updates the users of an existing demo book: sets their identity provider, whose port may have changed, and
/// adds staff members that are new in the file.
///
/// # Errors
/// Returns an error if the file of users cannot be read or the database fails.
pub async fn follow_users(client: &Client, users: &Path, issuer: &str) -> anyhow::Result<()> {
    let users = users::read(users)?;
    users::follow(client, &users, issuer).await?;
    users::employ(client, &users, issuer).await
}

/// Fills an empty database in one transaction. Returns `false` if firms already exist.
///
/// # Errors
/// Returns an error if the file of users cannot be read or the database fails. Nothing is stored in that
/// case.
pub async fn fill(
    client: &mut Client,
    size: Size,
    users: &Path,
    issuer: &str,
    today: Date,
    seal: Seal<'_>,
    report: Report<'_>,
) -> anyhow::Result<bool> {
    let users = users::read(users)?;
    let plans = firms::plan(size, &users);
    let mut bulk = Bulk::begin(client).await?;
    bulk.transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&advisory_lock::DEMO])
        .await?;
    if bulk
        .transaction
        .query_one("SELECT EXISTS (SELECT FROM firm)", &[])
        .await?
        .get(0)
    {
        return Ok(false);
    }
    bulk.expect_empty(&TABLES).await?;
    let indexes = indexes::drop_from(&bulk.transaction, &TABLES).await?;
    let carriers = carriers::all();
    bulk.write(carriers::rows()).await?;
    users::employ(&bulk.transaction, &users, issuer).await?;
    let mut filling = Filling {
        bulk: &bulk,
        carriers: &carriers,
        seal,
        years_of_history: if size == Size::Small { 3 } else { 0 },
        contracts: Count::new("contracts", plans.iter().map(|plan| plan.sizes.contracts()).sum()),
        contacts: Count::new("contacts", plans.iter().map(|plan| plan.sizes.contacts()).sum()),
        report,
    };
    for plan in &plans {
        let cast = Cast {
            firm_id: plan.firm_id,
            today,
        };
        bulk.enter_firm(plan.firm_id).await?;
        bulk.transaction
            .execute(
                "INSERT INTO firm (firm_id, name, is_demo) VALUES ($1, $2, true)",
                &[&plan.firm_id, &plan.name],
            )
            .await?;
        users::assign(&bulk.transaction, &users, issuer, plan, &cast).await?;
        filling.firm(plan, &cast).await?;
        if plan.firm_id == 1 {
            bulk.transaction
                .execute(
                    "INSERT INTO branding (firm_id, host, support_email)
                     VALUES (1, 'localhost', 'support@firm.example')",
                    &[],
                )
                .await?;
        }
        let counts = [
            ("contacts", plan.sizes.contacts()),
            ("contracts", plan.sizes.contracts()),
        ];
        bulk.record_load(plan.firm_id, &counts).await?;
    }
    let mut built = |done, total| {
        report(Progress {
            what: "indexes",
            done,
            total,
        });
    };
    indexes.restore(&bulk.transaction, &mut built).await?;
    // Without statistics, the statements below read all rows of all firms for each firm.
    bulk.transaction
        .batch_execute("ANALYZE contact, contract_party, policy, annuity")
        .await?;
    for plan in &plans {
        bulk.enter_firm(plan.firm_id).await?;
        notifications::watch(&bulk.transaction, plan.firm_id, today).await?;
        trusts::describe(&bulk.transaction, plan.firm_id, today).await?;
        best_interest::document(&bulk.transaction, plan.firm_id, today).await?;
        notifications::tell(&bulk.transaction, plan.firm_id, today).await?;
    }
    bulk.commit().await?;
    report(Progress {
        what: "statistics",
        done: 0,
        total: 1,
    });
    client
        .batch_execute(&format!("VACUUM (ANALYZE) {}", TABLES.join(", ")))
        .await?;
    report(Progress {
        what: "statistics",
        done: 1,
        total: 1,
    });
    Ok(true)
}

struct Count {
    what: &'static str,
    done: u64,
    total: u64,
}

impl Count {
    fn new(what: &'static str, total: u64) -> Self {
        Self { what, done: 0, total }
    }

    fn one_more(&mut self, report: Report<'_>) {
        self.done += 1;
        if self.done.is_multiple_of(EVERY) || self.done == self.total {
            report(Progress {
                what: self.what,
                done: self.done,
                total: self.total,
            });
        }
    }
}

struct Filling<'a, 'r> {
    bulk: &'a Bulk<'a>,
    carriers: &'a [Carrier],
    seal: Seal<'r>,
    years_of_history: i64,
    contracts: Count,
    contacts: Count,
    report: Report<'r>,
}

impl Filling<'_, '_> {
    async fn firm(&mut self, plan: &FirmPlan, cast: &Cast) -> anyhow::Result<()> {
        let sizes = &plan.sizes;
        let mut totals =
            Totals::new([sizes.agents, sizes.owners, sizes.insureds].map(|count| count as usize));
        let (mut history, mut transactions) = (Vec::new(), Vec::new());

        let mut sink = self.bulk.open::<PolicyRow>().await?;
        for index in 0..sizes.policies {
            let links = cast.links(Line::Life, index, sizes, policy::is_joint(cast, index, sizes));
            let (row, snapshots) = policy::make(cast, index, &links, self.carriers, self.years_of_history);
            totals.add(&Sums::from(&row), &links.all);
            transactions.extend(cast.loan(index, &row, &snapshots));
            history.extend(snapshots);
            sink.send(&row).await?;
            self.contracts.one_more(self.report);
        }
        self.bulk.close::<PolicyRow>(sink).await?;

        let mut sink = self.bulk.open::<AnnuityRow>().await?;
        for index in 0..sizes.annuities {
            let links = cast.links(Line::Annuity, index, sizes, annuity::is_joint(cast, index, sizes));
            let (row, snapshots) = annuity::make(cast, index, &links, self.carriers, self.years_of_history);
            totals.add(&Sums::from(&row), &links.all);
            transactions.extend(cast.withdrawals(index, &row));
            history.extend(snapshots);
            sink.send(&row).await?;
            self.contracts.one_more(self.report);
        }
        self.bulk.close::<AnnuityRow>(sink).await?;
        self.bulk.write::<SnapshotRow>(history).await?;
        self.bulk.write::<TransactionRow>(transactions).await?;

        let mut sink = self.bulk.open::<ContactRow>().await?;
        for (kind, count) in ContactKind::ALL
            .into_iter()
            .zip([sizes.agents, sizes.owners, sizes.insureds])
        {
            for index in 0..count {
                sink.send(&contacts::make(cast, kind, index, self.seal)?).await?;
                self.contacts.one_more(self.report);
            }
        }
        self.bulk.close::<ContactRow>(sink).await?;
        let rows = totals.contact_rows(plan.firm_id, |kind, index| cast.contact_uuid(kind, index.into()));
        self.bulk.write(rows).await?;
        self.parties(plan, cast).await?;
        self.bulk.write(totals.lists(plan.firm_id)).await?;
        Ok(())
    }

    async fn parties(&mut self, plan: &FirmPlan, cast: &Cast) -> anyhow::Result<()> {
        let sizes = &plan.sizes;
        let contracts = || {
            let life =
                (0..sizes.policies).map(|index| (Line::Life, index, policy::is_joint(cast, index, sizes)));
            let annuities = (0..sizes.annuities)
                .map(|index| (Line::Annuity, index, annuity::is_joint(cast, index, sizes)));
            life.chain(annuities).map(|(line, index, is_joint)| {
                let contract = (line, index, cast.contract_uuid(line, index));
                (contract, cast.links(line, index, sizes, is_joint))
            })
        };
        let created_at = record::midnight(cast.today);
        let mut sink = self.bulk.open::<PartyRow>().await?;
        for ((line, _, contract), links) in contracts() {
            for link in links.all {
                let contact_uuid = cast.contact_uuid(link.kind, link.index.into());
                let row = link.to_row((line, contract), contact_uuid, cast.firm_id, created_at);
                sink.send(&row).await?;
            }
        }
        self.bulk.close::<PartyRow>(sink).await?;
        let mut sink = self.bulk.open::<BeneficiaryRow>().await?;
        for (contract, links) in contracts() {
            for row in cast.beneficiaries(contract, &links, created_at) {
                sink.send(&row).await?;
            }
        }
        self.bulk.close::<BeneficiaryRow>(sink).await?;
        Ok(())
    }
}
