//! Parses life policy rows.

use super::carriers::Carrier;
use super::contract::{Contract, Loading, basics, column_of, riders};
use super::party::Shown;
use super::rows::{PolicyRow, Text};
use super::table_row::{TableRow, cents};
use super::totals::Sums;
use crate::db::copy::Cents;
use shared::contract::Line as Business;
use shared::contract::policy::{PolicyInput, normalize};
use shared::contract::{AGES, EnumName, PremiumMode, RecordSource};
use uuid::Uuid;

impl Contract for PolicyRow {
    const BUSINESS: Business = Business::Life;
    const NUMBER: &'static str = "policyNumber";

    fn read(
        cells: &mut TableRow<'_>,
        uuid: Uuid,
        carrier: Option<&Carrier>,
        loading: &Loading,
    ) -> Option<Self> {
        let mode = cells.term("premiumMode", EnumName::PremiumMode, PremiumMode::from_text);
        let input = PolicyInput {
            basics: basics(cells, Self::BUSINESS, "policyNumber", carrier),
            death_benefit: cells.money("deathBenefit"),
            face_amount: cells.money("faceAmount"),
            premium_mode: mode.map(|mode| mode.code().to_owned()),
            modal_premium: cells.money("modalPremium"),
            annualized_premium: cells.money("annualizedPremium"),
            cash_value: cells.money("policyCashValue"),
            surrender_value: cells.money("policySurrenderValue"),
            loan_balance: cells.money("loanBalance"),
            paid_to_date: cells.date("paidToDate"),
            next_premium_date: cells.date("nextPremiumDate"),
            maturity_date: cells.date("maturityDate"),
            conversion_expiry_date: cells.date("conversionExpiryDate"),
            level_period_end_date: cells.date("levelPeriodEndDate"),
        };
        let (policy, findings) = normalize(input, loading.today);
        cells.take_findings(findings, column_of);
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
            issue_age: cells.whole("issueAge", AGES),
            risk_class: cells.text("riskClass"),
            is_tobacco: cells.flag("tobacco"),
            death_benefit: death_benefit.map_or(Cents(0), cents),
            face_amount: face_amount.map(cents),
            death_benefit_option: cells.text("deathBenefitOption"),
            premium_mode: premium_mode.map(Text::Owned),
            modal_premium: modal_premium.map(cents),
            annualized_premium: annualized_premium.map_or(Cents(0), cents),
            paid_to_date,
            next_premium_date,
            last_premium_date: cells.date("lastPremiumDate"),
            last_premium_amount: cells.cents("lastPremiumAmount"),
            payment_method: cells.text("paymentMethod"),
            cash_value: cash_value.map_or(Cents(0), cents),
            surrender_value: surrender_value.map_or(Cents(0), cents),
            loan_balance: loan_balance.map(cents),
            loan_rate: cells.rate("loanRate"),
            dividend_option: cells.text("dividendOption"),
            grace_period_end_date: cells.date("gracePeriodEndDate"),
            maturity_date,
            level_period_end_date,
            conversion_expiry_date,
            projected_lapse_date: cells.date("projectedLapseDate"),
            lapse_age: cells.whole("lapseAge", AGES),
            crediting_rate: cells.rate("creditingRate"),
            riders: riders(cells),
            policy_guard: cells.flag("policyGuard").unwrap_or(false),
            next_request_date: cells.date("nextRequestDate"),
            values_as_of: cells.date("valuesAsOf"),
            source: RecordSource::Import.code().into(),
            source_file: Some(cells.place.file.to_string().into()),
            source_row: i32::try_from(cells.place.row).ok(),
            created_at: loading.now,
            created_by: None,
            updated_at: loading.now,
            party_kinds: 0,
            insured_name: None,
            owner_name: None,
            agent_name: None,
        };
        (cells.faulty == 0).then_some(row)
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
