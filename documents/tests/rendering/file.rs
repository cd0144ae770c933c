//! Reads rendered PDF files.

use lopdf::{Dictionary, Document, Object};

pub struct PdfFile(pub Document);

impl PdfFile {
    pub fn parse(bytes: &[u8]) -> Self {
        Self(Document::load_mem(bytes).unwrap())
    }

    pub fn pages(&self) -> usize {
        self.0.get_pages().len()
    }

    /// Returns the text without white space and break opportunities.
    pub fn text(&self) -> String {
        let pages: Vec<u32> = self.0.get_pages().into_keys().collect();
        squeeze(&self.0.extract_text(&pages).unwrap())
    }

    /// Returns the number of the first page with the text.
    pub fn page_of(&self, text: &str) -> Option<u32> {
        let pages = self.0.get_pages().into_keys();
        pages
            .into_iter()
            .find(|page| squeeze(&self.0.extract_text(&[*page]).unwrap()).contains(&squeeze(text)))
    }

    pub fn contains(&self, text: &str) -> bool {
        self.text().contains(&squeeze(text))
    }

    pub fn catalog(&self) -> &Dictionary {
        self.0.catalog().unwrap()
    }

    pub fn info(&self, key: &str) -> String {
        let info = self.0.trailer.get(b"Info").unwrap().as_reference().unwrap();
        let value = self.0.get_dictionary(info).unwrap().get(key.as_bytes()).unwrap();
        lopdf::decode_text_string(value).unwrap()
    }

    /// Returns the number of structure elements with the tag.
    pub fn tags(&self, tag: &str) -> usize {
        let has_tag = |object: &&Object| {
            let tag_of = object
                .as_dict()
                .and_then(|element| element.get(b"S"))
                .and_then(Object::as_name);
            tag_of.is_ok_and(|name| name == tag.as_bytes())
        };
        self.0.objects.values().filter(has_tag).count()
    }

    /// Returns the number of table cells whose only header has the given identifier.
    pub fn cells_with_header(&self, id: &str) -> usize {
        let refers = |object: &&Object| {
            let attributes = object
                .as_dict()
                .and_then(|element| element.get(b"A"))
                .and_then(Object::as_array);
            let headers = attributes
                .and_then(|attributes| attributes.first().ok_or(lopdf::Error::DictKey("A".to_owned())))
                .and_then(|table| table.as_dict()?.get(b"Headers")?.as_array());
            headers.is_ok_and(|headers| {
                matches!(&headers[..], [header] if header.as_str().is_ok_and(|name| name == id.as_bytes()))
            })
        };
        self.0.objects.values().filter(refers).count()
    }

    /// Returns the URLs of the links.
    pub fn links(&self) -> Vec<String> {
        let addresses = self.0.objects.values().filter_map(|object| {
            let action = object.as_dict().ok()?.get(b"A").ok()?.as_dict().ok()?;
            lopdf::decode_text_string(action.get(b"URI").ok()?).ok()
        });
        addresses.collect()
    }

    /// Returns the titles of the bookmarks.
    pub fn bookmarks(&self) -> Vec<String> {
        let titles = self.0.objects.values().filter_map(|object| {
            let item = object.as_dict().ok()?;
            item.get(b"Parent").ok()?;
            lopdf::decode_text_string(item.get(b"Title").ok()?).ok()
        });
        titles.collect()
    }
}

pub fn squeeze(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace() && *character != '\u{200b}')
        .collect()
}
