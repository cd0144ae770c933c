-- By which key a row of a file matches which contact or which earlier row, and what the user must decide about it.

-- The record id of an exported contact.
ALTER TABLE upload_row ADD COLUMN record_id uuid;
-- The user whose visible contacts the rows are matched with.
ALTER TABLE upload ADD COLUMN matched_by text;
-- When the contacts that an undo deleted were purged.
ALTER TABLE upload ADD COLUMN purged_at timestamptz;
ALTER TABLE upload_match
  -- shared::upload::matching::MatchKey
  ADD COLUMN match_key text,
  -- The earlier row of the file that is for the same contact.
  ADD COLUMN earlier_row integer,
  -- shared::upload::matching::ReviewReason
  ADD COLUMN asks text;
