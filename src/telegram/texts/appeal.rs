use super::penalty::{kind, place};
use super::person;
use super::words::{day_and_hour, player, turns};
use crate::config::Config;
use crate::desk::appeal::AppealRefusal;
use crate::desk::notice::{
    Appeal, AppealAbout, AppealChoice, AppealLine, AppealReader, AppealStep, Remedy,
};
use crate::html;
use crate::store::appeal::Verdict;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message, pages};
use crate::telegram::tap::{AboutCode, Tap};

pub fn messages(notice: &Appeal, config: &Config) -> Vec<Message> {
    let message = match notice {
        Appeal::Which {
            token,
            choices,
            several,
            deposit,
        } => which(*token, choices, *several, *deposit),
        Appeal::WantText {
            about: what,
            longest,
        } => Message::text(html!(
            "对{}有什么不服，理由和要求是什么？请用文字写在一条消息里，不超过 {} 个字。不申诉了请发 /cancel。",
            about(what),
            *longest
        )),
        Appeal::Confirm {
            token,
            player: who,
            about: what,
            text,
            deposit,
        } => Message::text(html!(
            "请核对：\n<b>{}</b> 对{}申诉：\n{}\n{}",
            player(who),
            about(what),
            text,
            deposit_line(*deposit)
        ))
        .row([Button::tap("提交申诉", Tap::FileAppeal { token: *token })]),
        Appeal::Filed { appeal } => {
            let next = if appeal.deposit > 0 {
                html!(
                    "请到裁判台交押金 <b>{}</b> 元，交了由仲裁委员会裁决。",
                    appeal.deposit
                )
            } else {
                html!("请等仲裁委员会裁决。")
            };
            Message::text(html!(
                "申诉 {} 号已提交。{}每一步都会通知您，进展请发 /appeal。",
                appeal.appeal,
                next
            ))
        }
        Appeal::Mine { appeals } => return mine(appeals, config),
        Appeal::Withdrawn { appeal } => Message::text(html!("申诉 {} 号已撤回。", appeal.appeal)),
        Appeal::Card { appeal, reader } => card(appeal, *reader, config),
        Appeal::VerdictDue { appeal } => {
            Message::text(html!("申诉 {} 号押金已收，请仲裁委员会裁决。", *appeal)).row([
                Button::tap(
                    format!("看申诉 {appeal} 号"),
                    Tap::AppealCard { appeal: *appeal },
                ),
            ])
        }
        Appeal::WantVerdict { appeal, upheld } => Message::text(html!(
            "申诉 {} 号<b>{}</b>。请写裁决的内容和理由，会原样告诉申诉人。不裁决了请发 /cancel。",
            appeal.appeal,
            if *upheld { "成立" } else { "驳回" }
        )),
        Appeal::Done {
            appeal,
            step,
            reader,
        } => {
            let mut text = html!("申诉 {} 号：{}", appeal.appeal, step_text(appeal, *step));
            match appeal.remedy.filter(|_| *step == AppealStep::Decided) {
                Some(_) if matches!(reader, AppealReader::Committee | AppealReader::Party) => {
                    text.push(&html!("\n裁决已通知申诉人和裁判，由裁判组执行。"));
                    Message::text(text)
                }
                Some(remedy) => {
                    text.push(&html!("\n{}", remedy_text(remedy)));
                    Message::text(text).row(remedy_button(remedy))
                }
                None => Message::text(text),
            }
        }
        Appeal::FromCommittee { appeal, step } => from_committee(appeal, *step),
        Appeal::Told { appeal, step } => Message::text(html!(
            "<b>申诉 {} 号</b>（{}）：{}",
            appeal.appeal,
            about(&appeal.about),
            step_text(appeal, *step)
        )),
        Appeal::List {
            received,
            returned,
            to_return,
            kept,
            appeals,
            page,
            pages: of,
        } => {
            let head = html!(
                "<b>申诉</b>　押金已收 {} 元，已退 {} 元，待退 {} 元，不退 {} 元",
                *received,
                *returned,
                *to_return,
                *kept
            );
            let rows = appeals.iter().map(|one| html!("· {}", row(one)));
            let empty = if appeals.is_empty() {
                html!("没有申诉。")
            } else {
                Html::default()
            };
            let mut messages = pages(&head, rows, &empty);
            let mut last = messages.pop().unwrap_or_default();
            for one in appeals {
                let label = format!("{} 号 {}", one.appeal, person::short(&one.player.name, 12));
                last = last.row([Button::tap(label, Tap::AppealCard { appeal: one.appeal })]);
            }
            messages.push(last.row(turns(*page, *of, |page| Tap::Appeals { page })));
            return messages;
        }
    };
    vec![message]
}

