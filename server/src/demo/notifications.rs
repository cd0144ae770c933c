//! Generates recent notifications from the dates in a demo book.

use jiff::civil::Date;
use shared::notification::NotificationKind::{
    AnnualRenewableTerm, CrummeyLetter10Day, CrummeyLetter45Day, LapsePending, PerformanceChange,
    PremiumGift10Day, PremiumGift45Day, PremiumReminder,
};
use tokio_postgres::Transaction;

/// Maximum number of notifications per user and kind.
const MOST: i64 = 14;
/// Age of the oldest notification.
const DAYS: i32 = 60;

/// Adds premium gifts for policies of irrevocable trusts, and guidelines for watched policies. Some gifts are due soon,
/// some are received, and some are overdue. Some guidelines are violated.
pub async fn watch(transaction: &Transaction<'_>, firm_id: i32, today: Date) -> anyhow::Result<()> {
    let gifts =
        "WITH owned AS (
           SELECT *, row_number() OVER (ORDER BY uuid) % 14 AS place FROM (
             SELECT DISTINCT ON (p.uuid) p.uuid, contact_uuid, annualized_premium AS amount
             FROM policy p
             JOIN contract_party ON contract_party.firm_id = $1 AND contract_uuid = p.uuid AND role = 'Owner'
             JOIN contact trust ON trust.firm_id = $1 AND trust.uuid = contact_uuid AND owner_type = 2
               AND trust.organization_name LIKE '%Irrevocable%'
             WHERE p.firm_id = $1 AND p.status = 'InForce' AND annualized_premium > 0
             ORDER BY p.uuid, contact_uuid LIMIT 60
           ) policies
         ), days (place, day, is_received, has_letters) AS (VALUES
           (0, -60, true, true), (1, -40, true, true), (2, -20, true, true), (3, -9, true, false), (4, -4, false, false),
           (5, -1, true, false), (6, 1, false, false), (7, 8, false, false), (8, 10, false, false),
           (9, 20, false, false), (10, 42, false, false), (11, 45, false, false), (12, 60, false, false),
           (13, 120, false, false)
         )
         INSERT INTO premium_gift (firm_id, uuid, policy_uuid, trust_uuid, amount, gift_date, letter_date,
           premium_due, received_on, letters_sent_on, premium_paid_on)
         SELECT $1, uuid, uuid, contact_uuid, amount, gift, gift + 3, gift + 45,
           CASE WHEN is_received THEN gift END, CASE WHEN has_letters THEN gift + 2 END,
           CASE WHEN has_letters AND gift + 45 < $2::text::date THEN gift + 44 END
         FROM owned JOIN days USING (place), LATERAL (SELECT $2::text::date + day AS gift) AS planned";
    transaction
        .execute(gifts, &[&firm_id, &today.to_string()])
        .await?;
    let guidelines = "INSERT INTO policy_guideline (firm_id, policy_uuid, parameter, minimum)
         SELECT $1, uuid, 'deathBenefit', CASE WHEN place % 40 = 0 THEN death_benefit * 2 ELSE death_benefit / 2 END
         FROM (SELECT *, row_number() OVER (ORDER BY uuid) AS place FROM policy
               WHERE firm_id = $1 AND policy_guard AND death_benefit > 0) watched
         UNION ALL
         SELECT $1, uuid, 'lapseAge', 90 FROM policy WHERE firm_id = $1 AND policy_guard AND lapse_age >= 90";
    transaction.execute(guidelines, &[&firm_id]).await?;
    Ok(())
}

