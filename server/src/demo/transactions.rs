//! Generates loans and withdrawals that add up to the loan balance of a policy and to the distributions of an annuity.

use super::money::{percent, rounded};
use super::people::{Cast, Stream};
use super::random::{Random, add_days, add_months, add_years};
use super::record::midnight;
use crate::book::rows::{AnnuityRow, PolicyRow, SnapshotRow, Text, TransactionRow};
use crate::db::copy::{Cents, Rate};
use jiff::civil::Date;
use shared::contract::transaction::ContractTransactionKind::{self, *};
use shared::contract::{Line, ProductType};
use shared::date::next_anniversary;
use uuid::Uuid;

/// Maximum years of interest on the first loan.
const YEARS_OF_INTEREST: i64 = 3;

const LOAN_NOTES: [&str; 4] = [
    "College tuition",
    "Home repair",
    "Business expense",
    "Medical bills",
];
const WITHDRAWAL_NOTES: [&str; 4] = ["Home repair", "Requested by phone", "New car", "Medical bills"];

/// The transactions of one contract.
struct Entries {
    firm_id: i32,
    contract: Uuid,
    line: Line,
    random: Random,
    rows: Vec<TransactionRow>,
}

impl Cast {
    /// Generates the loan of a policy. It agrees with the balances of the snapshots and of the policy.
    pub fn loan(&self, index: u64, policy: &PolicyRow, snapshots: &[SnapshotRow]) -> Vec<TransactionRow> {
        let (Some(balance), Some(issued)) = (policy.loan_balance, policy.issue_date) else {
            return Vec::new();
        };
        let as_of = policy.values_as_of.unwrap_or(self.today);
        let earlier = snapshots.iter().filter(|snapshot| snapshot.as_of < as_of);
        let mut balances: Vec<(Date, Cents)> = earlier
            .map(|snapshot| (snapshot.as_of, snapshot.loan_balance.unwrap_or_default()))
            .collect();
        balances.push((as_of, balance));
        balances.sort_unstable();
        let rate = policy.loan_rate.unwrap_or_default();
        let random = self.stream(Stream::Transactions, index * 2);
        let mut entries = Entries::new(self.firm_id, policy.uuid, Line::Life, random);
        let mut before = (add_years(issued, 1), Cents(0));
        for known in balances {
            match (before.1.0, known.1.0) {
                (0, 0) => {}
                (0, _) => entries.first_loan(issued, before.0, known, rate),
                _ => entries.follow_loan(issued, before, known, rate),
            }
            before = known;
        }
        entries.rows
    }

    /// Generates the withdrawals from an annuity. Required distributions add up to those taken this year.
    pub fn withdrawals(&self, index: u64, annuity: &AnnuityRow) -> Vec<TransactionRow> {
        let Some(issued) = annuity.issue_date.filter(|_| annuity.contract_value.0 > 0) else {
            return Vec::new();
        };
        let random = self.stream(Stream::Transactions, index * 2 + 1);
        let mut entries = Entries::new(self.firm_id, annuity.uuid, Line::Annuity, random);
        if let Some(taken) = annuity.rmd_taken.filter(|taken| taken.0 > 0) {
            let january = Date::new(self.today.year(), 1, 1).unwrap_or(self.today);
            entries.distributions(taken, (january.max(issued), self.today));
            return entries.rows;
        }
        let pays_income = ProductType::from_code(&annuity.product_type).is_none_or(|product| {
            matches!(product, ProductType::Spia | ProductType::Dia | ProductType::Qlac)
        });
        let (first, value) = (add_years(issued, 1), annuity.contract_value);
        if pays_income || first >= self.today {
            return Vec::new();
        }
        match entries.random.below(100) {
            0..8 => entries.single(value, (first, self.today)),
            8..12 => entries.systematic(value, (first, self.today)),
            _ => {}
        }
        entries.rows
    }
}

impl Entries {
    const fn new(firm_id: i32, contract: Uuid, line: Line, random: Random) -> Self {
        Self {
            firm_id,
            contract,
            line,
            random,
            rows: Vec::new(),
        }
    }

    fn add(&mut self, kind: ContractTransactionKind, day: Date, amount: Cents) -> &mut TransactionRow {
        let at = midnight(day);
        let row = TransactionRow {
            firm_id: self.firm_id,
            uuid: self.random.uuid(at),
            contract_uuid: self.contract,
            line: self.line.number().into(),
            kind: kind.code().into(),
            transaction_date: day,
            amount,
            surrender_charge: None,
            tax_withheld: None,
            note: None,
            created_at: at,
            updated_at: at,
        };
        let place = self.rows.len();
        self.rows.push(row);
        &mut self.rows[place]
    }

