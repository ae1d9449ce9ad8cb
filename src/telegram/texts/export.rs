use super::person;
use crate::config::Config;
use crate::desk::notice::{Applicant, Export, SealedRows};
use crate::html;
use crate::render::csv::csv;
use crate::store::registration::State;
use crate::telegram::html::Html;
use crate::telegram::message::{Button, File, Message};
use crate::telegram::tap::Tap;
use crate::telegram::texts::words::day_and_hour;

pub fn messages(notice: &Export, config: &Config) -> Vec<Message> {
    let message = match notice {
        Export::ReportFile {
            competition,
            rounds,
            inexact,
            trf,
            section,
        } => return report_file(competition, *rounds, *inexact, [trf, section]),
        Export::Formats { typed } => Message::text(html!(
            "没有“{}”这种导出。可以：\n<code>/export</code> 报名表\n<code>/export trf</code> 积分赛的 TRF 报告文件，供编排软件和 <code>qisai pair</code> 使用\n<code>/export xlsx</code>、<code>pdf</code>、<code>json</code> 成绩册",
            typed
        )),
        Export::File {
            rows: SealedRows::Open(rows),
            with_personal_data,
            at,
        } => {
            let (kind, text) = if *with_personal_data {
                (
                    "报名表-含个人信息",
                    html!(
                        "报名表，{} 人，<b>含证件号和电话</b>。只给需要的人，用完请删除这条消息和文件。",
                        rows.len()
                    ),
                )
            } else {
                (
                    "报名表",
                    html!("报名表，{} 人，不含证件号和电话，可用 Excel 或 WPS 打开。", rows.len()),
                )
            };
            let day = at.with_timezone(&config.event.zone).format("%m%d-%H%M");
            let mut message = Message::text(text);
            message.file = Some(File::Made {
                name: format!("{}-{kind}-{day}.csv", config.event.short_name),
                bytes: table(rows, *with_personal_data, config),
            });
            if *with_personal_data {
                message
            } else {
                message
                    .row(super::print::book())
                    .row([Button::tap("TRF（编排软件）", Tap::ExportReport {})])
            }
        }
        // Sealed rows never get here: they are opened before.
        Export::File { .. } => Message::text(html!("报名表打不开，没有发送。")),
        Export::Offer => Message::text(html!("要给协会的、带证件号和电话的名单，只有裁判长能导出。"))
            .row([Button::tap("导出含个人信息的", Tap::ExportPersonal {})]),
        Export::Ask => Message::text(html!(
            "这份名单有所有人的<b>完整证件号、电话和监护人</b>，会发到这个私聊，并记入裁判记录。确定要吗？"
        ))
        .row([Button::tap("确定导出", Tap::ConfirmExport {})]),
        Export::Sent => Message::text(html!("已记入裁判记录，名单随后发来。用完请删除。")),
    };
    vec![message]
}

/// The stage for other programs, and for this one's command line: a report file and a section file.
fn report_file(
    competition: &str,
    rounds: u32,
    inexact: bool,
    [trf, section]: [&str; 2],
) -> Vec<Message> {
    let file = |text: Html, ending: &str, content: &str| {
        let mut message = Message::text(text);
        let name: String = competition
            .chars()
            .map(|sign| if sign.is_alphanumeric() { sign } else { '-' })
            .take(40)
            .collect();
        message.file = Some(File::Made {
            name: format!("{name}-第{rounds}轮后.{ending}"),
            bytes: content.as_bytes().to_vec(),
        });
        message
    };
    let mut text = html!(
        "{}第{}轮后的 TRF 报告文件，编排软件可读。退出和请假的棋手记在 XXZ，回避记在 XXP。",
        competition,
        rounds
    );
    if inexact {
        text.push(&html!(
            "\n<b>注意</b>：有裁判另定的补报或请假得分，TRF 写不下，用这个文件编排会有出入。"
        ));
    }
    vec![
        file(text, "trf", trf),
        file(
            html!(
                "TRF 里写不下的设置。核对编排：<code>qisai pair 文件.trf --section-file 文件.toml</code>"
            ),
            "toml",
            section,
        ),
    ]
}

/// The list as a CSV file.
pub fn table(rows: &[Applicant], with_personal_data: bool, config: &Config) -> Vec<u8> {
    let mut head = vec![
        "序号",
        "项目",
        "组别",
        "名额",
        "编号",
        "姓名",
        "性别",
        "称号",
        "单位",
        "状态",
        "报名时间",
        "报到",
    ];
    if with_personal_data {
        head.extend([
            "出生日期",
            "证件类型",
            "证件号码",
            "手机",
            "监护人",
            "监护人手机",
        ]);
    }
    let head: Vec<String> = head.into_iter().map(str::to_owned).collect();
    let body = (1_usize..)
        .zip(rows)
        .map(|(number, row)| cells(number, row, with_personal_data, config));
    csv(std::iter::once(head).chain(body))
}

fn cells(number: usize, row: &Applicant, with_personal_data: bool, config: &Config) -> Vec<String> {
    let mut cells = vec![
        number.to_string(),
        row.competition.clone(),
        row.section.clone(),
        person::pool(&row.pool, config).to_owned(),
        row.start_no.map(|no| no.to_string()).unwrap_or_default(),
        row.name.clone(),
        person::sex(row.sex).to_owned(),
        person::title(row.title).to_owned(),
        row.team.clone().unwrap_or_default(),
        state(row).to_owned(),
        day_and_hour(row.submitted_at, config),
        if row.checked_in { "已报到" } else { "" }.to_owned(),
    ];
    if !with_personal_data {
        return cells;
    }
    match &row.private {
        Some(private) => {
            let (guardian, guardian_phone) = private.guardian.clone().unwrap_or_default();
            cells.extend([
                private.born.to_string(),
                private.permit.map_or("身份证", person::permit).to_owned(),
                private.document.clone(),
                private.phone.clone(),
                guardian,
                guardian_phone,
            ]);
        }
        None => cells.extend(["", "已清除", "", "", "", ""].map(str::to_owned)),
    }
    cells
}

fn state(row: &Applicant) -> &'static str {
    match row.state {
        State::Accepted => "报名成功",
        State::Review if row.asked => "待补材料",
        State::Review => "待审核",
        State::Waiting => "候补",
        State::Offered => "候补待确认",
        State::Refused => "未通过",
        State::Withdrawn => "已退出",
    }
}
