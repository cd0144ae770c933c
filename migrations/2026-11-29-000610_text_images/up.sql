-- Images that the texts of deliverables show. Texts refer to them by uuid.
CREATE TABLE text_image (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  -- In pixels.
  width integer NOT NULL,
  height integer NOT NULL,
  size_bytes integer NOT NULL,
  -- SHA-256 of the bytes. The same image is stored once.
  hash bytea NOT NULL,
  bytes bytea NOT NULL,
  created_by text NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (firm_id, uuid),
  CONSTRAINT text_image_hash UNIQUE (firm_id, hash)
);
-- Images are compressed already.
ALTER TABLE text_image ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE text_image ENABLE ROW LEVEL SECURITY;
ALTER TABLE text_image FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON text_image USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, DELETE ON text_image TO firmbook_app;
-- Needed to lock rows. Images do not change.
GRANT UPDATE (name) ON text_image TO firmbook_app;
