//! Parses life policy rows.

use super::carriers::Carrier;
use super::contract::{Contract, Loading, basics, column_of, riders};
use super::line::{Line, cents};
use super::party::Shown;
use super::rows::{PolicyRow, Text};
use super::totals::Sums;
use crate::db::copy::Cents;
use shared::contract::Line as Business;
use shared::contract::policy::{PolicyInput, normalize};
use shared::contract::{AGES, PremiumMode, RecordSource};
use uuid::Uuid;

impl Contract for PolicyRow {
    const BUSINESS: Business = Business::Life;
    const NUMBER: &'static str = "policyNumber";

    fn read(line: &mut Line<'_>, uuid: Uuid, carrier: Option<&Carrier>, loading: &Loading) -> Option<Self> {
        let mode = line.term("premiumMode", PremiumMode::from_text);
        let input = PolicyInput {
            basics: basics(line, "policyNumber", carrier),
            death_benefit: line.money("deathBenefit"),
            face_amount: line.money("faceAmount"),
            premium_mode: mode.map(|mode| mode.code().to_owned()),
            modal_premium: line.money("modalPremium"),
            annualized_premium: line.money("annualizedPremium"),
            cash_value: line.money("policyCashValue"),
            surrender_value: line.money("policySurrenderValue"),
            loan_balance: line.money("loanBalance"),
            paid_to_date: line.date("paidToDate"),
            next_premium_date: line.date("nextPremiumDate"),
            maturity_date: line.date("maturityDate"),
            conversion_expiry_date: line.date("conversionExpiryDate"),
            level_period_end_date: line.date("levelPeriodEndDate"),
        };
        let (policy, findings) = normalize(input, loading.today);
        line.take_findings(findings, column_of);
        let PolicyInput {
            basics,
            death_benefit,
            face_amount,
            premium_mode,
            modal_premium,
            annualized_premium,
            cash_value,
            surrender_value,
            loan_balance,
            paid_to_date,
            next_premium_date,
            maturity_date,
            conversion_expiry_date,
            level_period_end_date,
        } = policy;
        let row = Self {
            firm_id: loading.firm_id,
            uuid,
            policy_number: basics.number.into(),
            carrier_uuid: basics.carrier_uuid.unwrap_or_default(),
            carrier_name: carrier
                .map(|carrier| carrier.name.clone().into())
                .unwrap_or_default(),
            product_type: basics.product_type.into(),
            product_name: basics.product_name.map(Text::Owned),
            status: basics.status.into(),
            status_date: basics.status_date,
            issue_date: basics.issue_date,
            issue_state: basics.issue_state.map(Text::Owned),
            issue_age: line.whole("issueAge", AGES),
            risk_class: line.text("riskClass"),
            is_tobacco: line.flag("tobacco"),
            death_benefit: death_benefit.map_or(Cents(0), cents),
            face_amount: face_amount.map(cents),
            death_benefit_option: line.text("deathBenefitOption"),
            premium_mode: premium_mode.map(Text::Owned),
            modal_premium: modal_premium.map(cents),
            annualized_premium: annualized_premium.map_or(Cents(0), cents),
            paid_to_date,
            next_premium_date,
            last_premium_date: line.date("lastPremiumDate"),
            last_premium_amount: line.cents("lastPremiumAmount"),
            payment_method: line.text("paymentMethod"),
            cash_value: cash_value.map_or(Cents(0), cents),
            surrender_value: surrender_value.map_or(Cents(0), cents),
            loan_balance: loan_balance.map(cents),
            loan_rate: line.rate("loanRate"),
            dividend_option: line.text("dividendOption"),
            grace_period_end_date: line.date("gracePeriodEndDate"),
            maturity_date,
            level_period_end_date,
            conversion_expiry_date,
            projected_lapse_date: line.date("projectedLapseDate"),
            lapse_age: line.whole("lapseAge", AGES),
            crediting_rate: line.rate("creditingRate"),
            riders: riders(line),
            policy_guard: line.flag("policyGuard").unwrap_or(false),
            next_request_date: line.date("nextRequestDate"),
            values_as_of: line.date("valuesAsOf"),
            source: RecordSource::Import.code().into(),
            source_file: Some(line.place.file.to_string().into()),
            source_row: i32::try_from(line.place.row).ok(),
            created_at: loading.now,
            created_by: None,
            updated_at: loading.now,
            party_kinds: 0,
            insured_name: None,
            owner_name: None,
            agent_name: None,
        };
        (line.faulty == 0).then_some(row)
    }

    fn showing(self, shown: Shown) -> Self {
        Self {
            party_kinds: shown.kinds,
            insured_name: shown.insured.map(Into::into),
            owner_name: shown.owner.map(Into::into),
            agent_name: shown.agent.map(Into::into),
            ..self
        }
    }

    fn sums(&self) -> Sums {
        self.into()
    }
}
