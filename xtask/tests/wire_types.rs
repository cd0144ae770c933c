//! Wire types are defined in `shared`: no type in `server/src/routes` is a request or response body.
//!
//! Query parameters are the exception. They derive `Deserialize` together with `IntoParams`, are defined next
//! to their handler and have no separate schema.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, ItemEnum, ItemMod, ItemStruct, Meta, Token};

#[test]
fn routes_define_no_wire_types() -> Result<()> {
    let routes = Path::new("../server/src/routes");
    let files = sources(routes)?;
    assert!(
        files.len() > 50,
        "only {} files in {}",
        files.len(),
        routes.display()
    );
    let mut found = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file)?;
        let names = wire_types(&source).with_context(|| format!("cannot parse {}", file.display()))?;
        found.extend(names.iter().map(|name| format!("{name} in {}", file.display())));
    }
    assert!(
        found.is_empty(),
        "wire types belong in `shared`, with their topic:\n{}",
        found.join("\n")
    );
    Ok(())
}

#[test]
fn finds_bodies_but_not_query_parameters() -> Result<()> {
    let source = "
        #[derive(Debug, serde::Serialize)] struct Answer;
        #[derive(Deserialize)] struct Request;
        #[cfg_attr(test, derive(ToSchema))] enum Choice { One }
        fn handler() { #[derive(Serialize, utoipa::IntoParams)] struct Inner; }
        #[derive(Deserialize, utoipa::IntoParams)] struct Params;
        #[derive(QueryableByName)] struct Row;
        #[cfg(test)] mod tests { #[derive(Deserialize)] struct Sample; }
        mod inner { #[derive(Deserialize)] struct Body; }
    ";
    assert_eq!(
        wire_types(source)?,
        ["Answer", "Request", "Choice", "Inner", "Body"]
    );
    Ok(())
}

/// Returns all Rust files below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the names of the wire types defined in a source file, in order.
fn wire_types(source: &str) -> syn::Result<Vec<String>> {
    let mut found = WireTypes::default();
    found.visit_file(&syn::parse_file(source)?);
    Ok(found.0)
}

#[derive(Default)]
struct WireTypes(Vec<String>);

impl WireTypes {
    fn check(&mut self, name: &Ident, attributes: &[Attribute]) {
        let mut derives = Vec::new();
        for attribute in attributes {
            collect_derives(&attribute.meta, &mut derives);
        }
        let has = |name: &str| derives.iter().any(|derive| derive == name);
        if has("Serialize") || has("ToSchema") || (has("Deserialize") && !has("IntoParams")) {
            self.0.push(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for WireTypes {
    /// Skips test modules, because no route sends or receives their types.
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let is_for_tests = |attr: &Attribute| {
            attr.path().is_ident("cfg")
                && attr
                    .parse_args::<Ident>()
                    .is_ok_and(|condition| condition == "test")
        };
        if !item.attrs.iter().any(is_for_tests) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.check(&item.ident, &item.attrs);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.check(&item.ident, &item.attrs);
        visit::visit_item_enum(self, item);
    }
}

/// Adds the last path segments of `derive(…)`, also within `cfg_attr(…, derive(…))`.
fn collect_derives(meta: &Meta, derives: &mut Vec<String>) {
    let Meta::List(list) = meta else { return };
    let is_derive = list.path.is_ident("derive");
    if !is_derive && !list.path.is_ident("cfg_attr") {
        return;
    }
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    for part in parts.into_iter().flatten() {
        if is_derive {
            let last = part.path().segments.last();
            derives.extend(last.map(|segment| segment.ident.to_string()));
        } else {
            collect_derives(&part, derives);
        }
    }
}
