//! A contract row, staged for import.

use crate::book::rows::table_row;
use crate::db::copy::Json;
use crate::error::ApiResult;
use crate::upload::owner::Owner;
use crate::upload::staged_kind::{Order, StagedKind, storable_json};
use csv::StringRecord;
use shared::contract::Line;
use shared::upload::contract::ContractCheck;
use shared::upload::groups::FaultGroups;
use shared::upload::profile::Profile;
use uuid::Uuid;

table_row!(StagedContractRow, "upload_contract_incoming" {
    firm_id: i32,
    storage_guid: Uuid,
    row_number: i32,
    contract_uuid: Uuid,
    is_refused: bool,
    is_skipped: bool,
    faults: Option<Json>,
    cells: Json,
});

impl StagedKind for StagedContractRow {
    const STAGED: &'static str = "upload_contract_row";
    type Kind = Line;
    type Check = ContractCheck;

    fn check(line: Line, order: &Order, profile: &Profile) -> ContractCheck {
        ContractCheck::new(line, &order.mapping, profile, order.context.today)
    }

    fn read(
        check: &ContractCheck,
        owner: Owner,
        (row_number, cells): (u32, &StringRecord),
        _seal: crate::book::Seal<'_>,
        groups: &mut FaultGroups,
    ) -> ApiResult<Option<Self>> {
        let checked = check.check(cells);
        if checked.is_blank {
            return Ok(None);
        }
        groups.add(row_number, &checked.faults, checked.is_skipped, cells);
        Ok(Some(Self {
            firm_id: owner.firm_id,
            storage_guid: owner.storage_guid,
            row_number: i32::try_from(row_number).map_err(anyhow::Error::from)?,
            contract_uuid: crate::ids::new_uuid(),
            is_refused: !checked.is_acceptable(),
            is_skipped: checked.is_skipped,
            faults: (!checked.faults.is_empty())
                .then(|| storable_json(&checked.faults))
                .transpose()?,
            cells: storable_json(&checked.values)?,
        }))
    }
}
