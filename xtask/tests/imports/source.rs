//! The modules of a crate and their imports, parsed from the source files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use syn::visit::{self, Visit};
use syn::{Item, ItemUse, UseTree, Visibility};

/// Maximum length of a chain of re-exports that is followed.
const MAX_REEXPORTS: usize = 8;

/// A module of the crate, named as in `list::row`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Module(Vec<String>);

impl Module {
    pub fn named(name: &str) -> Self {
        Self(name.split("::").map(str::to_owned).collect())
    }

    /// Returns the folder or file directly below `src` that contains the module.
    pub fn room(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }
}

impl fmt::Display for Module {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join("::"))
    }
}

/// All modules of a crate except its root and its tests.
#[derive(Default)]
pub struct Sources(BTreeMap<Module, Names>);

/// The paths that a module mentions, as written.
#[derive(Default)]
struct Names {
    /// Names imported by `use`, with their full paths. Includes private imports, because child modules can
    /// use them.
    imported: BTreeMap<String, Vec<String>>,
    used: BTreeSet<Vec<String>>,
}

impl Sources {
    pub fn read(src: &Path) -> Result<Self> {
        let mut sources = Self::default();
        sources.read_folder(src, &[])?;
        Ok(sources)
    }

    fn read_folder(&mut self, folder: &Path, parent: &[String]) -> Result<()> {
        for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path
                .file_stem()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let mut module = parent.to_vec();
            if !matches!(name, "mod" | "lib" | "main") {
                module.push(name.to_owned());
            }
            if name == "tests" {
                continue;
            }
            if path.is_dir() {
                self.read_folder(&path, &module)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") && !module.is_empty() {
                let text =
                    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
                let file =
                    syn::parse_file(&text).with_context(|| format!("cannot parse {}", path.display()))?;
                let mut names = Names::default();
                names.visit_file(&file);
                self.0.insert(Module(module), names);
            }
        }
        Ok(())
    }

    /// Returns the modules of a room that use an item of another crate. `name` is its full path.
    pub fn using(&self, room: &str, name: &str) -> Vec<&Module> {
        let name: Vec<&str> = name.split("::").collect();
        let is_used =
            |path: &Vec<String>| path.len() >= name.len() && path.iter().zip(&name).all(|(a, b)| a == b);
        self.0
            .iter()
            .filter(|(module, names)| module.room() == room && names.used.iter().any(is_used))
            .map(|(module, _)| module)
            .collect()
    }

    /// Returns the modules that each module imports. Re-exports are resolved to the module that defines the
    /// item.
    pub fn imports(&self) -> BTreeMap<Module, Vec<Module>> {
        self.0
            .iter()
            .map(|(module, names)| {
                let imported: BTreeSet<Module> = names
                    .used
                    .iter()
                    .filter_map(|path| self.definition(module, path, MAX_REEXPORTS))
                    .filter(|found| found != module)
                    .collect();
                (module.clone(), imported.into_iter().collect())
            })
            .collect()
    }

    /// Resolves a path that is written in `module` to the module that defines the item. Returns `None` for
    /// items of other crates.
    fn definition(&self, module: &Module, path: &[String], reexports_left: usize) -> Option<Module> {
        let (mut at, mut rest) = match path.first().map(String::as_str)? {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.0.clone(), &path[1..]),
            "super" => {
                let levels = path.iter().take_while(|segment| *segment == "super").count();
                let kept = module.0.len().checked_sub(levels)?;
                (module.0[..kept].to_vec(), &path[levels..])
            }
            first => {
                let child = Module([&module.0[..], &[first.to_owned()]].concat());
                if !self.0.contains_key(&child) {
                    return None;
                }
                (module.0.clone(), path)
            }
        };
        while let Some((segment, after)) = rest.split_first() {
            let here = Module(at.clone());
            let child = Module([&at[..], std::slice::from_ref(segment)].concat());
            if self.0.contains_key(&child) {
                at = child.0;
                rest = after;
            } else if let Some(target) = self.0.get(&here).and_then(|names| names.imported.get(segment)) {
                return match reexports_left.checked_sub(1) {
                    Some(left) => self.definition(&here, &[target, after].concat(), left),
                    None => Some(here),
                };
            } else {
                break;
            }
        }
        (!at.is_empty()).then_some(Module(at))
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !attributes.iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_private = matches!(item.vis, Visibility::Inherited);
        flatten(&item.tree, Vec::new(), &mut |name, path| {
            if is_private {
                self.used.insert(path.clone());
            }
            self.imported.insert(name, path);
        });
    }

    /// The path in `pub(in path)` is not an import.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string());
            self.used.insert(segments.collect());
        }
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute
            .parse_args::<syn::Path>()
            .is_ok_and(|condition| condition.is_ident("test"))
}