pub fn refusal(refusal: &AppealRefusal) -> Html {
    match refusal {
        AppealRefusal::NoPlayer => {
            html!("申诉由参赛选手或其监护人、领队提出，您名下没有已抽签的选手。请联系裁判。")
        }
        AppealRefusal::Already {
            appeal,
            verdict: None,
        } => html!(
            "这件事已在申诉 {} 号里，正在处理，不用再提。进展请发 /appeal。",
            *appeal
        ),
        AppealRefusal::Already {
            appeal,
            verdict: Some(verdict),
        } => html!(
            "这件事已由申诉 {} 号裁决（{}），裁决是最终的，不能再申诉。",
            *appeal,
            verdict_text(*verdict)
        ),
        AppealRefusal::TextWanted { longest } => {
            html!("请用文字写，1 到 {} 个字。不写了请发 /cancel。", *longest)
        }
        AppealRefusal::NotPaid { deposit } => html!(
            "押金 {} 元还没有收到，不能裁决。收到后请先点“已收押金”。",
            *deposit
        ),
        AppealRefusal::Paid => {
            html!("押金已交，不能自行撤回。不申诉了请联系裁判。")
        }
        AppealRefusal::NothingToUndo => html!("这个申诉还没有可以撤销的步骤。"),
        AppealRefusal::Committees { who } => html!(
            "申诉由仲裁委员会裁决，裁判不能代为裁决。请联系仲裁委员{}。",
            some_names(who)
        ),
        AppealRefusal::Own => {
            html!("这是您自己提出的申诉，要回避，请由其他人裁决。")
        }
        AppealRefusal::Party { who } if who.is_empty() => html!(
            "您是这件申诉的当事人（本人或代报名），要回避，也没有别人可以裁决。请裁判长发 <code>/arbiter 仲裁</code> 另请一位仲裁委员。"
        ),
        AppealRefusal::Party { who } => html!(
            "您是这件申诉的当事人（本人或代报名），要回避，请由{}处理。",
            some_names(who)
        ),
        AppealRefusal::Withdrawn { appeal } => {
            html!("申诉 {} 号已由申诉人撤回，不用裁决。", *appeal)
        }
        AppealRefusal::Decided {
            appeal,
            verdict,
            by,
        } => html!(
            "申诉 {} 号已由 {} 裁决：{}。您的裁决没有生效。",
            *appeal,
            person::short(by, 20),
            verdict_text(*verdict)
        ),
    }
}

fn some_names(who: &[String]) -> String {
    let names: Vec<String> = who.iter().map(|name| person::short(name, 20)).collect();
    names.join("、")
}

fn which(token: i64, choices: &[AppealChoice], several: bool, deposit: u32) -> Message {
    let text = html!("对哪一个判罚不服？\n{}", deposit_line(deposit));
    choices
        .iter()
        .take(60)
        .fold(Message::text(text), |message, choice| {
            let name = if several {
                format!("{} ", person::short(&choice.name, 8))
            } else {
                String::new()
            };
            let label = format!("{name}{}", about(&choice.what).plain());
            message.row([Button::tap(
                person::short(&label, 36),
                Tap::AppealAbout {
                    token,
                    registration: choice.registration,
                    about: AboutCode(choice.about),
                },
            )])
        })
}

fn deposit_line(deposit: u32) -> Html {
    if deposit == 0 {
        html!("申诉向仲裁委员会提出，不收押金。")
    } else {
        html!(
            "向仲裁委员会申请仲裁，要交押金 <b>{}</b> 元：胜诉退还，败诉不退。",
            deposit
        )
    }
}

fn about(about: &AppealAbout) -> Html {
    match about {
        AppealAbout::Game { round, table, part } => {
            html!("{}的判罚", place(Some((*round, *table)), *part))
        }
        AppealAbout::Penalty {
            kind: given,
            place: at,
            part,
            reason,
        } => html!(
            "{}{}（{}）",
            place(*at, *part),
            kind(*given),
            person::short(reason, 20)
        ),
        AppealAbout::Other => html!("其他事项"),
    }
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Upheld => "成立",
        Verdict::Rejected => "驳回",
    }
}

