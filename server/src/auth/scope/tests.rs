use super::*;

fn rows(name: &str, maker: &str, columns: &[&str], opens: Opens) -> SharedRows {
    let query = ReportQuery {
        search_text: Some(name.to_owned()),
        select_columns: columns.iter().map(|key| (*key).to_owned()).collect(),
        ..ReportQuery::default()
    };
    let scope = Scope::Block {
        agents: Vec::new(),
        maker: maker.to_owned(),
    };
    SharedRows::new(Uuid::nil(), ReportType::Policy, query, scope, opens).unwrap()
}

const RECORDS: Opens = Opens {
    records: true,
    documents: false,
};

fn shared(name: &str, maker: &str, opens: Opens) -> Scope {
    Scope::Shared(Arc::new([rows(name, maker, &[], opens)]))
}

#[test]
fn shared_scopes_with_different_reports_have_different_keys() {
    let keys = [
        Scope::Shared(Arc::default()),
        shared("term", "dana", Opens::default()),
        shared("whole", "dana", Opens::default()),
        shared("term", "kim", Opens::default()),
        shared("term", "dana", RECORDS),
    ]
    .map(|scope| scope.key());
    assert_eq!(BTreeSet::from(keys.clone()).len(), keys.len(), "{keys:?}");
    assert_eq!(shared("term", "dana", Opens::default()).key(), keys[1]);
}

#[test]
fn shared_reports_open_no_records_by_default() {
    let both = Opens {
        documents: true,
        ..RECORDS
    };
    let all = [Opens::default(), RECORDS, both].map(|opens| rows("term", "dana", &["carrier"], opens));
    let [plain, records, documents] = all.clone();
    let scopes = Scopes::from(Scope::Shared(Arc::new(all.clone())));
    assert_eq!(scopes.rows, Scope::Shared(Arc::new(all)));
    assert_eq!(
        scopes.records,
        Scope::Shared(Arc::new([records.clone(), documents.clone()]))
    );
    assert_eq!(scopes.documents, Scope::Shared(Arc::new([documents])));
    let keys = |rows: &SharedRows| rows.columns.iter().map(|column| column.key).collect::<Vec<_>>();
    assert_eq!(keys(&plain), ["carrier"]);
    assert_eq!(keys(&records).len(), ListName::Policies.columns().len());
    for scope in [Scope::All, Scope::nothing()] {
        let scopes = Scopes::from(scope.clone());
        assert!(
            [scopes.rows, scopes.records, scopes.documents]
                .iter()
                .all(|one| *one == scope)
        );
    }
}

#[test]
fn shows_only_columns_of_reports_on_the_list() {
    let [carrier, status] = ["carrier", "status"].map(|key| rows("term", "dana", &[key], Opens::default()));
    let whole = rows("term", "dana", &["carrier"], RECORDS);
    let keys = |reports: &[&SharedRows], list| -> Option<Vec<&str>> {
        let reports: Vec<SharedRows> = reports.iter().map(|rows| (*rows).clone()).collect();
        let shown = Scope::Shared(reports.into()).shown(list)?;
        Some(shown.columns().map(|column| column.key).collect())
    };
    assert_eq!(keys(&[], ListName::Policies), None);
    assert_eq!(keys(&[&carrier], ListName::Annuities), None);
    assert_eq!(keys(&[&carrier], ListName::Policies), Some(vec!["carrier"]));
    assert_eq!(
        keys(&[&carrier, &status], ListName::Policies),
        Some(vec!["status", "carrier"])
    );
    assert_eq!(keys(&[&whole], ListName::Policies), None);
    let all = ListName::Policies.columns().len();
    assert_eq!(
        keys(&[&carrier, &whole], ListName::Policies).map(|keys| keys.len()),
        Some(all)
    );
    assert_eq!(Scope::All.shown(ListName::Policies), None);
}

#[test]
fn block_keys_ignore_agent_order() {
    let [first, second] = [Uuid::from_u128(1), Uuid::from_u128(2)];
    let block = |agents: &[Uuid], maker: &str| {
        Scope::Block {
            agents: agents.to_vec(),
            maker: maker.to_owned(),
        }
        .key()
    };
    assert_eq!(block(&[first, second], "dana"), block(&[second, first], "dana"));
    assert_ne!(block(&[first, second], "dana"), block(&[first, second], "kim"));
    assert_ne!(block(&[first, second], "dana"), block(&[first], "dana"));
}
