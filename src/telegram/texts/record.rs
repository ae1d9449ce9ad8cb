use super::person;
use super::report::{game_line, place};
use super::words::{outcome, player, round_name, turns};
use crate::config::Config;
use crate::desk::game_record::RecordRefusal;
use crate::desk::notice::{Record, RecordPage, RecordRow};
use crate::html;
use crate::render::csv::csv;
use crate::store::game_record::{Kind, State};
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, File, Message, pages};
use crate::telegram::tap::Tap;

/// Missing records with buttons on one message; the others move up as these are dealt with.
const SHOWN: usize = 20;

pub fn messages(notice: &Record, config: &Config) -> Vec<Message> {
    let message = match notice {
        Record::Asked {
            game,
            player: who,
            again,
        } => {
            let game_id = game.game;
            let again = if *again { "提醒：" } else { "" };
            Message::text(html!(
                "{}{} 请 <b>{}</b> 录谱：把棋谱的照片或文件发到这里，或点下面用文字交。轮次结束时没有交的，可能记犯规一次。",
                again,
                place(game),
                player(who)
            ))
            .row([Button::tap("交棋谱", Tap::GiveRecord { game: game_id })])
        }
        Record::Named { game } => Message::text(html!(
            "{}\n裁判指定本台录谱：赛后由胜方交，和棋由红方交。",
            game_line(game)
        )),
        Record::Send { game } => Message::text(html!(
            "请把 {} 的棋谱发到这里：照片、文件或文字都可以。不交了请发 /cancel。",
            place(game)
        )),
        Record::Which { rows } => {
            let text = html!("是哪一局的棋谱？点了再发一次。");
            rows.iter()
                .take(30)
                .fold(Message::text(text), |message, row| {
                    let game = row.game.game;
                    message.row([Button::tap(short_label(row), Tap::GiveRecord { game })])
                })
        }
        Record::Kept {
            game,
            pages,
            fouled,
        } => {
            let fouled = if *fouled {
                "这一局此前已因未录谱记犯规，是否撤销由裁判决定。"
            } else {
                "还有下一页，直接接着发照片或文件。"
            };
            Message::text(html!(
                "收到 {} 的棋谱（第 {} 份）。{}",
                place(game),
                *pages,
                fouled
            ))
        }
        Record::Waived { game, player: who } => Message::text(html!(
            "裁判通知：{} 免交 {} 的棋谱。",
            player(who),
            place(game)
        )),
        Record::Late { game, player: who } => Message::text(html!(
            "{} 补交了 {} 的棋谱，此前已记犯规。要撤销犯规请发 /foul。",
            player(who),
            place(game)
        )),
        Record::Missing {
            number,
            given,
            rows,
            name,
        } => missing(&round_name(*number, name.as_deref()), *given, rows),
        Record::Card { row } => card(row),
        Record::List {
            tables,
            rows,
            page,
            pages,
        } => return list(*tables, rows, (*page, *pages)),
        Record::View { row, pages } => return view(row, pages),
        Record::File { rows, at } => {
            let day = at.with_timezone(&config.event.zone).format("%m%d-%H%M");
            let mut message = Message::text(html!("棋谱清单，{} 局。", rows.len()));
            message.file = Some(File::Made {
                name: format!("{}-棋谱清单-{day}.csv", config.event.short_name),
                bytes: table(rows),
            });
            message
        }
    };
    vec![message]
}

pub fn refusal(refusal: &RecordRefusal) -> Html {
    match refusal {
        RecordRefusal::NotYours { number, table } => html!(
            "第{}轮第{}台的棋谱由胜方（和棋由红方）交，您不用交。",
            *number,
            *table
        ),
        RecordRefusal::NothingOwed => html!("您现在没有要交的棋谱。"),
        RecordRefusal::NotDue {
            number,
            table,
            state,
        } => {
            let now = state.map_or("不用录谱", self::state);
            html!("第{}轮第{}台：{}，这一步没有做。", *number, *table, now)
        }
        RecordRefusal::NotPlayed { number, table } => html!(
            "第{}轮第{}台没有下（弃权），没有棋谱可录。",
            *number,
            *table
        ),
        RecordRefusal::TooManyPages { most } => {
            html!(
                "这一局的棋谱已有 {} 份，这一份没有保存。需要更换请联系裁判。",
                *most
            )
        }
        RecordRefusal::Unreadable { longest } => html!(
            "棋谱请发照片、文件，或不超过 {} 个字的文字。不交了请发 /cancel。",
            *longest
        ),
    }
}

fn state(state: State) -> &'static str {
    match state {
        State::Named => "待赛后录谱",
        State::Due => "待交",
        State::Given => "已交",
        State::Waived => "免交",
        State::Fouled => "未交，已记犯规",
    }
}

fn short_label(row: &RecordRow) -> String {
    let who = row.player.as_ref().map_or("", |who| who.name.as_str());
    let who = person::short(who, 10);
    let (number, table) = (row.game.number, row.game.table);
    match row.game.part {
        Some(part) => format!("淘汰赛第{number}轮第{table}台第{part}局 {who}"),
        None => format!("第{number}轮第{table}台 {who}"),
    }
}

/// `第3轮 第5台 红 12 张三 — 黑 7 李四 红胜：12 张三 待交`
fn line(row: &RecordRow) -> Html {
    let who = row
        .player
        .as_ref()
        .map_or(Html::default(), |who| html!("{} ", player(who)));
    html!(
        "{} {}：{}{}",
        game_line(&row.game),
        row.outcome.map_or("未定", outcome),
        who,
        state(row.state)
    )
}