/// Where an appeal stands, in a few words.
fn standing(one: &AppealLine) -> Html {
    if one.withdrawn {
        return html!("已撤回");
    }
    let deposit = match (one.deposit, one.paid, &one.verdict, one.returned) {
        (0, ..) => Html::default(),
        (yuan, false, ..) => html!("，押金 {} 元未交", yuan),
        (yuan, true, None, _) => html!("，押金 {} 元已交", yuan),
        (yuan, true, Some((Verdict::Upheld, _)), true) => html!("，押金 {} 元已退", yuan),
        (yuan, true, Some((Verdict::Upheld, _)), false) => html!("，押金 {} 元待退", yuan),
        (yuan, true, Some((Verdict::Rejected, _)), _) => html!("，押金 {} 元不退", yuan),
    };
    let verdict = one
        .verdict
        .as_ref()
        .map_or("待裁决", |(verdict, _)| verdict_text(*verdict));
    html!("<b>{}</b>{}", verdict, deposit)
}

fn row(one: &AppealLine) -> Html {
    html!(
        "{} 号 {} {}：{}",
        one.appeal,
        player(&one.player),
        about(&one.about),
        standing(one)
    )
}

fn body(one: &AppealLine, config: &Config) -> Html {
    let mut lines = vec![
        html!(
            "<b>申诉 {} 号</b>　{}（{}）",
            one.appeal,
            player(&one.player),
            day_and_hour(one.filed_at, config)
        ),
        html!("对{}：", about(&one.about)),
        html!("{}", one.text),
        standing(one),
    ];
    if let Some((_, text)) = &one.verdict {
        let by = one.decided_by.as_deref().unwrap_or_default();
        lines.push(html!("仲裁裁决（{}）：{}", by, text));
    }
    join(lines, "\n")
}

fn card(one: &AppealLine, reader: AppealReader, config: &Config) -> Message {
    let (appeal, version) = (one.appeal, one.version);
    let is_member = matches!(reader, AppealReader::Committee | AppealReader::Party);
    let remedy = one.remedy.filter(|_| !is_member);
    let mut text = body(one, config);
    if let Some(remedy) = remedy {
        text.push(&html!("\n{}", remedy_text(remedy)));
    }
    let is_paid = one.paid || one.deposit == 0;
    if reader == AppealReader::Desk && one.verdict.is_none() && !one.withdrawn && is_paid {
        text.push(&html!("\n由仲裁委员会裁决，已通知仲裁委员。"));
    }
    if reader == AppealReader::Party && one.verdict.is_none() && !one.withdrawn {
        text.push(&html!("\n您是当事人，这件申诉要回避，由其他人裁决。"));
    }
    let message = Message::text(text).row(remedy.and_then(remedy_button));
    if one.withdrawn {
        return message;
    }
    let message = match &one.verdict {
        None if one.deposit > 0 && !one.paid && is_member => message,
        None if one.deposit > 0 && !one.paid => message.row([Button::tap(
            format!("已收押金 {} 元", one.deposit),
            Tap::AppealPaid { appeal, version },
        )]),
        None if matches!(reader, AppealReader::Desk | AppealReader::Party) => message,
        None => message.row([
            Button::tap(
                "成立（胜诉）…",
                Tap::DecideAppeal {
                    appeal,
                    version,
                    upheld: true,
                },
            ),
            Button::tap(
                "驳回（败诉）…",
                Tap::DecideAppeal {
                    appeal,
                    version,
                    upheld: false,
                },
            ),
        ]),
        Some((Verdict::Upheld, _)) if one.paid && !one.returned && !is_member => {
            message.row([Button::tap(
                format!("押金 {} 元已退还", one.deposit),
                Tap::AppealReturned { appeal, version },
            )])
        }
        Some(_) => message,
    };
    // Each takes back their own steps.
    let is_last_verdict = one.verdict.is_some() && !one.returned;
    let is_own_step = match reader {
        AppealReader::Arbiter => true,
        AppealReader::Desk => !is_last_verdict,
        AppealReader::Committee => is_last_verdict,
        AppealReader::Party => false,
    };
    if is_own_step && (one.paid || one.verdict.is_some()) {
        message.row([Button::tap(
            "撤销上一步",
            Tap::UndoAppeal { appeal, version },
        )])
    } else {
        message
    }
}

