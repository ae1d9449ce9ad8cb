//! Telegram's HTML parse mode, as strict as the real one: what is not one of
//! its tags, closed in order, is refused with its messages.

use super::world::Entity;

/// A text with its mark-up parsed away.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parsed {
    pub(crate) text: String,
    pub(crate) entities: Vec<Entity>,
}

/// Parses `html`; the error is Telegram's text after "can't parse entities: ".
pub(crate) fn parse(html: &str) -> Result<Parsed, String> {
    let mut parser = Parser {
        source: html.as_bytes(),
        html,
        at: 0,
        text: String::with_capacity(html.len()),
        units: 0,
        open: Vec::new(),
        entities: Vec::new(),
    };
    parser.run()?;
    let mut entities = parser.entities;
    // Outer before inner: earlier first, then the longer one.
    entities.sort_by_key(|entity| (entity.offset, std::cmp::Reverse(entity.length)));
    Ok(Parsed {
        text: parser.text,
        entities,
    })
}

struct Parser<'a> {
    source: &'a [u8],
    html: &'a str,
    at: usize,
    text: String,
    units: usize,
    open: Vec<Open>,
    entities: Vec<Entity>,
}

/// A tag that waits for its end tag.
struct Open {
    tag: String,
    argument: Argument,
    offset: usize,
}

/// What the attributes of a tag said.
#[derive(Default)]
struct Argument {
    value: String,
    /// `blockquote expandable`.
    expandable: bool,
}

const TAGS: [&str; 16] = [
    "a",
    "b",
    "strong",
    "i",
    "em",
    "s",
    "strike",
    "del",
    "u",
    "ins",
    "tg-spoiler",
    "tg-emoji",
    "span",
    "pre",
    "code",
    "blockquote",
];