/// Creates the notifications that the rules would have sent to each user for their visible contracts: premium
/// reminders, pending lapses, ending level terms, guideline violations, gifts and Crummey letters. Notifications older
/// than ten days are marked as read. Also records yesterday's run of the rules. Returns the number of notifications.
pub async fn tell(transaction: &Transaction<'_>, firm_id: i32, today: Date) -> anyhow::Result<u64> {
    let sql = format!(
        "WITH reasons AS (
           SELECT {premium}::smallint AS kind, uuid, uuid AS subject, next_premium_date AS due,
             next_premium_date - 30 AS told, 'due' AS step, 'premium due ' || to_char(next_premium_date, 'MM/DD/YYYY') AS words,
             '/business/policies/' || uuid AS address
           FROM policy WHERE firm_id = $1 AND status = 'InForce' AND annualized_premium > 0
             AND payment_method = 'Direct Bill'
           UNION ALL
           SELECT {lapse}, uuid, uuid, grace_period_end_date, status_date, 'first',
             'lapses unless paid by ' || to_char(grace_period_end_date, 'MM/DD/YYYY'), '/business/policies/' || uuid
           FROM policy WHERE firm_id = $1 AND status IN ('GracePeriod', 'LapsePending')
           UNION ALL
           SELECT {term}, uuid, uuid, level_period_end_date, level_period_end_date - days, days::text,
             'level term ends ' || to_char(level_period_end_date, 'MM/DD/YYYY'), '/business/policies/' || uuid
           FROM policy, unnest(array[180, 90, 30]) AS days WHERE firm_id = $1 AND status = 'InForce'
           UNION ALL
           SELECT {performance}, uuid, uuid, values_as_of, values_as_of, 'deathBenefit',
             'death benefit ' || to_char(death_benefit, 'FM$999,999,999,990') || ' is below the guideline of '
               || to_char(minimum, 'FM$999,999,999,990'), '/business/policies/' || uuid
           FROM policy JOIN policy_guideline g ON g.firm_id = $1 AND policy_uuid = uuid AND parameter = 'deathBenefit'
           WHERE policy.firm_id = $1 AND death_benefit < minimum AND status = 'InForce'
           UNION ALL
           SELECT steps.kind, policy_uuid, g.uuid, day, day - days, days::text,
             display_name || ', ' || due || to_char(day, 'MM/DD/YYYY'),
             CASE due WHEN 'gift due ' THEN '/business/policies/' || policy_uuid || '?tab=gifts'
               ELSE '/business/trust/manage/' || trust_uuid || '?tab=letters' END
           FROM premium_gift g JOIN contact trust ON trust.firm_id = $1 AND trust.uuid = trust_uuid, LATERAL (VALUES
             ({gift45}::smallint, gift_date, 45, 'gift due '), ({gift10}, gift_date, 10, 'gift due '),
             ({letter45}, letter_date, 45, 'Crummey letters due '), ({letter10}, letter_date, 10, 'Crummey letters due ')
           ) AS steps(kind, day, days, due)
           WHERE g.firm_id = $1 AND CASE WHEN due = 'gift due ' THEN received_on IS NULL ELSE letters_sent_on IS NULL END
         ), fresh AS (
           SELECT * FROM reasons WHERE due IS NOT NULL AND told BETWEEN $2::text::date - $3::integer AND $2::text::date - 1
         ), seen AS (
           SELECT user_key, fresh.* FROM fresh
           JOIN firmbook_readers($1, ARRAY(SELECT DISTINCT uuid FROM fresh)) ON contract_uuid = uuid
         ), ranked AS (
           SELECT *, row_number() OVER (PARTITION BY user_key, kind ORDER BY told DESC, subject, step) AS place FROM seen
         )
         INSERT INTO user_notification (firm_id, user_key, notification_type, display_name, application_url, is_read,
           create_date, dedup_key, contract_uuid)
         SELECT $1, user_key, ranked.kind, policy_number || coalesce(', ' || insured_name, '') || ': ' || words, address,
           told < $2::text::date - 10, (told + time '13:00') AT TIME ZONE 'UTC' + place * interval '7 minutes',
           concat_ws(':', ranked.kind, subject, due, step), ranked.uuid
         FROM ranked JOIN policy ON policy.firm_id = $1 AND policy.uuid = ranked.uuid
         WHERE place <= $4 ORDER BY told, ranked.kind, ranked.uuid",
        premium = PremiumReminder.number(),
        lapse = LapsePending.number(),
        term = AnnualRenewableTerm.number(),
        performance = PerformanceChange.number(),
        gift45 = PremiumGift45Day.number(),
        gift10 = PremiumGift10Day.number(),
        letter45 = CrummeyLetter45Day.number(),
        letter10 = CrummeyLetter10Day.number(),
    );
    // The planner has no statistics right after a load, so it would choose nested loops for few rows.
    transaction
        .batch_execute("SET LOCAL enable_nestloop = off")
        .await?;
    let told = transaction
        .execute(&sql, &[&firm_id, &today.to_string(), &DAYS, &MOST])
        .await?;
    transaction
        .execute(
            "INSERT INTO rules_run (firm_id, day, ran_at) VALUES ($1, $2::text::date - 1, now())",
            &[&firm_id, &today.to_string()],
        )
        .await?;
    Ok(told)
}