/// The committee's verdict, or that there is none any more, to those who carry it out.
fn from_committee(one: &AppealLine, step: AppealStep) -> Message {
    let by = person::short(one.decided_by.as_deref().unwrap_or_default(), 20);
    let said = match (&one.verdict, step) {
        (Some((verdict, text)), AppealStep::Decided) => html!(
            "仲裁委员会（{}）裁决：<b>{}</b>。{}\n{}",
            by,
            verdict_text(*verdict),
            text,
            standing(one)
        ),
        _ => html!("仲裁委员会更正，收回裁决，现在是：{}。", standing(one)),
    };
    let mut text = html!(
        "<b>申诉 {} 号</b>　{}（{}）\n{}",
        one.appeal,
        player(&one.player),
        about(&one.about),
        said
    );
    if let Some(remedy) = one.remedy {
        text.push(&html!("\n{}", remedy_text(remedy)));
    }
    Message::text(text).row([Button::tap(
        format!("看申诉 {} 号", one.appeal),
        Tap::AppealCard { appeal: one.appeal },
    )])
}

/// What comes next for the arbiters.
fn remedy_text(remedy: Remedy) -> Html {
    match remedy {
        Remedy::Strike { .. } => html!("下一步：撤销被申诉的处罚，请点下面。"),
        Remedy::Rule {
            round,
            table,
            part: Some(game),
        } => html!(
            "下一步：要改判请发 <code>/result {}-{}-{} 结果</code>，例如 <code>/result {}-{}-{} 和</code>。",
            round,
            table,
            game,
            round,
            table,
            game
        ),
        Remedy::Rule {
            round,
            table,
            part: None,
        } => html!(
            "下一步：要改判请发 <code>/result {} {} 结果</code>，例如 <code>/result {} {} 和</code>。",
            round,
            table,
            round,
            table
        ),
    }
}

fn remedy_button(remedy: Remedy) -> Option<Button> {
    match remedy {
        Remedy::Strike { penalty } => {
            Some(Button::tap("撤销这次处罚…", Tap::AskStrike { penalty }))
        }
        Remedy::Rule { .. } => None,
    }
}

fn mine(appeals: &[AppealLine], config: &Config) -> Vec<Message> {
    let head = html!("<b>您的申诉</b>　另有不服，请发 <code>/appeal 理由</code>。");
    let rows = appeals.iter().map(|one| body(one, config));
    let mut messages = pages(&head, rows, &Html::default());
    let mut last = messages.pop().unwrap_or_default();
    let open = appeals
        .iter()
        .filter(|one| !one.withdrawn && !one.paid && one.verdict.is_none());
    for one in open.take(20) {
        let (appeal, version) = (one.appeal, one.version);
        last = last.row([Button::tap(
            format!("撤回申诉 {appeal} 号"),
            Tap::WithdrawAppeal { appeal, version },
        )]);
    }
    messages.push(last);
    messages
}

fn step_text(one: &AppealLine, step: AppealStep) -> Html {
    match step {
        AppealStep::Paid => html!("押金 {} 元已收到，等待裁决。", one.deposit),
        AppealStep::Decided => {
            let (verdict, text) = match &one.verdict {
                Some((verdict, text)) => (*verdict, text.as_str()),
                None => return html!("待裁决。"),
            };
            let deposit = match (one.deposit, verdict) {
                (0, _) => Html::default(),
                (yuan, Verdict::Upheld) => html!("\n押金 {} 元退还，请到裁判台领取。", yuan),
                (yuan, Verdict::Rejected) => html!("\n押金 {} 元按规定不退。", yuan),
            };
            html!("<b>{}</b>。{}{}", verdict_text(verdict), text, deposit)
        }
        AppealStep::Returned => html!("押金 {} 元已退还。", one.deposit),
        AppealStep::Undone => html!("裁判更正，现在是：{}。", standing(one)),
        AppealStep::VerdictUndone => html!("仲裁委员会更正，现在是：{}。", standing(one)),
    }
}
