//! Input files of a load and their rows, read directly or through a mapping.

use super::mapping::{Mapping, Recipe, Source};
use super::reader::{Found, Reader};
use super::refusal::{Refusal, RowError};
use super::table::Table;
use super::table_row::RowLocation;
use anyhow::{Context, bail, ensure};
use shared::fault::Fault;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file loaded into a table.
pub struct Input {
    pub table: Table,
    path: PathBuf,
    name: Arc<str>,
    source: Option<Source>,
}

/// Finds the input files, in load order. `mapping` is the path of a mapping file.
///
/// # Errors
/// Returns an error if the mapping cannot be read or a file does not exist.
pub fn find_inputs(directory: &Path, mapping: Option<&Path>) -> anyhow::Result<Vec<Input>> {
    find(directory, mapping.map(Mapping::read).transpose()?)
}

/// Without a mapping, the inputs are the files in the directory that are named after a table.
fn find(directory: &Path, mapping: Option<Mapping>) -> anyhow::Result<Vec<Input>> {
    ensure!(directory.is_dir(), "{} is not a directory", directory.display());
    let mut inputs = Vec::new();
    if let Some(mapping) = mapping {
        for source in mapping.sources {
            let path = directory.join(&source.file);
            ensure!(
                path.is_file(),
                "{}, named in the mapping, does not exist",
                path.display()
            );
            let name = source.file.as_str().into();
            inputs.push(Input {
                table: source.table,
                path,
                name,
                source: Some(source),
            });
        }
        ensure!(!inputs.is_empty(), "the mapping has no sources");
    } else {
        for table in Table::ALL {
            let files = ["csv", "xlsx"].map(|ending| format!("{}.{ending}", table.name()));
            let mut there = files.into_iter().filter(|file| directory.join(file).is_file());
            if let Some(file) = there.next() {
                if let Some(other) = there.next() {
                    bail!(
                        "{} contains both {file} and {other}; remove one of them",
                        directory.display()
                    );
                }
                inputs.push(Input {
                    table,
                    path: directory.join(&file),
                    name: file.into(),
                    source: None,
                });
            }
        }
        ensure!(
            !inputs.is_empty(),
            "{} contains no agents.csv, owners.csv or other file named after a table",
            directory.display()
        );
    }
    inputs.sort_by_key(|input| input.table);
    Ok(inputs)
}

/// The rows of an input file.
pub struct Rows {
    pub table: Table,
    pub place: RowLocation,
    /// Values of the current row, in the order of the table's columns.
    pub values: Vec<String>,
    reader: Reader,
    recipes: Vec<Option<Recipe>>,
    width: usize,
}

impl Input {
    /// Opens the file and reads its header. Returns `None` if the header has errors, which are added to
    /// `refusal`.
    pub fn open(&self, refusal: &mut Refusal) -> anyhow::Result<Option<Rows>> {
        let mut reader = Reader::open(&self.path)?;
        let mut place = RowLocation {
            file: self.name.clone(),
            row: 1,
        };
        let header = match reader.next()? {
            Found::Cells(cells) if cells.iter().any(|cell| !cell.trim().is_empty()) => cells,
            Found::NotUtf8 => {
                refusal.add(error(
                    &place,
                    None,
                    "not_utf8",
                    "The text is not UTF-8. Save the file as UTF-8.",
                ));
                return Ok(None);
            }
            _ => {
                refusal.add(error(&place, None, "no_header", "The file has no header row."));
                return Ok(None);
            }
        };
        let recipes = match &self.source {
            Some(source) => mapped(self.table, source, &header)
                .with_context(|| format!("invalid mapping of {}", self.name))?,
            None => match native(self.table, &header, &place, refusal) {
                Some(recipes) => recipes,
                None => return Ok(None),
            },
        };
        place.row = reader.row();
        let width = header.len();
        Ok(Some(Rows {
            table: self.table,
            place,
            values: Vec::new(),
            reader,
            recipes,
            width,
        }))
    }
}

/// Matches a header to the table's columns. Returns `None` if a column is unknown, repeated or missing.
fn native(
    table: Table,
    header: &[String],
    place: &RowLocation,
    refusal: &mut Refusal,
) -> Option<Vec<Option<Recipe>>> {
    let before = refusal.count;
    let mut recipes: Vec<Option<Recipe>> = table.columns().iter().map(|_| None).collect();
    for (i, title) in header.iter().enumerate() {
        let title = title.trim();
        match table.position(title) {
            None => {
                let message = format!("The {} table has no such column.", table.name());
                refusal.add(error(place, Some(title), "unknown_column", &message));
            }
            Some(at) if recipes[at].is_some() => {
                refusal.add(error(
                    place,
                    Some(title),
                    "column_twice",
                    "This column appears twice.",
                ));
            }
            Some(at) => recipes[at] = Some(Recipe::cell(i)),
        }
    }
    for (column, recipe) in table.columns().iter().zip(&recipes) {
        if column.is_required && recipe.is_none() {
            refusal.add(error(
                place,
                Some(column.name),
                "column_missing",
                "This required column is missing.",
            ));
        }
    }
    (refusal.count == before).then_some(recipes)
}

fn mapped(table: Table, source: &Source, header: &[String]) -> anyhow::Result<Vec<Option<Recipe>>> {
    let mut recipes: Vec<Option<Recipe>> = table.columns().iter().map(|_| None).collect();
    for (name, rule) in &source.columns {
        let at = table
            .position(name)
            .with_context(|| format!("the {} table has no column “{name}”", table.name()))?;
        recipes[at] = Some(Recipe::new(rule, header).with_context(|| format!("column “{name}”"))?);
    }
    for (column, recipe) in table.columns().iter().zip(&recipes) {
        ensure!(
            !column.is_required || recipe.is_some(),
            "the {} table requires the column “{}”",
            table.name(),
            column.name
        );
    }
    Ok(recipes)
}

impl Rows {
    /// Reads the next valid row into `values`. Returns `false` at the end of the file.
    pub fn advance(&mut self, refusal: &mut Refusal) -> anyhow::Result<bool> {
        loop {
            let found = self.reader.next()?;
            self.place.row = self.reader.row();
            let cells = match found {
                Found::End => return Ok(false),
                Found::NotUtf8 => {
                    refusal.add(error(
                        &self.place,
                        None,
                        "not_utf8",
                        "The text is not UTF-8. Save the file as UTF-8.",
                    ));
                    continue;
                }
                Found::Cells(cells) => cells,
            };
            if cells.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            if cells.len() != self.width {
                let message = format!(
                    "The row has {} cells but the header has {}.",
                    cells.len(),
                    self.width
                );
                refusal.add(error(&self.place, None, "cell_count", &message));
                continue;
            }
            if self.fill(&cells, refusal) {
                return Ok(true);
            }
        }
    }

    fn fill(&mut self, cells: &[String], refusal: &mut Refusal) -> bool {
        let before = refusal.count;
        self.values.clear();
        for (column, recipe) in self.table.columns().iter().zip(&self.recipes) {
            let value = recipe
                .as_ref()
                .map_or(Ok(String::new()), |recipe| recipe.value(cells));
            self.values.push(value.unwrap_or_else(|Fault { code, message }| {
                refusal.add(error(&self.place, Some(column.name), code, &message));
                String::new()
            }));
        }
        refusal.count == before
    }
}

fn error(place: &RowLocation, column: Option<&str>, code: &str, message: &str) -> RowError {
    RowError {
        file: place.file.clone(),
        row: place.row,
        column: column.map(str::to_owned),
        code: code.to_owned(),
        message: message.to_owned(),
    }
}