fn missing(round: &str, given: usize, rows: &[RecordRow]) -> Message {
    if rows.is_empty() {
        return Message::text(html!(
            "<b>{}录谱</b>　已交 {} 局，没有未处理的了。",
            round,
            given
        ));
    }
    let lines = rows.iter().take(SHOWN).map(|row| {
        let who = row.player.as_ref().map_or(Html::default(), player);
        let game = row
            .game
            .part
            .map_or(Html::default(), |game| html!("第{}局 ", game));
        html!("· 第{}台 {}{}", row.game.table, game, who)
    });
    let more = match rows.len().saturating_sub(SHOWN) {
        0 => Html::default(),
        more => html!("\n另有 {} 局，处理后补上来。", more),
    };
    let text = html!(
        "<b>{}录谱</b>　已交 {} 局，还有 {} 局没有交：\n{}{}",
        round,
        given,
        rows.len(),
        join(lines, "\n"),
        more
    );
    rows.iter()
        .take(SHOWN)
        .fold(Message::text(text), |message, row| {
            let game = row.game.game;
            let name = row.player.as_ref().map_or("", |who| who.name.as_str());
            let name = person::short(name, 8);
            let table = match row.game.part {
                Some(part) => format!("{}-{part}", row.game.table),
                None => row.game.table.to_string(),
            };
            message.row([
                Button::tap(
                    format!("{table} {name} 记犯规一次"),
                    Tap::FoulRecord { game },
                ),
                Button::tap(format!("{table} 免交"), Tap::WaiveRecord { game }),
            ])
        })
}

fn card(row: &RecordRow) -> Message {
    let game = row.game.game;
    let message = Message::text(html!("<b>录谱</b> {}", line(row)));
    let mut buttons = Vec::new();
    if row.pages > 0 {
        buttons.push(Button::tap(
            format!("查看（{} 份）", row.pages),
            Tap::ViewRecord { game },
        ));
    }
    if row.player.is_some() {
        buttons.push(Button::tap("代交", Tap::GiveRecord { game }));
    }
    if row.state == State::Due {
        buttons.push(Button::tap("免交", Tap::WaiveRecord { game }));
        buttons.push(Button::tap("记犯规一次", Tap::FoulRecord { game }));
    }
    message.row(buttons)
}

fn list(tables: u32, rows: &[RecordRow], (page, of): (usize, usize)) -> Vec<Message> {
    let which = match tables {
        0 => html!("只录裁判指定的台次"),
        tables => html!("每轮前 {} 台和裁判指定的台次", tables),
    };
    let head = html!("<b>录谱</b>　{}。指定请发 <code>/record 12</code>。", which);
    let lines = rows.iter().map(|row| html!("· {}", line(row)));
    let mut messages = pages(&head, lines, &Html::default());
    let mut last = messages.pop().unwrap_or_default();
    let given = rows.iter().filter(|row| row.pages > 0);
    let buttons: Vec<Button> = given
        .map(|row| {
            let game = row.game.game;
            Button::tap(
                match row.game.part {
                    Some(part) => {
                        format!("看 淘{}-{}-{part}", row.game.number, row.game.table)
                    }
                    None => format!("看 {}-{}", row.game.number, row.game.table),
                },
                Tap::ViewRecord { game },
            )
        })
        .collect();
    for chunk in buttons.chunks(4) {
        last = last.row(chunk.iter().cloned());
    }
    last = last.row(turns(page, of, |page| Tap::Records { page }));
    messages.push(last.row([Button::tap("导出清单", Tap::ExportRecords {})]));
    messages
}

fn view(row: &RecordRow, content: &[RecordPage]) -> Vec<Message> {
    let mut messages = Vec::new();
    for (no, page) in (1_usize..).zip(content) {
        let caption = html!("{} 棋谱 {}/{}", place(&row.game), no, content.len());
        match page.kind {
            Kind::Text => {
                let lines = page.content.lines().map(|line| html!("{}", line));
                messages.extend(pages(&caption, lines, &Html::default()));
            }
            Kind::Photo | Kind::Document => {
                let mut message = Message::text(caption);
                let file = page.content.clone();
                message.file = Some(match page.kind {
                    Kind::Photo => File::Photo(file),
                    Kind::Document | Kind::Text => File::Document(file),
                });
                messages.push(message);
            }
        }
    }
    messages.push(card(row));
    messages
}

fn table(rows: &[(RecordRow, Vec<RecordPage>)]) -> Vec<u8> {
    let head = [
        "轮",
        "台",
        "红方编号",
        "红方",
        "黑方编号",
        "黑方",
        "结果",
        "录谱人",
        "状态",
        "形式",
        "文件或棋谱",
    ];
    let head = head.map(str::to_owned).to_vec();
    let body = rows.iter().flat_map(|(row, pages)| {
        let game = &row.game;
        let (round, table) = match game.part {
            Some(part) => (
                format!("淘汰赛{}", game.number),
                format!("{}-{part}", game.table),
            ),
            None => (game.number.to_string(), game.table.to_string()),
        };
        let about = vec![
            round,
            table,
            game.red.no.to_string(),
            game.red.name.clone(),
            game.black.no.to_string(),
            game.black.name.clone(),
            row.outcome.map_or("", outcome).to_owned(),
            row.player
                .as_ref()
                .map_or("", |who| who.name.as_str())
                .to_owned(),
            state(row.state).to_owned(),
        ];
        let with = |kind: &str, content: &str| {
            let mut cells = about.clone();
            cells.extend([kind.to_owned(), content.to_owned()]);
            cells
        };
        if pages.is_empty() {
            vec![with("", "")]
        } else {
            pages
                .iter()
                .map(|page| with(kind(page.kind), &page.content))
                .collect()
        }
    });
    csv(std::iter::once(head).chain(body))
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Photo => "照片",
        Kind::Document => "文件",
        Kind::Text => "文字",
    }
}
