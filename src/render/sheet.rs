use super::Bracket;

/// A table as it is shown, printed and handed on: the same for every renderer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// The event, and the competition where it has several.
    pub event: String,
    /// What the table is: 积分榜.
    pub title: String,
    /// As of when: 第3轮后（共9轮）.
    pub subtitle: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// What has to be known to read it, a line each.
    pub notes: Vec<String>,
    /// The tree that is printed in the place of the table.
    pub tree: Option<Box<Bracket>>,
}

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub title: String,
    pub kind: Kind,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A figure, in the middle.
    Figure,
    /// The figure that matters most.
    Main,
    /// Words, from the left.
    Text,
    /// The red side's name.
    Red,
    /// Words that stand small behind those of the column before.
    Aside,
    /// A word in the middle; left out of a picture while it is blank in every row.
    Result,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// One for each column; those missing at the end are blank.
    pub cells: Vec<Cell>,
    pub look: Look,
}

/// What sets a row off from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    #[default]
    Plain,
    /// Tinted: goes on to the next stage, or wins a prize.
    Chosen,
    /// A heading over the rows below: only its first cell is shown, over the whole width.
    Heading,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Cell {
    #[default]
    Blank,
    Text(String),
    Number(i64),
    /// A number with a word before it: `并列 3`.
    Marked {
        word: &'static str,
        number: i64,
    },
    /// An amount in fen, shown in yuan.
    Fen(u64),
}

impl Cell {
    /// A text that may be missing.
    pub fn text(text: Option<&str>) -> Cell {
        match text {
            None | Some("") => Cell::Blank,
            Some(text) => Cell::Text(text.to_owned()),
        }
    }

    /// A figure that someone wrote down: a number where it is one.
    pub fn figure(figure: &str) -> Cell {
        match figure.parse() {
            Ok(number) => Cell::Number(number),
            Err(_) => Cell::text(Some(figure)),
        }
    }

    /// As people read it.
    pub fn shown(&self) -> String {
        match self {
            Cell::Blank => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
            Cell::Marked { word, number } => format!("{word}{number}"),
            Cell::Fen(fen) if fen % 100 == 0 => format!("{}", fen / 100),
            Cell::Fen(fen) => format!("{}.{:02}", fen / 100, fen % 100),
        }
    }

    /// Whether nothing is to be read.
    pub fn is_blank(&self) -> bool {
        matches!(self, Cell::Blank)
    }
}

impl Row {
    /// A row like the others.
    pub fn plain(cells: Vec<Cell>) -> Row {
        Row {
            cells,
            look: Look::Plain,
        }
    }

    /// A heading over the rows below.
    pub fn heading(text: impl Into<String>) -> Row {
        Row {
            cells: vec![Cell::Text(text.into())],
            look: Look::Heading,
        }
    }

    /// The cell of this column.
    pub fn cell(&self, column: usize) -> &Cell {
        self.cells.get(column).unwrap_or(&Cell::Blank)
    }
}

impl Column {
    /// A column of this title.
    pub fn new(title: impl Into<String>, kind: Kind) -> Column {
        Column {
            title: title.into(),
            kind,
        }
    }
}

impl Sheet {
    /// Whether a column has nothing to read in any row.
    pub fn is_blank(&self, column: usize) -> bool {
        let mut rows = self.rows.iter().filter(|row| row.look != Look::Heading);
        rows.all(|row| row.cell(column).is_blank())
    }
}
