DO $$
DECLARE
  of_contracts constant text := 'status, product_type, carrier_name, owner_name, agent_name, issue_date,
    policy_guard, product_name, status_date, issue_state, source, death_benefit, cash_value, surrender_value,
    search_text';
  lists constant text[] := array[
    array['policy', $l$'policies'$l$, of_contracts || ', policy_number, insured_name, annualized_premium,
      paid_to_date, face_amount, premium_mode, modal_premium, loan_balance, next_premium_date, maturity_date,
      level_period_end_date, conversion_expiry_date'],
    array['annuity', $l$'annuities'$l$, of_contracts || ', contract_number, annuitant_name, contract_value,
      premiums_paid, surrender_period_end_date, tax_type, agent_integration_enabled, cost_basis, account_value_date'],
    array['contact', $l$(array['agents', 'owners', 'insureds'])[come.kind]$l$,
      'display_name, npn, agency_code, email, phone, mobile_phone, state, policy_count, death_benefit,
      annualized_premium, policy_cash_value, policy_surrender_value, annuity_count, contract_value, premiums_paid,
      annuity_cash_value, annuity_surrender_value, next_cohort_send, agent_integration_enabled, dob, sex, owner_type,
      best_interest_status, last_review, medical_request_state, first_name, last_name, organization_name,
      address_line1, city, postal_code, external_id, source, search_text']
  ];
  one text[];
  arguments text;
BEGIN
  FOREACH one SLICE 1 IN ARRAY lists LOOP
    SELECT string_agg(quote_literal(trim(name)), ', ') INTO arguments
      FROM unnest(array[one[2]] || regexp_split_to_array(one[3], ',\s*')) AS name;
    EXECUTE format('DROP TRIGGER noted_update ON %I', one[1]);
    EXECUTE format('CREATE TRIGGER noted_update AFTER UPDATE ON %I
      REFERENCING OLD TABLE AS gone NEW TABLE AS come
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_change(%s)', one[1], arguments);
  END LOOP;
END
$$;
