/// Excel takes a file that begins so for UTF-8.
const MARK: &str = "\u{feff}";

/// From this many digits on Excel would round a number or show it as a power of ten.
const LONG: usize = 11;

/// A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe,
/// a long number with a tab, so that it stays a text.
pub fn csv<Row, Cell>(rows: impl IntoIterator<Item = Row>) -> Vec<u8>
where
    Row: IntoIterator<Item = Cell>,
    Cell: AsRef<str>,
{
    let mut out = MARK.to_owned();
    for row in rows {
        for (index, cell) in row.into_iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            push(&mut out, cell.as_ref());
        }
        out.push_str("\r\n");
    }
    out.into_bytes()
}

fn push(out: &mut String, cell: &str) {
    let lead = if is_formula(cell) {
        "'"
    } else if is_long_number(cell) {
        "\t"
    } else {
        ""
    };
    let must_quote = !lead.is_empty() || cell.contains([',', '"', '\r', '\n']);
    if must_quote {
        out.push('"');
        out.push_str(lead);
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(cell);
    }
}

/// Spreadsheets read full-width signs and leading blanks as they read plain ones.
fn is_formula(cell: &str) -> bool {
    let begins = cell.trim_start().chars().next();
    cell.starts_with(['\t', '\r', '\n'])
        || matches!(
            begins,
            Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠')
        )
}

fn is_long_number(cell: &str) -> bool {
    let digits = cell.trim_end_matches(['X', 'x']);
    digits.len() >= LONG && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: &[&str]) -> String {
        let bytes = csv([cells]);
        let text = String::from_utf8(bytes).unwrap();
        let text = text.strip_prefix(MARK).unwrap();
        text.strip_suffix("\r\n").unwrap().to_owned()
    }

    #[test]
    fn what_a_person_wrote_never_becomes_a_formula() {
        for name in [
            "=1+1",
            "+1",
            "-1",
            "@A1",
            " =1",
            "\t=1",
            "＝1",
            "\r=1",
            "=HYPERLINK(\"x\")",
        ] {
            let written = line(&[name]);
            assert!(written.starts_with("\"'"), "{name:?}: {written}");
        }
        assert_eq!(line(&["=\"a\""]), "\"'=\"\"a\"\"\"");
    }

    #[test]
    fn cells_are_quoted_where_they_must_be_and_long_numbers_stay_texts() {
        assert_eq!(
            line(&["张三", "a,b", "say \"x\"", "", "12"]),
            "张三,\"a,b\",\"say \"\"x\"\"\",,12"
        );
        assert_eq!(line(&["a\nb"]), "\"a\nb\"");
        assert_eq!(line(&["99999919900504001X"]), "\"\t99999919900504001X\"");
        assert_eq!(line(&["13900000001"]), "\"\t13900000001\"");
        assert_eq!(line(&["1390000"]), "1390000");
    }

    #[test]
    fn the_file_begins_with_the_mark() {
        assert_eq!(&csv([["a"]])[..4], [0xEF, 0xBB, 0xBF, b'a']);
    }
}
