//! The navigation menu as data, and the part of it that a user sees.

use crate::permission::{Feature, Permissions};
use serde::{Deserialize, Serialize};

/// An entry as the portal knows it.
struct Item {
    label: &'static str,
    /// None for a group that only opens.
    path: Option<&'static str>,
    /// What the user must be able to read; none shows the entry to everyone.
    feature: Option<Feature>,
    children: &'static [Item],
}

const fn page(label: &'static str, path: &'static str, feature: Feature) -> Item {
    Item {
        label,
        path: Some(path),
        feature: Some(feature),
        children: &[],
    }
}

const fn group(label: &'static str, children: &'static [Item]) -> Item {
    Item {
        label,
        path: None,
        feature: None,
        children,
    }
}

const MENU: &[Item] = &[
    page("Home", "/", Feature::Home),
    group(
        "People",
        &[
            page("Agents", "/people/agents", Feature::Contacts),
            page("Insureds", "/people/insureds", Feature::Contacts),
            page("Owners", "/people/owners", Feature::Contacts),
        ],
    ),
];

/// An entry that a user sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(no_recursion))]
pub struct MenuEntry {
    pub label: String,
    /// Where the entry leads; none for a group that only opens.
    pub path: Option<String>,
    /// Empty for a single page.
    pub children: Vec<MenuEntry>,
}

/// The menu of a user: entries whose feature they can read, groups only while something in them is left.
pub fn visible(permissions: &Permissions) -> Vec<MenuEntry> {
    select(MENU, permissions)
}

fn select(items: &[Item], permissions: &Permissions) -> Vec<MenuEntry> {
    items
        .iter()
        .filter(|item| item.feature.is_none_or(|feature| permissions.can_read(feature)))
        .map(|item| MenuEntry {
            label: item.label.into(),
            path: item.path.map(Into::into),
            children: select(item.children, permissions),
        })
        .filter(|entry| entry.path.is_some() || !entry.children.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permission::{Access, AdminUserType, FirmUserType, Role};

    const READ: Access = Access {
        read: true,
        write: false,
    };

    fn granted(features: &[Feature]) -> Permissions {
        let mut permissions = Permissions::none();
        for feature in features {
            permissions.features = permissions.features.with(*feature, READ);
        }
        permissions
    }

    /// `Home=/ People(Agents=/people/agents …)`
    fn outline(entries: &[MenuEntry]) -> String {
        let shown = |entry: &MenuEntry| match &entry.path {
            Some(path) => format!("{}={path}", entry.label),
            None => format!("{}({})", entry.label, outline(&entry.children)),
        };
        entries.iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_entry_shows_when_its_feature_can_be_read() {
        let people = "People(Agents=/people/agents Insureds=/people/insureds Owners=/people/owners)";
        for (features, expected) in [
            (vec![], String::new()),
            (vec![Feature::Home], "Home=/".into()),
            (vec![Feature::Contacts], people.into()),
            (vec![Feature::Home, Feature::Contacts], format!("Home=/ {people}")),
        ] {
            assert_eq!(outline(&visible(&granted(&features))), expected);
        }
    }

    #[test]
    fn writing_alone_shows_nothing() {
        let mut permissions = Permissions::none();
        permissions.features = permissions.features.with(
            Feature::Contacts,
            Access {
                read: false,
                write: true,
            },
        );
        assert_eq!(visible(&permissions), []);
    }

    #[test]
    fn a_group_without_visible_children_is_dropped() {
        const NESTED: &[Item] = &[group(
            "Outer",
            &[group("Inner", &[page("Page", "/page", Feature::Tasks)])],
        )];
        assert_eq!(select(NESTED, &granted(&[Feature::Home])), []);
        assert_eq!(
            outline(&select(NESTED, &granted(&[Feature::Tasks]))),
            "Outer(Inner(Page=/page))"
        );
    }

    #[test]
    fn every_firm_user_has_people_in_the_menu() {
        for user_type in FirmUserType::ALL {
            let menu = visible(&Permissions::of(Role::Firm(*user_type)));
            assert_eq!(menu.len(), 2, "{user_type:?}");
        }
        let processor = Permissions::of(Role::Admin(AdminUserType::DocumentProcessor));
        assert_eq!(outline(&visible(&processor)), "Home=/");
    }
}