/// Calls `visit` with the local name and the full path of each item in a `use`.
fn flatten(tree: &UseTree, mut path: Vec<String>, visit: &mut impl FnMut(String, Vec<String>)) {
    match tree {
        UseTree::Path(node) => {
            path.push(node.ident.to_string());
            flatten(&node.tree, path, visit);
        }
        UseTree::Name(node) => {
            let name = node.ident.to_string();
            if name == "self" {
                visit(path.last().cloned().unwrap_or_default(), path);
            } else {
                path.push(name.clone());
                visit(name, path);
            }
        }
        UseTree::Rename(node) => {
            path.push(node.ident.to_string());
            visit(node.rename.to_string(), path);
        }
        UseTree::Glob(_) => visit(String::new(), path),
        UseTree::Group(group) => {
            for item in &group.items {
                flatten(item, path.clone(), visit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        let mut sources = Sources::default();
        for (name, text) in files {
            let mut names = Names::default();
            names.visit_file(&syn::parse_file(text).unwrap());
            sources.0.insert(Module::named(name), names);
        }
        sources
    }

    fn imports_of(sources: &Sources, module: &str) -> Vec<String> {
        sources.imports()[&Module::named(module)]
            .iter()
            .map(Module::to_string)
            .collect()
    }

    #[test]
    fn follows_a_reexport_to_the_module_that_defines_the_name() {
        let sources = sources(&[
            (
                "list",
                "mod row; pub use row::Row; pub use crate::db::Db as Database;",
            ),
            ("list::row", "pub struct Row;"),
            ("db", "pub struct Db;"),
            ("page", "use crate::list::{Row, Database};"),
        ]);
        assert_eq!(imports_of(&sources, "page"), ["db", "list::row"]);
        assert!(
            imports_of(&sources, "list").is_empty(),
            "passing a name on is no import"
        );
    }

    #[test]
    fn reads_relative_paths_in_uses_types_and_calls() {
        let sources = sources(&[
            ("list", "mod row; fn page() { row::read() }"),
            ("list::row", "use super::Page; fn read(db: &crate::db::Db) {}"),
            ("db", ""),
        ]);
        assert_eq!(imports_of(&sources, "list"), ["list::row"]);
        assert_eq!(imports_of(&sources, "list::row"), ["db", "list"]);
    }

    #[test]
    fn finds_the_modules_of_a_room_that_use_a_name() {
        let sources = sources(&[
            (
                "routes::page",
                "use diesel_async::{AsyncPgConnection, RunQueryDsl};",
            ),
            ("routes::home", "use diesel_async::AsyncPgConnection;"),
            (
                "routes::done",
                "fn done() { diesel_async::RunQueryDsl::execute() }",
            ),
            ("records::page", "use diesel_async::RunQueryDsl;"),
        ]);
        assert_eq!(
            sources.using("routes", "diesel_async::RunQueryDsl"),
            [&Module::named("routes::done"), &Module::named("routes::page")]
        );
    }

    #[test]
    fn ignores_tests_and_other_crates() {
        let sources = sources(&[
            (
                "db",
                "use shared::list::Row; use std::fmt; #[cfg(test)] mod tests { use crate::list::Row; }",
            ),
            ("list", ""),
        ]);
        assert!(imports_of(&sources, "db").is_empty());
    }
}
