//! Parses annuity rows.

use super::carriers::Carrier;
use super::contract::{Contract, Loading, basics, column_of, riders};
use super::party::Shown;
use super::rows::{AnnuityRow, Text};
use super::table_row::{TableRow, cents, rate};
use super::totals::Sums;
use crate::db::copy::{Cents, Json};
use shared::contract::Line as Business;
use shared::contract::annuity::{AnnuityInput, MAX_SURRENDER_YEARS, normalize};
use shared::contract::{AGES, EnumName, RecordSource, TaxType};
use uuid::Uuid;

impl Contract for AnnuityRow {
    const BUSINESS: Business = Business::Annuity;
    const NUMBER: &'static str = "contractNumber";

    fn read(
        cells: &mut TableRow<'_>,
        uuid: Uuid,
        carrier: Option<&Carrier>,
        loading: &Loading,
    ) -> Option<Self> {
        let tax_type = cells.term("taxType", EnumName::TaxType, TaxType::from_text);
        let years = cells.whole("surrenderPeriodYears", 0..=MAX_SURRENDER_YEARS.into());
        let input = AnnuityInput {
            basics: basics(cells, Self::BUSINESS, "contractNumber", carrier),
            tax_type: tax_type.map(|tax_type| tax_type.code().to_owned()),
            contract_value: cells.money("contractValue"),
            account_value_date: cells.date("accountValueDate"),
            cash_value: cells.money("annuityCashValue"),
            surrender_value: cells.money("annuitySurrenderValue"),
            death_benefit: cells.money("deathBenefit"),
            cost_basis: cells.money("costBasis"),
            premiums_paid: cells.money("premiumsPaid"),
            surrender_period_years: years.and_then(|years| u8::try_from(years).ok()),
            surrender_schedule: cells.percents("surrenderSchedule"),
            surrender_period_end_date: cells.date("surrenderPeriodEndDate"),
            free_withdrawal_percent: cells.percent("freeWithdrawalPercent"),
            has_market_value_adjustment: cells.flag("marketValueAdjustment").unwrap_or(false),
            guaranteed_rate: cells.percent("guaranteedRate"),
            guaranteed_rate_end_date: cells.date("guaranteedRateEndDate"),
            credited_rate: cells.percent("creditedRate"),
        };
        let (annuity, findings) = normalize(input, loading.today);
        cells.take_findings(findings, column_of);
        let AnnuityInput {
            basics,
            tax_type,
            contract_value,
            account_value_date,
            cash_value,
            surrender_value,
            death_benefit,
            cost_basis,
            premiums_paid,
            surrender_period_years,
            surrender_schedule,
            surrender_period_end_date,
            free_withdrawal_percent,
            has_market_value_adjustment,
            guaranteed_rate,
            guaranteed_rate_end_date,
            credited_rate,
        } = annuity;
        let row = Self {
            firm_id: loading.firm_id,
            uuid,
            contract_number: basics.number.into(),
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
            tax_type: tax_type.map(Text::Owned),
            contract_value: contract_value.map_or(Cents(0), cents),
            account_value_date,
            cash_value: cash_value.map_or(Cents(0), cents),
            surrender_value: surrender_value.map_or(Cents(0), cents),
            death_benefit: death_benefit.map(cents),
            cost_basis: cost_basis.map(cents),
            premiums_paid: premiums_paid.map_or(Cents(0), cents),
            surrender_period_years: surrender_period_years.map(Into::into),
            surrender_schedule: (!surrender_schedule.is_empty())
                .then(|| surrender_schedule.into_iter().map(rate).collect()),
            surrender_period_end_date,
            free_withdrawal_percent: free_withdrawal_percent.map(rate),
            has_market_value_adjustment,
            guaranteed_rate: guaranteed_rate.map(rate),
            guaranteed_rate_end_date,
            credited_rate: credited_rate.map(rate),
            index_strategies: Json("[]".into()),
            riders: riders(cells),
            rmd_required: cells.flag("rmdRequired").unwrap_or(false),
            rmd_amount: cells.cents("rmdAmount"),
            rmd_taken: cells.cents("rmdTaken"),
            rmd_due_date: cells.date("rmdDueDate"),
            annuitization_date: cells.date("annuitizationDate"),
            max_annuity_age: cells.whole("maxAnnuityAge", AGES),
            agent_integration_enabled: cells.flag("agentIntegrationEnabled").unwrap_or(false),
            policy_guard: cells.flag("policyGuard").unwrap_or(false),
            values_as_of: cells.date("valuesAsOf"),
            source: RecordSource::Import.code().into(),
            source_file: Some(cells.place.file.to_string().into()),
            source_row: i32::try_from(cells.place.row).ok(),
            created_at: loading.now,
            created_by: None,
            updated_at: loading.now,
            party_kinds: 0,
            annuitant_name: None,
            owner_name: None,
            agent_name: None,
        };
        (cells.faulty == 0).then_some(row)
    }

    fn showing(self, shown: Shown) -> Self {
        Self {
            party_kinds: shown.kinds,
            annuitant_name: shown.insured.map(Into::into),
            owner_name: shown.owner.map(Into::into),
            agent_name: shown.agent.map(Into::into),
            ..self
        }
    }

    fn sums(&self) -> Sums {
        self.into()
    }
}
