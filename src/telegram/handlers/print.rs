use crate::desk::notice::Form;
use crate::desk::{self, Halt, Turn};
use crate::telegram::normal::normal;

/// What people call the forms.
const FORMS: &[(&str, Form)] = &[
    ("图片", Form::Picture),
    ("图", Form::Picture),
    ("png", Form::Picture),
    ("表格", Form::Xlsx),
    ("excel", Form::Xlsx),
    ("xlsx", Form::Xlsx),
    ("pdf", Form::Pdf),
    ("打印", Form::Pdf),
    ("json", Form::Json),
];

/// The form that the last word asks for, and what stands before it.
pub fn form(rest: &str) -> (Option<Form>, String) {
    let trimmed = rest.trim();
    let start = trimmed
        .rfind(char::is_whitespace)
        .map_or(0, |at| trimmed.len().min(at + 1));
    // A blank may be longer than a byte.
    let start = trimmed.ceil_char_boundary(start);
    let last = normal(&trimmed[start..]).to_lowercase();
    match FORMS.iter().find(|(word, _)| *word == last) {
        Some((_, form)) => (Some(*form), trimmed[..start].trim().to_owned()),
        None => (None, rest.to_owned()),
    }
}

/// /prizes; /prizes 图片; /prizes 体育道德风尚奖 12 gives a prize by choice.
pub fn prizes(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match form(rest) {
        (None, choice) if !choice.trim().is_empty() => {
            desk::special_prize::choose(turn, choice.trim())
        }
        (form, _) => desk::prizes::show(turn, form),
    }
}

/// /export xlsx: the book of results; anything else is [`super::export`]'s.
pub fn export(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match form(rest).0 {
        Some(form) => desk::print::book(turn, form),
        None => super::export::export(turn, rest),
    }
}