    /// Adds a loan and its yearly interest, which add up to the first known balance. There was no loan on the day
    /// `after`.
    fn first_loan(&mut self, issued: Date, after: Date, (day, balance): (Date, Cents), rate: Rate) {
        let earliest = add_days(after, 1)
            .max(add_years(day, -YEARS_OF_INTEREST))
            .min(day);
        let taken = self.random.day(earliest, day);
        let mut interest = Vec::new();
        let mut owed = balance;
        for due in anniversaries(issued, taken, day).into_iter().rev() {
            let before = Cents((i128::from(owed.0) * 1_000_000 / i128::from(1_000_000 + rate.0)) as i64);
            interest.push((due, Cents(owed.0 - before.0)));
            owed = before;
        }
        let note = self.note(&LOAN_NOTES);
        self.add(Loan, taken, owed).note = note;
        for (due, amount) in interest.into_iter().rev().filter(|(_, amount)| amount.0 > 0) {
            self.add(LoanInterest, due, amount);
        }
    }

    /// Adds the interest between two known balances, and a loan or repayment of the difference.
    fn follow_loan(&mut self, issued: Date, known: (Date, Cents), (day, balance): (Date, Cents), rate: Rate) {
        let (mut from, mut owed) = (add_days(known.0, 1), known.1);
        for due in anniversaries(issued, known.0, day) {
            let interest = Cents((i128::from(owed.0) * i128::from(rate.0) / 1_000_000) as i64);
            if interest.0 > 0 {
                self.add(LoanInterest, due, interest);
                owed.0 += interest.0;
                from = due;
            }
        }
        let (kind, difference) = match balance.0 - owed.0 {
            0 => return,
            more @ 1.. => (Loan, more),
            less => (LoanRepayment, -less),
        };
        let moved = self.random.day(from, day);
        self.add(kind, moved, Cents(difference));
    }

    /// Adds one or two distributions of a year.
    fn distributions(&mut self, taken: Cents, (first, last): (Date, Date)) {
        let half = rounded(percent(taken, 50), 1);
        let parts = if half.0 > 0 && self.random.chance(40) {
            vec![half, Cents(taken.0 - half.0)]
        } else {
            vec![taken]
        };
        let is_taxed = self.random.chance(60);
        for amount in parts {
            let day = self.random.day(first, last);
            let tax = percent(amount, 10);
            self.add(RequiredMinimumDistribution, day, amount).tax_withheld =
                Some(tax).filter(|tax| is_taxed && tax.0 > 0);
        }
    }

    /// Adds one or two withdrawals within the free amount.
    fn single(&mut self, value: Cents, (first, last): (Date, Date)) {
        for _ in 0..self.random.between(1, 2) {
            let amount = rounded(percent(value, self.random.between(2, 4)), 100);
            if amount.0 == 0 {
                continue;
            }
            let day = self.random.day(first.max(add_years(last, -6)), last);
            let tax = self.random.chance(40).then(|| percent(amount, 10));
            let note = self.note(&WITHDRAWAL_NOTES);
            let row = self.add(Withdrawal, day, amount);
            row.tax_withheld = tax;
            row.note = note;
        }
    }

    /// Adds monthly withdrawals up to now, within the free amount.
    fn systematic(&mut self, value: Cents, (first, last): (Date, Date)) {
        let amount = rounded(Cents(value.0 * self.random.between(2, 5) / 1_000), 25);
        if amount.0 == 0 {
            return;
        }
        let newest = add_days(last, -self.random.between(0, 27));
        for back in (0..self.random.between(6, 18)).rev() {
            let day = add_months(newest, -back);
            if day >= first {
                self.add(SystematicWithdrawal, day, amount);
            }
        }
    }

    fn note(&mut self, notes: &[&'static str]) -> Option<Text> {
        let note = *self.random.pick(notes);
        self.random.chance(40).then(|| note.into())
    }
}

/// Returns the anniversaries of the issue date after `from`, up to `to`.
fn anniversaries(issued: Date, from: Date, to: Date) -> Vec<Date> {
    let next = |day: &Date| next_anniversary(issued, add_days(*day, 1));
    std::iter::successors(next(&from), next)
        .take_while(|day| *day <= to)
        .collect()
}
