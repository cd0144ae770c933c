//! A firm of made-up owners, some of which are stored twice.

use tokio_postgres::Client;

pub const FIRM: i32 = 990_019;
pub const CONTACTS: i32 = 100_000;
/// Every twentieth contact is a duplicate of the one before it.
pub const PLANTED: i32 = CONTACTS / 20;

/// Inserts an inactive firm and its contacts. The server skips inactive firms, so it does not compare the contacts
/// too. [`remove`] deletes the contacts but keeps the firm.
pub async fn insert(owner: &Client) -> anyhow::Result<()> {
    remove(owner).await?;
    owner
        .execute(
            "INSERT INTO firm (firm_id, name, is_active) VALUES ($1, 'Bench', false)
             ON CONFLICT DO NOTHING",
            &[&FIRM],
        )
        .await?;
    owner
        .execute(
            // `external_id` identifies the person. A duplicate has no email and a misspelled last name.
            "INSERT INTO contact (firm_id, uuid, kind, owner_type, external_id, display_name, first_name, last_name, dob,
               email, phone, address_line1, postal_code)
             SELECT $1, gen_random_uuid(), 2, 1, person::text, last_name || ', ' || first_name, first_name, last_name,
               date '1930-01-01' + (random_of[3] % 25000)::int,
               CASE WHEN NOT is_copy THEN lower(first_name || '.' || last_name) || person || '@mail.example' END,
               '+1' || 200 + random_of[4] % 700 || '555' || lpad((random_of[5] % 10000)::text, 4, '0'),
               1 + random_of[6] % 900 || ' ' || last_name || ' Street', (10000 + random_of[7] % 800)::text
             FROM (
               SELECT person, is_copy, random_of, given[1 + random_of[0] % cardinality(given)] AS first_name,
                 CASE WHEN is_copy THEN left(name, 3) || substr(name, 5) ELSE name END AS last_name
               FROM (
                 SELECT i - is_copy::int AS person, is_copy, random_of,
                   array['Ada', 'Alan', 'Anna', 'Arthur', 'Clara', 'Daniel', 'Edith', 'Frank', 'Grace', 'Henry', 'Irene',
                     'James', 'Julia', 'Karl', 'Laura', 'Martin', 'Nora', 'Oscar', 'Paula', 'Quentin', 'Robert', 'Sarah',
                     'Thomas', 'Ursula', 'Victor', 'Wanda', 'William', 'Yvonne'] AS given,
                   initcap(starts[1 + random_of[1] % 12] || middles[1 + random_of[2] % 12]
                     || starts[1 + random_of[8] % 12] || ends[1 + random_of[9] % 8]) AS name
                 FROM (
                   SELECT i, i % 20 = 0 AS is_copy,
                     array(SELECT abs(hashtext(n || ' ' || i - (i % 20 = 0)::int)::bigint)
                           FROM generate_series(0, 9) n)::bigint[] AS numbers
                   FROM generate_series(1, $2) i
                 ) numbered
                 CROSS JOIN LATERAL (SELECT ('[0:9]=' || numbers::text)::bigint[] AS random_of,
                   array['ba', 'che', 'do', 'fri', 'ga', 'ho', 'kle', 'lu', 'mo', 'ne', 'sta', 'wi'] AS starts,
                   array['l', 'mb', 'nd', 'r', 'rt', 's', 'st', 't', 'v', 'x', 'z', 'ck'] AS middles,
                   array['er', 'man', 'son', 'ley', 'ton', 'field', 'is', 'a'] AS ends) parts
               ) named
             ) made",
            &[&FIRM, &CONTACTS],
        )
        .await?;
    owner.batch_execute("ANALYZE contact").await?;
    Ok(())
}

pub async fn remove(owner: &Client) -> anyhow::Result<()> {
    for table in [
        "duplicate_pair",
        "blocking_key",
        "duplicate_check",
        "duplicate_run",
        "contact",
    ] {
        let sql = format!("DELETE FROM {table} WHERE firm_id = $1");
        owner.execute(&sql, &[&FIRM]).await?;
    }
    Ok(())
}
