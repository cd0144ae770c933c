//! Generates the details and people of trusts. Every trust that receives gifts can send Crummey letters.

use jiff::civil::Date;
use tokio_postgres::Transaction;

/// Adds details and people to the trusts of a firm, after its gifts. Some trusts without gifts get neither.
pub async fn describe(transaction: &Transaction<'_>, firm_id: i32, today: Date) -> anyhow::Result<()> {
    transaction.execute(DETAILS, &[&firm_id]).await?;
    transaction
        .execute(PEOPLE, &[&firm_id, &today.to_string()])
        .await?;
    Ok(())
}

/// Types agree with names. A third of the trusts is governed by a state with favorable laws.
const DETAILS: &str = "
  INSERT INTO trust (firm_id, contact_uuid, trust_type, governing_state, updated_at)
  SELECT $1, uuid,
    CASE WHEN display_name ~ 'Living|Revocable' THEN 'Revocable'
      WHEN display_name ~ 'Irrevocable Life Insurance' THEN 'Ilit'
      WHEN has_gift THEN (array['Ilit', 'OtherIrrevocable'])[1 + place % 2]
      ELSE (array['Ilit', 'Revocable', 'OtherIrrevocable', 'SpecialNeeds', 'Charitable'])[1 + place % 5] END,
    CASE WHEN place % 3 = 0 THEN (array['DE', 'SD', 'NV'])[1 + place % 9 / 3] ELSE state END, created_at
  FROM (SELECT *, row_number() OVER (ORDER BY uuid) AS place,
          EXISTS (SELECT FROM premium_gift WHERE firm_id = $1 AND trust_uuid = contact.uuid) AS has_gift
        FROM contact WHERE firm_id = $1 AND kind = 2 AND owner_type = 2) t
  WHERE has_gift OR place % 11 > 0";

/// The grantor is an insured of the trust's policies, if there is one. Names come from insureds of the firm. Phone
/// numbers are reserved for fiction.
const PEOPLE: &str = "
  INSERT INTO trust_person (firm_id, uuid, trust_uuid, role, is_successor, name, list_name, birth_date, phone, state,
    share_percent, guardian, has_withdrawal_right, contact_uuid, created_at, updated_at)
  WITH name AS MATERIALIZED (
    SELECT array_agg(first_name ORDER BY uuid) AS first, array_agg(last_name ORDER BY uuid) AS last
    FROM (SELECT uuid, first_name, last_name FROM contact
          WHERE firm_id = $1 AND kind = 3 AND first_name IS NOT NULL AND last_name IS NOT NULL ORDER BY uuid LIMIT 97) c
  ), described AS (
    SELECT t.contact_uuid AS trust, trust_type, c.state, c.created_at, grantor.*,
      row_number() OVER (ORDER BY t.contact_uuid)::integer AS place
    FROM trust t
    JOIN contact c ON c.firm_id = $1 AND c.uuid = t.contact_uuid
    LEFT JOIN LATERAL (
      SELECT i.uuid, i.first_name, i.last_name, i.dob FROM contract_party own
      JOIN contract_party other ON other.firm_id = $1 AND other.contract_uuid = own.contract_uuid
        AND other.role = 'Insured'
      JOIN contact i ON i.firm_id = $1 AND i.uuid = other.contact_uuid AND i.last_name IS NOT NULL
      WHERE own.firm_id = $1 AND own.contact_uuid = t.contact_uuid AND own.line = 1 AND own.role = 'Owner'
      ORDER BY i.uuid LIMIT 1) grantor ON true
    WHERE t.firm_id = $1
  ), person AS (
    SELECT described.*, number, role, coalesce(last_name, last[1 + place % 97]) AS family, first, last,
      $2::text::date - (role_age + (place * 7 + number * 5) % 30) * 365 - (place * 13 + number) % 300 AS born,
      1 + place % 3 AS heirs
    FROM described, name, (VALUES (1, 'Grantor', 60), (2, 'Trustee', 40), (3, 'Trustee', 35), (4, 'Beneficiary', 9),
      (5, 'Beneficiary', 9), (6, 'Beneficiary', 9)) AS part(number, role, role_age)
  )
  SELECT $1, md5(concat_ws(':', $1, trust, number))::uuid, trust, role, number = 3,
    given || ' ' || called, called || ', ' || given,
    CASE WHEN number = 1 AND uuid IS NOT NULL THEN dob ELSE born END,
    CASE WHEN (place + number) % 4 > 0 THEN '+141555501' || lpad(((place + number * 7) % 100)::text, 2, '0') END,
    CASE WHEN (place + number) % 5 > 0 THEN state END,
    CASE WHEN number > 3 THEN CASE heirs WHEN 1 THEN 100 WHEN 2 THEN 50
      ELSE CASE number WHEN 6 THEN 33.3334 ELSE 33.3333 END END END,
    CASE WHEN number > 3 AND born > $2::text::date - interval '18 years' THEN
      first[1 + (place * 7) % 97] || ' ' || family END,
    number > 3 AND trust_type IN ('Ilit', 'OtherIrrevocable'),
    CASE WHEN number = 1 THEN uuid END, created_at, created_at
  FROM person, LATERAL (SELECT
    CASE WHEN number = 1 AND uuid IS NOT NULL THEN first_name
      WHEN role = 'Trustee' THEN first[1 + (place * 5 + number) % 97]
      ELSE first[1 + (place * 11 + number * 17) % 97] END AS given,
    CASE WHEN number = 1 AND uuid IS NOT NULL THEN last_name
      WHEN role = 'Trustee' THEN last[1 + (place * 3 + number) % 97] ELSE family END AS called) AS names
  WHERE number < 3 OR number = 3 AND place % 2 = 0 OR number - 3 BETWEEN 1 AND heirs";