impl Parser<'_> {
    fn run(&mut self) -> Result<(), String> {
        while let Some(byte) = self.peek() {
            match byte {
                b'&' => {
                    let c = match self.entity() {
                        Some(c) => c,
                        None => {
                            self.at += 1;
                            '&'
                        }
                    };
                    self.put(c);
                }
                b'<' if self.source.get(self.at + 1) == Some(&b'/') => self.end_tag()?,
                b'<' => self.start_tag()?,
                _ => {
                    let Some(c) = self
                        .html
                        .get(self.at..)
                        .and_then(|rest| rest.chars().next())
                    else {
                        break;
                    };
                    self.at += c.len_utf8();
                    self.put(c);
                }
            }
        }
        match self.open.last() {
            Some(open) => Err(format!(
                "Can't find end tag corresponding to start tag \"{}\"",
                open.tag
            )),
            None => Ok(()),
        }
    }

    fn start_tag(&mut self) -> Result<(), String> {
        let begin = self.at;
        self.at += 1;
        let name = self.take_while(|byte| !byte.is_ascii_whitespace() && byte != b'>');
        if self.peek().is_none() {
            return Err(format!("Unclosed start tag at byte offset {begin}"));
        }
        let tag = name.to_ascii_lowercase();
        if !TAGS.contains(&tag.as_str()) {
            return Err(format!(
                "Unsupported start tag \"{tag}\" at byte offset {begin}"
            ));
        }
        let argument = self.attributes(&tag, begin)?;
        if tag == "span" && argument.value != "tg-spoiler" {
            return Err(format!(
                "Tag \"span\" must have class \"tg-spoiler\" at byte offset {begin}"
            ));
        }
        self.open.push(Open {
            tag,
            argument,
            offset: self.units,
        });
        Ok(())
    }

    fn attributes(&mut self, tag: &str, begin: usize) -> Result<Argument, String> {
        let unclosed = || format!("Unclosed start tag \"{tag}\" at byte offset {begin}");
        let mut argument = Argument::default();
        loop {
            self.skip_space();
            match self.peek() {
                None => return Err(unclosed()),
                Some(b'>') => break,
                Some(_) => {}
            }
            let name = self
                .take_while(|byte| !byte.is_ascii_whitespace() && !b"=>/\"'".contains(&byte))
                .to_ascii_lowercase();
            if name.is_empty() {
                return Err(format!(
                    "Empty attribute name in the tag \"{tag}\" at byte offset {begin}"
                ));
            }
            self.skip_space();
            if self.peek() != Some(b'=') {
                if self.peek().is_none() {
                    return Err(unclosed());
                }
                if tag == "blockquote" && name == "expandable" {
                    argument.expandable = true;
                    continue;
                }
                return Err(format!(
                    "Expected equal sign in declaration of an attribute of the tag \"{tag}\" at byte offset {begin}"
                ));
            }
            self.at += 1;
            self.skip_space();
            let value = match self.peek() {
                None => return Err(unclosed()),
                Some(quote @ (b'"' | b'\'')) => {
                    self.at += 1;
                    self.quoted(quote)
                }
                Some(_) => {
                    let token = self.at;
                    let value = self
                        .take_while(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
                    if !matches!(self.peek(), Some(byte) if byte.is_ascii_whitespace() || byte == b'>')
                    {
                        return Err(format!(
                            "Unexpected end of name token at byte offset {token}"
                        ));
                    }
                    value.to_ascii_lowercase()
                }
            };
            if self.peek().is_none() {
                return Err(unclosed());
            }
            match (tag, name.as_str()) {
                ("a", "href") | ("span", "class") | ("tg-emoji", "emoji-id") => {
                    argument.value = value;
                }
                ("code", "class") => {
                    if let Some(language) = value.strip_prefix("language-") {
                        argument.value = language.to_owned();
                    }
                }
                ("blockquote", "expandable") => argument.expandable = true,
                _ => {}
            }
        }
        self.at += 1;
        Ok(argument)
    }

    fn quoted(&mut self, quote: u8) -> String {
        let mut value = String::new();
        while let Some(byte) = self.peek() {
            if byte == quote {
                self.at += 1;
                break;
            }
            let entity = if byte == b'&' { self.entity() } else { None };
            if let Some(c) = entity {
                value.push(c);
                continue;
            }
            let Some(c) = self
                .html
                .get(self.at..)
                .and_then(|rest| rest.chars().next())
            else {
                break;
            };
            self.at += c.len_utf8();
            value.push(c);
        }
        value
    }

    fn end_tag(&mut self) -> Result<(), String> {
        let begin = self.at;
        let Some(open) = self.open.pop() else {
            return Err(format!("Unexpected end tag at byte offset {begin}"));
        };
        self.at += 2;
        let name = self
            .take_while(|byte| !byte.is_ascii_whitespace() && byte != b'>')
            .to_ascii_lowercase();
        self.skip_space();
        if self.peek() != Some(b'>') {
            return Err(format!("Unclosed end tag at byte offset {begin}"));
        }
        if !name.is_empty() && name != open.tag {
            return Err(format!(
                "Unmatched end tag at byte offset {begin}, expected \"</{}>\", found \"</{name}>\"",
                open.tag
            ));
        }
        self.at += 1;
        self.close(open);
        Ok(())
    }

    fn close(&mut self, open: Open) {
        let length = self.units - open.offset;
        if length == 0 {
            return;
        }
        let mut entity = Entity {
            kind: String::new(),
            offset: open.offset,
            length,
            url: None,
            language: None,
            custom_emoji_id: None,
        };
        let kind = match open.tag.as_str() {
            "b" | "strong" => "bold",
            "i" | "em" => "italic",
            "s" | "strike" | "del" => "strikethrough",
            "u" | "ins" => "underline",
            "tg-spoiler" | "span" => "spoiler",
            "blockquote" if open.argument.expandable => "expandable_blockquote",
            "blockquote" => "blockquote",
            "tg-emoji" => {
                entity.custom_emoji_id = Some(open.argument.value);
                "custom_emoji"
            }
            "a" => {
                let mut url = open.argument.value;
                if url.is_empty() {
                    // The text itself is the link.
                    let units: Vec<u16> = self.text.encode_utf16().skip(open.offset).collect();
                    url = String::from_utf16_lossy(&units);
                }
                // A link that cannot be opened is shown as plain text.
                let Some(url) = super::markup::link(&url) else {
                    return;
                };
                entity.url = Some(url);
                "text_link"
            }
            "pre" => {
                // `<pre><code class="language-x">`: one entity with the language.
                let inner = self.entities.iter().position(|inner| {
                    inner.kind == "code"
                        && inner.offset == open.offset
                        && inner.length == length
                        && inner.language.is_some()
                });
                if let Some(inner) = inner {
                    entity.language = self.entities.remove(inner).language;
                }
                "pre"
            }
            _ => {
                if !open.argument.value.is_empty() {
                    entity.language = Some(open.argument.value);
                }
                "code"
            }
        };
        entity.kind = kind.to_owned();
        // Only `pre` keeps a language; a lone `code` forgets it once it is clear
        // that no `pre` begins where it does.
        let in_pre = self
            .open
            .last()
            .is_some_and(|outer| outer.tag == "pre" && outer.offset == entity.offset);
        if kind == "code" && !in_pre {
            entity.language = None;
        }
        self.entities.push(entity);
    }

    /// Reads `&lt;`, `&#33;`, `&#x21;` …; stays where it is if it is none.
    fn entity(&mut self) -> Option<char> {
        let rest = self.html.get(self.at + 1..)?;
        let (c, length) = if let Some(number) = rest.strip_prefix('#') {
            let (digits, radix, prefix) = match number.strip_prefix(['x', 'X']) {
                Some(hex) => (hex, 16, 2),
                None => (number, 10, 1),
            };
            let end = digits
                .find(|c: char| !c.is_digit(radix))
                .unwrap_or(digits.len());
            let code = u32::from_str_radix(digits.get(..end)?, radix).ok()?;
            let c = char::from_u32(code).filter(|c| *c != '\0')?;
            (c, prefix + end)
        } else {
            let end = rest
                .find(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or(rest.len());
            let c = match rest.get(..end)? {
                "lt" => '<',
                "gt" => '>',
                "amp" => '&',
                "quot" => '"',
                _ => return None,
            };
            (c, end)
        };
        self.at += 1 + length;
        if self.peek() == Some(b';') {
            self.at += 1;
        }
        Some(c)
    }

    fn put(&mut self, c: char) {
        self.text.push(c);
        self.units += c.len_utf16();
    }

    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Takes bytes while `wanted`; the ends of what it takes are always ASCII.
    fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> String {
        let begin = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        self.html.get(begin..self.at).unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(html: &str) -> (String, Vec<(String, usize, usize)>) {
        let parsed = parse(html).unwrap();
        let entities = parsed.entities.into_iter();
        (
            parsed.text,
            entities
                .map(|entity| (entity.kind, entity.offset, entity.length))
                .collect(),
        )
    }

    #[test]
    fn every_tag_becomes_its_entity() {
        for (html, kind) in [
            ("<b>x</b>", "bold"),
            ("<STRONG>x</strong>", "bold"),
            ("<i>x</i>", "italic"),
            ("<em>x</em>", "italic"),
            ("<u>x</u>", "underline"),
            ("<ins>x</ins>", "underline"),
            ("<s>x</s>", "strikethrough"),
            ("<strike>x</strike>", "strikethrough"),
            ("<del>x</del>", "strikethrough"),
            ("<code>x</code>", "code"),
            ("<pre>x</pre>", "pre"),
            ("<tg-spoiler>x</tg-spoiler>", "spoiler"),
            ("<span class=\"tg-spoiler\">x</span>", "spoiler"),
            ("<blockquote>x</blockquote>", "blockquote"),
            (
                "<blockquote expandable>x</blockquote>",
                "expandable_blockquote",
            ),
            (
                "<a href='https://example.org/?a=1&amp;b=2'>x</a>",
                "text_link",
            ),
            ("<tg-emoji emoji-id=\"5\">x</tg-emoji>", "custom_emoji"),
            ("<b>x</>", "bold"),
        ] {
            assert_eq!(
                marked(html),
                ("x".into(), vec![(kind.into(), 0, 1)]),
                "{html}"
            );
        }
    }

    #[test]
    fn offsets_count_utf16_units_and_outer_comes_before_inner() {
        assert_eq!(
            marked("😀<b>张<i>三</i></b>"),
            (
                "😀张三".into(),
                vec![("bold".into(), 2, 2), ("italic".into(), 3, 1)]
            )
        );
    }

    #[test]
    fn character_references_are_read_and_others_left() {
        assert_eq!(
            marked("&lt;&gt;&amp;&quot;&#33;&#x4e2d;&nbsp;&&#x110000; 1&2").0,
            "<>&\"!中&nbsp;&&#x110000; 1&2"
        );
    }

    #[test]
    fn code_in_pre_gives_it_a_language() {
        let parsed = parse("<pre><code class=\"language-rust\">x</code></pre>").unwrap();
        assert_eq!(parsed.entities.len(), 1);
        assert_eq!(parsed.entities[0].kind, "pre");
        assert_eq!(parsed.entities[0].language.as_deref(), Some("rust"));
        let parsed = parse("<code class=\"language-rust\">x</code>").unwrap();
        assert_eq!(parsed.entities[0].language, None);
    }

    #[test]
    fn links_that_cannot_be_opened_and_empty_tags_mark_nothing() {
        assert_eq!(marked("<a href='x y'>x</a><b></b>").1, []);
        let parsed = parse("<a>example.org</a>").unwrap();
        assert_eq!(
            parsed.entities[0].url.as_deref(),
            Some("http://example.org")
        );
    }

    #[test]
    fn whatever_is_not_well_formed_is_refused_in_telegrams_words() {
        for (html, why) in [
            ("<x>", "Unsupported start tag \"x\" at byte offset 0"),
            (
                "中<H1>a</H1>",
                "Unsupported start tag \"h1\" at byte offset 3",
            ),
            ("a<br/>", "Unsupported start tag \"br/\" at byte offset 1"),
            ("<", "Unclosed start tag at byte offset 0"),
            ("a < b", "Unsupported start tag \"\" at byte offset 2"),
            ("<b", "Unclosed start tag at byte offset 0"),
            ("<a ", "Unclosed start tag \"a\" at byte offset 0"),
            ("<a href=\"x", "Unclosed start tag \"a\" at byte offset 0"),
            (
                "<a href>x</a>",
                "Expected equal sign in declaration of an attribute of the tag \"a\" at byte offset 0",
            ),
            (
                "<a =x>x</a>",
                "Empty attribute name in the tag \"a\" at byte offset 0",
            ),
            (
                "<a href=x:y>x</a>",
                "Unexpected end of name token at byte offset 8",
            ),
            (
                "<span>x</span>",
                "Tag \"span\" must have class \"tg-spoiler\" at byte offset 0",
            ),
            ("x</b>", "Unexpected end tag at byte offset 1"),
            ("<b>x</b", "Unclosed end tag at byte offset 4"),
            (
                "<b><i>x",
                "Can't find end tag corresponding to start tag \"i\"",
            ),
            (
                "<b><i>x</b>",
                "Unmatched end tag at byte offset 7, expected \"</i>\", found \"</b>\"",
            ),
        ] {
            assert_eq!(parse(html).unwrap_err(), why, "{html}");
        }
    }
}
