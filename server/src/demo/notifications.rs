//! What the users of a demo book were told of late: what the book's own dates give reason for.

use jiff::civil::Date;
use shared::notification::NotificationKind::{AnnualRenewableTerm, LapsePending, PremiumReminder};
use tokio_postgres::Transaction;

/// Of each kind, to each user.
const MOST: i64 = 14;
/// As long ago as the oldest.
const DAYS: i32 = 60;

/// Tells each user of a firm of the contracts that they may see: premiums due within a month, policies about to lapse,
/// level terms that end in half a year, three months, a month. What is older than ten days was read.
pub async fn tell(transaction: &Transaction<'_>, firm_id: i32, today: Date) -> anyhow::Result<u64> {
    let sql = format!(
        "WITH reasons AS (
           SELECT {premium}::smallint AS kind, uuid, next_premium_date AS due, next_premium_date - 30 AS told,
             'premium due ' AS words
           FROM policy WHERE firm_id = $1 AND status = 'InForce' AND annualized_premium > 0
           UNION ALL
           SELECT {lapse}, uuid, grace_period_end_date, status_date, 'lapses unless paid by '
           FROM policy WHERE firm_id = $1 AND status IN ('GracePeriod', 'LapsePending')
           UNION ALL
           SELECT {term}, uuid, level_period_end_date, level_period_end_date - days, 'level term ends '
           FROM policy, unnest(array[180, 90, 30]) AS days WHERE firm_id = $1 AND status = 'InForce'
         ), fresh AS (
           SELECT * FROM reasons WHERE due IS NOT NULL AND told BETWEEN $2::text::date - $3::integer AND $2::text::date - 1
         ), blocks AS (
           SELECT user_key, agent_uuid FROM firm_assignment_agent WHERE firm_id = $1
           UNION
           SELECT support.user_key, agent_uuid FROM firm_assignment_support support
           JOIN firm_assignment_agent block ON block.firm_id = $1 AND block.user_key = professional_key
           WHERE support.firm_id = $1
         ), seen AS (
           SELECT user_key, fresh.* FROM fresh, firm_assignment WHERE firm_id = $1 AND firm_user_type IN (1, 4)
           UNION
           SELECT user_key, fresh.* FROM fresh
           JOIN contract_party ON contract_party.firm_id = $1 AND contract_uuid = fresh.uuid
           JOIN blocks ON agent_uuid = contact_uuid
         ), ranked AS (
           SELECT *, row_number() OVER (PARTITION BY user_key, kind ORDER BY told DESC, uuid) AS place FROM seen
         )
         INSERT INTO user_notification
           (firm_id, user_key, notification_type, display_name, application_url, is_read, create_date, dedup_key)
         SELECT $1, user_key, ranked.kind,
           policy_number || ', ' || insured_name || ': ' || words || to_char(due, 'MM/DD/YYYY'),
           '/people/insureds/' || contact_uuid, told < $2::text::date - 10,
           (told + time '13:00') AT TIME ZONE 'UTC' + place * interval '7 minutes',
           ranked.kind || ':' || ranked.uuid || ' ' || due || ' ' || told
         FROM ranked
         JOIN policy ON policy.firm_id = $1 AND policy.uuid = ranked.uuid
         JOIN contract_party ON contract_party.firm_id = $1 AND contract_uuid = ranked.uuid AND role = 'Insured'
           AND type_id = 1
         WHERE place <= $4 ORDER BY told, ranked.kind, ranked.uuid",
        premium = PremiumReminder.number(),
        lapse = LapsePending.number(),
        term = AnnualRenewableTerm.number(),
    );
    // Right after a load there are no statistics: joins must not be planned as if there were a handful of rows.
    transaction
        .batch_execute("SET LOCAL enable_nestloop = off")
        .await?;
    let told = transaction
        .execute(&sql, &[&firm_id, &today.to_string(), &DAYS, &MOST])
        .await?;
    Ok(told)
}
