-- Loans on policies and withdrawals from policies and annuities. They explain the values of a contract and do not change
-- them. The loan balance after each one follows from the others and is not stored.
CREATE TABLE contract_transaction (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  contract_uuid uuid NOT NULL,
  line smallint NOT NULL,
  kind text NOT NULL,
  transaction_date date NOT NULL,
  amount numeric(18,2) NOT NULL CHECK (amount > 0),
  -- Parts of the amount that the owner did not receive.
  surrender_charge numeric(18,2) CHECK (surrender_charge >= 0),
  tax_withheld numeric(18,2) CHECK (tax_withheld >= 0),
  note text,
  request_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamptz,
  PRIMARY KEY (firm_id, uuid),
  CONSTRAINT kind_of_line CHECK (
    line = 1 AND kind IN ('Loan', 'LoanRepayment', 'LoanInterest', 'Withdrawal')
    OR line = 2 AND kind IN ('Withdrawal', 'SystematicWithdrawal', 'RequiredMinimumDistribution')),
  CONSTRAINT deductions_of_withdrawal CHECK (
    kind NOT LIKE 'Loan%' OR num_nonnulls(surrender_charge, tax_withheld) = 0),
  CHECK (coalesce(surrender_charge, 0) + coalesce(tax_withheld, 0) < amount)
);
CREATE INDEX contract_transaction_of_contract ON contract_transaction (firm_id, contract_uuid) WHERE deleted_at IS NULL;

ALTER TABLE contract_transaction ENABLE ROW LEVEL SECURITY;
ALTER TABLE contract_transaction FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON contract_transaction USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON contract_transaction TO firmbook_app;
ALTER TABLE contract_transaction SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
