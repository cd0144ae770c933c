//! The navigation menu, filtered by a user's permissions.

mod table;
#[cfg(test)]
mod tests;

use crate::permission::{Feature, Permissions};
use serde::{Deserialize, Serialize};
use table::MENU;

/// A menu entry.
struct Item {
    label: &'static str,
    /// `None` for a group.
    path: Option<&'static str>,
    /// Feature that the user must be able to read. `None` shows the entry to every user.
    feature: Option<Feature>,
    icon: Option<MenuIcon>,
    /// The page exists. Always true for a group.
    is_built: bool,
    children: &'static [Item],
}

impl Item {
    const fn requires(mut self, feature: Feature) -> Self {
        self.feature = Some(feature);
        self
    }

    const fn with_icon(mut self, icon: MenuIcon) -> Self {
        self.icon = Some(icon);
        self
    }
}

const fn page(label: &'static str, path: &'static str, feature: Feature) -> Item {
    Item {
        label,
        path: Some(path),
        feature: Some(feature),
        icon: None,
        is_built: true,
        children: &[],
    }
}

/// Defines a page that is not built yet. Replace it with [`page`] when the page is built.
const fn planned(label: &'static str, path: &'static str, feature: Feature) -> Item {
    Item {
        is_built: false,
        ..page(label, path, feature)
    }
}

const fn group(label: &'static str, children: &'static [Item]) -> Item {
    Item {
        label,
        path: None,
        feature: None,
        icon: None,
        is_built: true,
        children,
    }
}

/// Icon of a menu entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum MenuIcon {
    Firms,
    Documents,
    AdminUsers,
    Carriers,
    Bulk,
    Letters,
    People,
    PolicyGuard,
    ApiIntegration,
}

/// A visible menu entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(no_recursion))]
pub struct MenuEntry {
    pub label: String,
    /// Path of the page. Null for a group.
    pub path: Option<String>,
    pub icon: Option<MenuIcon>,
    /// Entries of a group, otherwise empty.
    pub children: Vec<MenuEntry>,
}

/// Returns a user's menu: built pages that the user can read, and groups with at least one such page.
pub fn visible(permissions: &Permissions) -> Vec<MenuEntry> {
    select(MENU, permissions, &|item| item.is_built)
}

/// Returns the paths of all implemented pages.
pub fn built() -> Vec<&'static str> {
    paths(MENU, true)
}

/// Returns the paths of all planned pages.
pub fn not_built() -> Vec<&'static str> {
    paths(MENU, false)
}

fn paths(items: &[Item], are_built: bool) -> Vec<&'static str> {
    let own = |item: &Item| item.path.filter(|_| item.is_built == are_built);
    items
        .iter()
        .flat_map(|item| own(item).into_iter().chain(paths(item.children, are_built)))
        .collect()
}

fn select(items: &[Item], permissions: &Permissions, is_there: &dyn Fn(&Item) -> bool) -> Vec<MenuEntry> {
    items
        .iter()
        .filter(|item| item.feature.is_none_or(|feature| permissions.can_read(feature)))
        .filter(|item| item.path.is_none() || is_there(item))
        .map(|item| MenuEntry {
            label: item.label.into(),
            path: item.path.map(Into::into),
            icon: item.icon,
            children: select(item.children, permissions, is_there),
        })
        .filter(|entry| entry.path.is_some() || !entry.children.is_empty())
        .collect()
}
