//! The compiler's environment, limited to the files and fonts of the document.

use crate::RenderError;
use crate::data::DocumentData;
use crate::fonts::{FONTS, Fonts};
use crate::image::{Images, decode};
use shared::deliverable::layout::Layout;
use std::collections::HashMap;
use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Feature, Features, Library, LibraryExt, World};

/// The first template is the main file.
const TEMPLATES: [(&str, &str); 8] = [
    ("main.typ", include_str!("../templates/main.typ")),
    ("theme.typ", include_str!("../templates/theme.typ")),
    ("page.typ", include_str!("../templates/page.typ")),
    ("cover.typ", include_str!("../templates/cover.typ")),
    ("letter.typ", include_str!("../templates/letter.typ")),
    ("summary.typ", include_str!("../templates/summary.typ")),
    ("contracts.typ", include_str!("../templates/contracts.typ")),
    ("rich-text.typ", include_str!("../templates/rich-text.typ")),
];
const DATA: &str = "data.json";

/// Templates, data and images of one document. Access to any other file, including packages, is denied.
pub struct DocumentWorld {
    library: LazyHash<Library>,
    fonts: &'static Fonts,
    main: FileId,
    sources: HashMap<FileId, Source>,
    files: HashMap<FileId, Bytes>,
}

impl DocumentWorld {
    pub fn new(layout: &Layout) -> Result<Self, RenderError> {
        // Without a logo, the document shows the firm's name.
        let logo = layout.letterhead.logo.as_ref();
        let logo = logo.and_then(|logo| decode(&logo.base64));
        let logo_name = logo.as_ref().map(|logo| format!("logo.{}", logo.extension));
        let images = Images::new(&layout.images);
        let data = DocumentData::new(layout, logo_name.as_deref(), &images);
        let json = serde_json::to_vec(&data).map_err(|error| RenderError::Layout(error.to_string()))?;
        let mut files = HashMap::from([(file_id(DATA)?, Bytes::new(json))]);
        if let (Some(name), Some(logo)) = (&logo_name, logo) {
            files.insert(file_id(name)?, logo.bytes);
        }
        for (name, bytes) in images.into_files() {
            files.insert(file_id(&name)?, bytes);
        }
        let mut sources = HashMap::new();
        for (name, text) in TEMPLATES {
            let id = file_id(name)?;
            sources.insert(id, Source::new(id, text.to_owned()));
        }
        // Lets templates set the scope of header cells.
        let features = Features::from_iter([Feature::A11yExtras]);
        Ok(Self {
            library: LazyHash::new(Library::builder().with_features(features).build()),
            fonts: &FONTS,
            main: file_id(TEMPLATES[0].0)?,
            sources,
            files,
        })
    }
}

fn file_id(name: &str) -> Result<FileId, RenderError> {
    let path =
        VirtualPath::new(name).map_err(|_| RenderError::Layout(format!("invalid file name {name}")))?;
    Ok(FileId::new(RootedPath::new(VirtualRoot::Project, path)))
}

impl World for DocumentWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.fonts.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.sources.get(&id).cloned().ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.files.get(&id).cloned().ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.font(index)
    }

    /// Returns `None`, because templates use the layout's date.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
