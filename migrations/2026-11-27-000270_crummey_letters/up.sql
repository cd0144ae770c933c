-- Crummey letters: one for each gift and beneficiary with a withdrawal right. The PDF is a document of the trust.
CREATE TABLE crummey_letter (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  gift_uuid uuid NOT NULL,
  person_uuid uuid NOT NULL,
  beneficiary text NOT NULL,
  -- The beneficiary, or the guardian of a minor.
  addressee text NOT NULL,
  amount numeric(18,2) NOT NULL CHECK (amount > 0),
  letter_date date NOT NULL,
  -- Amount and date of the gift as the letter states them.
  gift_amount numeric(18,2) NOT NULL,
  gift_received_on date NOT NULL,
  document_uuid uuid NOT NULL,
  state text NOT NULL DEFAULT 'Draft' CHECK (state IN ('Draft', 'Sending', 'Delivered', 'Failed')),
  method text CHECK (method IN ('Email', 'Mail', 'Hand')),
  -- The address of an email, and when the mail server accepted it.
  email text,
  emailed_at timestamptz,
  -- The user who emails the letter. Replies go to them.
  sent_by text REFERENCES app_user,
  delivered_on date,
  failure text,
  proof_uuid uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (firm_id, uuid),
  UNIQUE (firm_id, gift_uuid, person_uuid),
  FOREIGN KEY (firm_id, gift_uuid) REFERENCES premium_gift ON DELETE CASCADE,
  FOREIGN KEY (firm_id, person_uuid) REFERENCES trust_person ON DELETE CASCADE,
  FOREIGN KEY (firm_id, document_uuid) REFERENCES document,
  FOREIGN KEY (firm_id, proof_uuid) REFERENCES document ON DELETE SET NULL (proof_uuid),
  CHECK ((state = 'Draft') = (method IS NULL)),
  CHECK ((state = 'Delivered') = (delivered_on IS NOT NULL)),
  CHECK (method IS DISTINCT FROM 'Email' OR email IS NOT NULL AND sent_by IS NOT NULL)
);
-- For the foreign keys.
CREATE INDEX crummey_letter_person ON crummey_letter (firm_id, person_uuid);
CREATE UNIQUE INDEX crummey_letter_document ON crummey_letter (firm_id, document_uuid);
CREATE INDEX crummey_letter_proof ON crummey_letter (firm_id, proof_uuid) WHERE proof_uuid IS NOT NULL;

ALTER TABLE crummey_letter ENABLE ROW LEVEL SECURITY;
ALTER TABLE crummey_letter FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON crummey_letter USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON crummey_letter TO firmbook_app;

-- Emails with a letter use the same queue as all other emails.
ALTER TABLE mail_outbox
  DROP CONSTRAINT mail_outbox_cause_check,
  ADD CONSTRAINT mail_outbox_cause_check CHECK (cause IN ('Notice', 'Daily', 'Weekly', 'Cohort', 'Letter')),
  ADD COLUMN letter_uuid uuid,
  DROP CONSTRAINT mail_outbox_subject,
  ADD CONSTRAINT mail_outbox_subject CHECK
    ((cause IN ('Cohort', 'Letter')) = (user_key IS NULL)
      AND num_nulls(schedule_uuid, send_date, contact_uuid) = CASE cause WHEN 'Cohort' THEN 0 ELSE 3 END
      AND (cause = 'Letter') = (letter_uuid IS NOT NULL)),
  ADD CONSTRAINT mail_outbox_letter_fkey FOREIGN KEY (firm_id, letter_uuid) REFERENCES crummey_letter ON DELETE CASCADE;
CREATE INDEX mail_outbox_letter ON mail_outbox (firm_id, letter_uuid) WHERE letter_uuid IS NOT NULL;

-- Firms can set the text of their letters.
ALTER TABLE deliverable_content
  DROP CONSTRAINT deliverable_content_template_type_check,
  -- Deliverable kind: 1 Agent, 2 Owner, 3 ReportSummary, 4 ReportSummaryOwner, 5 CrummeyLetter
  ADD CONSTRAINT deliverable_content_template_type_check CHECK (template_type BETWEEN 1 AND 5),
  DROP CONSTRAINT deliverable_content_part_check,
  ADD CONSTRAINT deliverable_content_part_check
    CHECK (part IN ('CoverPage', 'Disclosure', 'Recommendation', 'Letter')),
  ADD CONSTRAINT deliverable_content_letter
    CHECK ((template_type = 5) = (part = 'Letter') AND (template_type < 5 OR template_uuid IS NULL));
