//! CSV in any encoding that [`decode`] knows, separated by commas, semicolons or tabs.

use super::{MOST_COLUMNS, MOST_LINES, SheetFault, decode};
use crate::tournament::roster_file::{Cell, Line};

pub fn read(bytes: &[u8]) -> Result<Vec<Line>, SheetFault> {
    let text = decode(bytes)?.replace("\r\n", "\n");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes());
    let mut lines = Vec::new();
    // Line breaks inside cells, which make no row.
    let mut inside = 0;
    for record in reader.records() {
        let record = record.map_err(|_| SheetFault::Unreadable)?;
        let row = row(&text, &record).saturating_sub(inside);
        let breaks: usize = record.iter().map(|cell| cell.matches('\n').count()).sum();
        inside = inside.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
        let cells = (0..)
            .zip(record.iter().take(MOST_COLUMNS))
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(column, text)| (column, Cell::Text(text.to_owned())))
            .collect();
        let line = Line { row, cells };
        if line.cells.is_empty() {
            continue;
        }
        if lines.len() >= MOST_LINES {
            return Err(SheetFault::TooLong);
        }
        lines.push(line);
    }
    Ok(lines)
}

/// The line in which the record begins, from 1, behind the blank lines before it.
fn row(text: &str, record: &csv::StringRecord) -> u32 {
    let Some(position) = record.position() else {
        return 0;
    };
    let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = text.get(start..).unwrap_or_default();
    let blank = rest.chars().take_while(|letter| *letter == '\n').count();
    let line = position.line() + u64::try_from(blank).unwrap_or(0);
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// The separator that is most frequent in the first line with any.
fn delimiter(text: &str) -> u8 {
    let count = |line: &str, separator: char| line.matches(separator).count();
    text.lines()
        .take(10)
        .find_map(|line| {
            [(',', b','), ('\t', b'\t'), (';', b';')]
                .into_iter()
                .map(|(separator, byte)| (count(line, separator), byte))
                .filter(|(found, _)| *found > 0)
                .max_by_key(|(found, _)| *found)
                .map(|(_, byte)| byte)
        })
        .unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<Vec<String>> {
        read(bytes)
            .unwrap()
            .into_iter()
            .map(|line| {
                line.cells
                    .into_values()
                    .map(|cell| match cell {
                        Cell::Text(text) => text,
                        other => panic!("{other:?}"),
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn every_encoding_of_the_same_table_is_the_same_table() {
        let text = "姓名,备注\r\n\"张,三\",\"他说\"\"好\"\"\"\r\n𠮷田,\"两\n行\"\r\n";
        let wanted = vec![
            vec!["姓名".to_owned(), "备注".to_owned()],
            vec!["张,三".to_owned(), "他说\"好\"".to_owned()],
            vec!["𠮷田".to_owned(), "两\n行".to_owned()],
        ];
        assert_eq!(texts(text.as_bytes()), wanted);
        assert_eq!(texts(format!("\u{feff}{text}").as_bytes()), wanted);
        assert_eq!(texts(&encoding_rs::GB18030.encode(text).0), wanted);
        let utf16: Vec<u8> = std::iter::once(0xFEFF)
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(texts(&utf16), wanted);
        assert_eq!(
            texts(
                text.replace("\"张,三\"", "张三")
                    .replace(',', "\t")
                    .as_bytes()
            )[1][0],
            "张三"
        );
    }

    #[test]
    fn rows_are_counted_as_the_spreadsheet_counts_them() {
        let text = "姓名,电话\n\n\n,\n张三,1\n\"李\n四\",2\n王五,3\n\n赵六,4";
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let lines = read(text.as_bytes()).unwrap();
            let rows: Vec<u32> = lines.iter().map(|line| line.row).collect();
            assert_eq!(rows, [1, 5, 6, 7, 9], "{text:?}");
        }
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for bytes in [
            b"\x89PNG\r\n\x1a\n\x00\x00".as_slice(),
            b"\xff\xfe\x00\xd8",
            b"%PDF-1.7\n\x00\x81",
        ] {
            assert_eq!(read(bytes), Err(SheetFault::Unreadable));
        }
        assert_eq!(read(b""), Ok(Vec::new()));
        let long = "a,b\n".repeat(MOST_LINES + 1);
        assert_eq!(read(long.as_bytes()), Err(SheetFault::TooLong));
    }
}
