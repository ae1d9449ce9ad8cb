use super::sheet::{sheets, tree};
use crate::config::Config;
use crate::desk::Notice;
use crate::desk::notice::{Form, Print, Printable};
use crate::html;
use crate::render::draft::{Draft, FileForm};
use crate::render::{Bracket, Paper, RenderError, Sheet};
use crate::telegram::html::Html;
use crate::telegram::message::File;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

/// Telegram documentation, sendMediaGroup: 2-10 items.
const ALBUM: usize = 10;

pub fn messages(notice: &Print, config: &Config) -> Vec<Message> {
    match notice {
        Print::Tables {
            form: Form::Picture,
            tables,
            ..
        } => tables
            .iter()
            .flat_map(|table| {
                let competition = competition(table, config);
                if let Some(tree) = tree(table, config) {
                    return vec![picture(tree, &competition)];
                }
                let sheets = sheets(table, config).into_iter();
                let pictures = sheets.flat_map(|sheet| pictures(sheet, &competition));
                pictures.collect()
            })
            .collect(),
        Print::Tables {
            form, tables, at, ..
        } => {
            let form = match form {
                Form::Pdf => FileForm::Pdf,
                Form::Json => FileForm::Json,
                Form::Xlsx | Form::Picture => FileForm::Xlsx,
            };
            let sheets: Vec<Sheet> = tables
                .iter()
                .flat_map(|table| sheets(table, config))
                .collect();
            let title = match sheets.as_slice() {
                [only] => format!("{}-{}", only.title, only.subtitle),
                _ => is_book(tables).to_owned(),
            };
            let day = at.with_timezone(&config.event.zone).format("%m%d-%H%M");
            let name = format!("{}-{title}-{day}", config.event.short_name);
            let mut message = Message::text(caption(&sheets, is_book(tables), form));
            message.file = Some(File::Draft {
                name: format!("{}.{}", fit_for_a_file(&name), form.ending()),
                draft: Box::new(Draft::File { form, sheets }),
            });
            vec![message]
        }
        Print::NoFont => vec![Message::text(html!(
            "这台机器上没有中文字体，所以群里不发图片，也不能出 PDF；文字和 Excel 照常。请技术人员安装字体（Debian、Ubuntu：<code>apt install fonts-noto-cjk</code>），或在 bot.toml 的 [render] 里写 font = \"字体文件\"，再重新启动。"
        ))],
    }
}

/// Buttons for the picture and the files of a table.
pub fn buttons(what: Printable) -> Vec<Button> {
    let button = |label: &str, form| Button::tap(label, Tap::Print { what, form });
    vec![
        button("图片", Form::Picture),
        button("Excel", Form::Xlsx),
        button("PDF", Form::Pdf),
    ]
}

/// Buttons for the book of results.
pub fn book() -> Vec<Button> {
    let what = Printable::Book;
    let button = |label: &str, form| Button::tap(label, Tap::Print { what, form });
    vec![
        button("成绩册 Excel", Form::Xlsx),
        button("PDF", Form::Pdf),
        button("JSON", Form::Json),
    ]
}

/// To whoever waits for something that cannot be drawn.
pub fn not_made(error: &RenderError) -> Message {
    Message::text(match error {
        RenderError::NoFont => html!(
            "这台机器上没有中文字体，画不了图片，也出不了 PDF。文字和 Excel 照常：/standings 表格。"
        ),
        RenderError::Failed(_) => {
            html!("没有做成，文字和 Excel 照常。请再试一次；仍不行，请告诉裁判。")
        }
    })
}

/// The picture of a knockout.
fn picture(tree: Bracket, competition: &Html) -> Message {
    let mut message = Message::text(html!("{}{}", competition, tree.title));
    message.file = Some(File::Draft {
        name: String::new(),
        draft: Box::new(Draft::Tree(tree)),
    });
    message
}

/// A sheet's pictures, in as few messages as hold them.
fn pictures(sheet: Sheet, competition: &Html) -> Vec<Message> {
    let pages = Paper::Phone.pages(&sheet);
    let count = pages.len();
    let title = html!("{}{}　{}", competition, sheet.title, sheet.subtitle);
    let albums = pages.chunks(ALBUM).enumerate();
    albums
        .map(|(index, pages)| {
            let mut message = Message::text(title.clone());
            message.file = Some(File::Draft {
                name: String::new(),
                draft: Box::new(Draft::Pictures {
                    sheet: sheet.clone(),
                    number: (index * ALBUM + 1, count),
                    pages: pages.to_vec(),
                }),
            });
            message
        })
        .collect()
}

/// The competition a table is of, in a heading's brackets.
fn competition(table: &Notice, config: &Config) -> Html {
    let Notice::Of { competition, .. } = table else {
        return Html::default();
    };
    let mut all = config.event.competitions.iter();
    match all.find(|one| one.key == *competition) {
        Some(one) => html!("【{}】", one.name),
        None => Html::default(),
    }
}

fn caption(sheets: &[Sheet], what: &str, form: FileForm) -> Html {
    let what = match sheets {
        [only] => html!("{}　{}", only.title, only.subtitle),
        many => html!("{}，{} 张表", what, many.len()),
    };
    match form {
        FileForm::Xlsx => html!("{}，可用 Excel 或 WPS 打开。", what),
        FileForm::Pdf => html!("{}，A4 纸打印。", what),
        FileForm::Json => html!("{}，给其他程序用。", what),
    }
}

/// What several tables are together.
fn is_book(tables: &[Notice]) -> &'static str {
    let mut all = tables.iter().map(Notice::bare);
    if all.any(|table| matches!(table, Notice::Round(_) | Notice::Roster(_))) {
        "成绩册"
    } else if tables
        .iter()
        .any(|table| matches!(table.bare(), Notice::Prize(_)))
    {
        "获奖名单"
    } else if tables
        .iter()
        .any(|table| matches!(table.bare(), Notice::Knockout(_)))
    {
        "淘汰赛"
    } else {
        "名次表"
    }
}

/// Without what a file's name may not hold on some machines.
fn fit_for_a_file(name: &str) -> String {
    let keeps = |letter: char| {
        if letter.is_control() || "/\\:*?\"<>|".contains(letter) {
            '_'
        } else if letter == ' ' || letter == '　' {
            '-'
        } else {
            letter
        }
    };
    name.chars().map(keeps).take(80).collect()
}
