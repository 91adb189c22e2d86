//! The rules as pages for people: the Markdown of `docs/rules`, shown as HTML.
//!
//! The pages are ours and are made into HTML once; nothing of a request gets into them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

use crate::rules::Variant;

/// A page of the rules.
pub struct Page {
    pub title: String,
    pub html: String,
}

static PAGES: LazyLock<BTreeMap<&str, Page>> = LazyLock::new(|| {
    let games = Variant::ALL.into_iter().map(|variant| (variant.word(), variant.page()));
    let shared = [
        ("index", include_str!("../../docs/rules/index.md")),
        ("common", include_str!("../../docs/rules/common.md")),
    ];
    games.chain(shared).map(|(name, markdown)| (name, Page::of(markdown))).collect()
});

/// The page of this name: `index`, `common` or the word for a game.
pub fn page(name: &str) -> Option<&'static Page> {
    PAGES.get(name)
}

/// Where the page of a game explains a parameter of it, from the root of the service.
pub fn link(variant: Variant, key: &str) -> String {
    format!("{}#{key}", address(variant.word()))
}

/// The address of a page.
pub fn address(name: &str) -> String {
    if name == "index" { "/rules".to_owned() } else { format!("/rules/{name}") }
}

impl Page {
    fn of(markdown: &str) -> Page {
        let mut title = String::new();
        let mut shown = Vec::new();
        let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
        while let Some(event) = events.next() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let inside: Vec<_> = events
                        .by_ref()
                        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
                        .collect();
                    let text = plain(&inside);
                    if level == HeadingLevel::H1 {
                        title = text;
                        continue;
                    }
                    let id = Some(CowStr::from(anchor(&text)));
                    let (classes, attrs) = (Vec::new(), Vec::new());
                    shown.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
                    shown.extend(inside);
                    shown.push(Event::End(TagEnd::Heading(level)));
                }
                Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id }) => {
                    let (link_type, dest_url) = (LinkType::Inline, served(&dest_url).into());
                    shown.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                // Notes to whoever edits the file.
                Event::Html(_) | Event::InlineHtml(_) => {}
                other @ (Event::Start(_)
                | Event::End(_)
                | Event::Text(_)
                | Event::Code(_)
                | Event::InlineMath(_)
                | Event::DisplayMath(_)
                | Event::FootnoteReference(_)
                | Event::SoftBreak
                | Event::HardBreak
                | Event::Rule
                | Event::TaskListMarker(_)) => shown.push(other),
            }
        }
        let mut body = String::new();
        html::push_html(&mut body, shown.into_iter());
        Page { title, html: body }
    }
}

fn plain(events: &[Event<'_>]) -> String {
    let text = |event: &Event<'_>| {
        if let Event::Text(text) | Event::Code(text) = event { Some(text.to_string()) } else { None }
    };
    events.iter().filter_map(text).collect()
}

/// The anchor of a heading: an option by its key, anything else in small letters with hyphens.
fn anchor(heading: &str) -> String {
    heading.to_lowercase().replace(' ', "-")
}

/// A link between the files as a link between the pages.
fn served(target: &str) -> String {
    let (file, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
    match file.strip_suffix(".md") {
        Some(name) => format!("{}{anchor}", address(name)),
        None => target.to_owned(),
    }
}
