use super::*;
use crate::list::{ListQuery, check};
use jiff::civil::date;
use serde_json::json;

const TODAY: Date = date(2026, 11, 21);

fn figures(count: i64, cents: i64) -> Figures {
    Figures {
        policy_count: count,
        death_benefit: Decimal::new(cents, 2),
        annualized_premium: Decimal::ZERO,
        policy_cash_value: Decimal::MAX,
        premium_due: Decimal::ZERO,
    }
}

#[test]
fn rounds_shares_to_one_decimal_and_skips_zero_totals() {
    let shares = figures(1, 200).shares_of(&figures(3, 300));
    assert_eq!(
        shares.policy_count.map(|share| share.to_string()).as_deref(),
        Some("33.3")
    );
    assert_eq!(
        shares.death_benefit.map(|share| share.to_string()).as_deref(),
        Some("66.7")
    );
    assert_eq!(shares.annualized_premium, None);
    assert_eq!(shares.policy_cash_value, None, "overflows");
    assert_eq!(figures(1, 1).plus(&figures(1, 1)), Err(TotalsOverflow));
}

#[test]
fn labels_groups() {
    for (grouping, key, found, label) in [
        (
            Grouping::PolicyStatus,
            Some("LapsePending"),
            None,
            "Lapse Pending",
        ),
        (Grouping::PolicyStatus, Some("Frozen"), None, "Frozen"),
        (Grouping::PolicyAnniversaries, Some("02"), None, "February"),
        (Grouping::PolicyAnniversaries, None, None, "No issue date"),
        (Grouping::PremiumMonths, Some("2027-01"), None, "January 2027"),
        (Grouping::PremiumMonths, Some(OVERDUE), None, "Overdue"),
        (Grouping::Premiums, Some("SemiAnnual"), None, "Semi-Annual"),
        (Grouping::Carriers, Some("Cedar Life"), None, "Cedar Life"),
        (Grouping::Agents, Some("uuid"), Some("Lee, Ada"), "Lee, Ada"),
        (Grouping::Beneficiaries, None, None, "No beneficiary"),
    ] {
        assert_eq!(grouping.group_label(key, found), label, "{grouping:?} {key:?}");
    }
}

/// Checks that the list accepts the drill-down filter of every group.
#[test]
fn slices_are_valid_list_queries() {
    let uuid = Uuid::nil().to_string();
    for grouping in Grouping::ALL {
        for key in [
            Some("02"),
            Some("2024-02"),
            Some(OVERDUE),
            Some(uuid.as_str()),
            Some("InForce"),
            None,
        ] {
            let Some(slice) = grouping.slice(key, Some(ContactKind::Owner), TODAY) else {
                continue;
            };
            let query: ListQuery = serde_json::from_value(json!({
                "filter": slice.filter,
                "uuid": slice.party.as_ref().map(|party| party.uuid),
                "contactType": slice.party.as_ref().map(|party| party.contact_type),
                "partySet": slice.party.as_ref().map(|party| party.set),
            }))
            .unwrap();
            let known = match (grouping.by(), key) {
                (By::Column(column), Some(key)) => {
                    let set = ListName::Policies
                        .column(column)
                        .and_then(|column| column.choices);
                    set.is_none_or(|set| label_of(set, key).is_some())
                }
                _ => true,
            };
            assert_eq!(
                check(ListName::Policies, &query, TODAY).is_ok(),
                known,
                "{grouping:?} {key:?}"
            );
        }
    }
    assert_eq!(Grouping::PremiumMonths.slice(Some("2024-02"), None, TODAY), None);
    let nobody = Grouping::Beneficiaries
        .slice(None, None, TODAY)
        .and_then(|slice| slice.party)
        .unwrap();
    assert_eq!((nobody.set, nobody.uuid), (PartySet::Beneficiaries, None));
}

#[test]
fn sums_statuses_by_standing() {
    let group = |key: &str, count| Group {
        key: Some(key.into()),
        label: key.into(),
        figures: Figures {
            policy_count: count,
            ..Figures::default()
        },
        shares: Shares::default(),
        slice: None,
    };
    let groups = [
        group("InForce", 5),
        group("GracePeriod", 1),
        group("Pending", 2),
        group("Lapsed", 4),
        group("DeathClaim", 1),
        group("Frozen", 1),
    ];
    let totals = standings(&groups).unwrap();
    let counts: Vec<_> = totals
        .iter()
        .map(|one| (one.label.as_str(), one.figures.policy_count))
        .collect();
    assert_eq!(
        counts,
        [
            ("In force", 6),
            ("Pending or deferred", 2),
            ("Claims", 1),
            ("Ended", 4),
            ("Needs review", 1)
        ]
    );
    let query = ListQuery {
        filter: totals
            .iter()
            .flat_map(|one| &one.filter)
            .map(|item| serde_json::from_value(json!(item)).unwrap())
            .collect(),
        ..ListQuery::default()
    };
    assert!(check(ListName::Policies, &query, TODAY).is_ok());
    assert_eq!(standings(&[]).unwrap().len(), 1, "in force is always shown");
}
