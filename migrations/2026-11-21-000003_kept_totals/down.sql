DROP TRIGGER kept_totals_insert ON contact;
DROP TRIGGER kept_totals_update ON contact;
DROP TRIGGER kept_totals_delete ON contact;
DROP TRIGGER kept_totals_insert ON annuity;
DROP TRIGGER kept_totals_update ON annuity;
DROP TRIGGER kept_totals_delete ON annuity;
DROP TRIGGER kept_totals_insert ON policy;
DROP TRIGGER kept_totals_update ON policy;
DROP TRIGGER kept_totals_delete ON policy;
DROP TRIGGER kept_totals_insert ON contract_party;
DROP TRIGGER kept_totals_update ON contract_party;
DROP TRIGGER kept_totals_delete ON contract_party;
DROP FUNCTION firmbook_contacts_changed(), firmbook_annuities_changed(), firmbook_policies_changed(),
  firmbook_parties_changed(), firmbook_refresh_firm(integer), firmbook_refresh_contacts(integer, uuid[]),
  firmbook_refresh_contracts(integer, uuid[]), firmbook_lists_of(text, smallint), firmbook_is_bulk(),
  firmbook_add_to_list(integer, text, bigint, bigint, numeric, numeric, numeric, numeric, bigint, numeric, numeric,
    numeric, numeric);
DROP TABLE firm_list_total;
