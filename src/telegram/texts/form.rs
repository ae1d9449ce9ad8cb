//! The questions of the registration form.

use super::person;
use crate::config::{Config, DocumentKind};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Keyboard, Message};
use crate::telegram::tap::Tap;
use crate::tournament::eligibility::Clause;
use crate::tournament::form::{Asked, Choice, Field, MOST_PAPERS, Question, Settled, Summary};

pub fn message(
    version: i64,
    before: Option<Html>,
    question: &Question,
    config: &Config,
) -> Message {
    let mut parts = Vec::new();
    parts.extend(before);
    let asked = asked(&question.asked, config);
    parts.push(match question.place {
        Some((at, of)) => html!("<b>{}/{}</b> {}", at, of, asked),
        None => asked,
    });
    parts.extend(question.why.as_ref().map(why));
    Message {
        html: join(parts, "\n\n"),
        keyboard: keyboard(version, &question.choices),
        ..Message::default()
    }
}

/// The regulation's own words on why it is asked.
fn why(clause: &Clause) -> Html {
    html!("<i>规程{}：{}</i>", clause.clause, clause.text)
}

fn asked(asked: &Asked, config: &Config) -> Html {
    match asked {
        Asked::Section(sections) => {
            let mut lines = vec![html!("请选择参加的<b>组别</b>，各组分开排名次。")];
            lines.extend(sections.iter().map(|(name, rule)| match rule {
                Some(rule) => html!("<b>{}</b>：{}", name, person::short(rule, 120)),
                None => html!("<b>{}</b>", name),
            }));
            join(lines, "\n")
        }
        Asked::Team => html!("请选择选手代表的<b>队</b>，团体名次按队员的成绩计算。"),
        Asked::Name => html!("请输入选手<b>姓名</b>，与证件上一致。名单和对阵表用这个名字。"),
        Asked::Document(None) => {
            let taken = &config.event.registration.documents;
            if !taken.contains(&DocumentKind::IdCard) {
                return html!("请点选手的<b>证件</b>，再输入号码，用来核对身份和年龄，加密保存。");
            }
            let others = match taken.len() {
                1 => match config.event.registration.documents_clause.as_str() {
                    "" => html!("\n只能凭居民身份证报名。"),
                    clause => html!("\n只能凭居民身份证报名（规程{}）。", clause),
                },
                _ => html!("\n没有居民身份证的，请点下面的证件。"),
            };
            html!(
                "请输入 18 位<b>居民身份证号</b>，用来核对身份和年龄，加密保存，只有您和裁判能用到。{}",
                others
            )
        }
        Asked::Document(Some(kind)) => html!(
            "请输入<b>{}号码</b>，用来核对身份，加密保存。",
            person::permit(*kind)
        ),
        Asked::Born => html!("请输入<b>出生日期</b>，例如 1990-05-04。参赛年龄按它计算。"),
        Asked::Sex => html!("请选择<b>性别</b>。"),
        Asked::Phone => html!(
            "请输入<b>手机号</b>，赛程有变时裁判用它找您，加密保存。\n大陆以外的号码请带 + 和国家代码。"
        ),
        Asked::Title => html!("请选择选手现有的最高<b>称号</b>。"),
        Asked::Rating => {
            html!("请输入选手的<b>等级分</b>（整数）；没有请点下面的按钮。裁判会核对。")
        }
        Asked::Basis(clauses) => {
            let mut lines = vec![html!("选手符合下面<b>哪一条</b>？符合一条即可，请点一条。")];
            lines.extend(
                clauses
                    .iter()
                    .enumerate()
                    .map(|(index, clause)| html!("{}. {}", index + 1, clause.text)),
            );
            join(lines, "\n")
        }
        Asked::Months { clause, least } => html!(
            "到报名截止日（{}）为止，社会保险已<b>连续缴纳多少个月</b>？请输入数字，至少 {} 个月。\n<i>规程{}：{}</i>",
            deadline(config),
            *least,
            clause.clause,
            clause.text
        ),
        Asked::Stated { question, .. } => html!("{}", question),
        Asked::Code => html!(
            "请输入主办方或裁判发给您的<b>邀请码</b>（8 位字母和数字，一码一人）。没有的请点下面的按钮。"
        ),
        Asked::NeededCode => html!(
            "这个项目凭邀请报名。请输入主办方或裁判发给您的<b>邀请码</b>（8 位字母和数字，一码一人）。"
        ),
        Asked::GuardianName => html!(
            "选手未满 {} 周岁，需要监护人同意。请输入<b>监护人姓名</b>。",
            config.event.registration.minor_below
        ),
        Asked::GuardianPhone => html!("请输入<b>监护人手机号</b>。"),
        Asked::GuardianConsent { player, guardian } => html!(
            "请<b>监护人 {}</b> 本人确认：同意 {} 参加「{}」，并对其安全负责。",
            guardian,
            player,
            config.event.short_name
        ),
        Asked::Papers {
            clauses,
            permit,
            given,
        } => {
            let mut lines = vec![html!("请发送<b>证明材料</b>的照片或文件，由裁判审核：")];
            if let Some(kind) = permit {
                lines.push(html!("· {}的照片页", person::permit(*kind)));
            }
            lines.extend(
                clauses
                    .iter()
                    .map(|clause| html!("· 能证明「{}」的材料（{}）", clause.text, clause.clause)),
            );
            lines.push(match given {
                0 => html!("可以发多张，最多 {} 张，发完点「完成」。", MOST_PAPERS),
                given => html!(
                    "已收到 <b>{}</b> 张。还有就接着发，发完点「完成」。",
                    *given
                ),
            });
            join(lines, "\n")
        }
        Asked::LateReason => html!(
            "报名已于 {}截止。请写过期代报的<b>原因</b>（记入裁判记录），例如：协会补报。",
            super::words::day_and_hour(config.event.registration.closes, config)
        ),
        Asked::Pool => html!("占用哪一类<b>名额</b>？"),
        Asked::Granted { round } => html!(
            "第 <b>{}</b> 轮在报名之前已经公布，这一轮记多少<b>积分</b>？只计积分，没有对手。",
            *round
        ),
        Asked::Statement { index, of, text } => html!(
            "参赛声明（{}/{}）：\n{}\n\n同意请点下面的按钮。",
            index + 1,
            *of,
            text
        ),
        Asked::Summary(summary) => summary_text(summary),
        Asked::Change => html!("要改哪一项？其他内容都会保留。"),
    }
}

fn summary_text(summary: &Summary) -> Html {
    let mut lines = vec![html!("请核对，<b>还没有提交</b>：")];
    if let Some(section) = &summary.section {
        lines.push(html!("组别：{}", section));
    }
    if let Some(team) = &summary.team {
        lines.push(html!("代表队：{}", team));
    }
    lines.push(html!("姓名：{}", summary.name));
    lines.push(html!(
        "{}：<code>{}</code>",
        summary.permit.map_or("身份证", person::permit),
        summary.document
    ));
    if let Some(sex) = summary.sex {
        lines.push(html!("性别：{}", person::sex(sex)));
    }
    if let Some(born) = summary.born {
        lines.push(html!("出生日期：{}", person::day(born)));
    }
    lines.push(html!("手机：<code>{}</code>", summary.phone));
    if let Some(title) = summary.title {
        lines.push(html!("称号：{}", person::title(title)));
    }
    match summary.rating {
        Some(0) => lines.push(html!("等级分：无")),
        Some(rating) => lines.push(html!("等级分：{}", rating)),
        None => {}
    }
    for basis in &summary.bases {
        lines.push(html!("依据：{}", basis.text));
    }
    for (clause, answer) in &summary.stated {
        let answer = if *answer { "是" } else { "否" };
        lines.push(html!("{}：{}", person::short(&clause.text, 40), answer));
    }
    if let Some(months) = summary.months {
        lines.push(html!("社保：连续 {} 个月", months));
    }
    if let Some(code) = &summary.code {
        lines.push(html!("邀请码：<code>{}</code>", code));
    }
    if let Some((name, phone)) = &summary.guardian {
        lines.push(html!("监护人：{} <code>{}</code>", name, phone));
    }
    match summary.papers {
        Some(_) if summary.by_arbiter.as_ref().is_some_and(|by| by.papers_seen) => {
            lines.push(html!("材料：由您当面核实"));
        }
        Some(0) => lines.push(html!("材料：没有，由裁判核实")),
        Some(papers) => lines.push(html!("材料：{} 张", papers)),
        None => {}
    }
    if let Some(settled) = &summary.by_arbiter {
        lines.extend(settled_lines(settled));
    }
    if summary.statements > 0 {
        lines.push(html!("声明：{} 条均已同意", summary.statements));
    }
    lines.push(html!("\n无误请点「确认提交」。"));
    join(lines, "\n")
}

/// What an arbiter settled besides.
fn settled_lines(settled: &Settled) -> Vec<Html> {
    let mut lines = Vec::new();
    if let Some(pool) = &settled.pool {
        lines.push(html!("名额：{}", pool));
    }
    let granted = settled.granted.iter();
    let granted = granted.map(|(round, points)| html!("第{}轮 {}分", *round, *points));
    if !settled.granted.is_empty() {
        lines.push(html!("此前各轮：{}", join(granted, "，")));
    }
    if let Some(reason) = &settled.reason {
        lines.push(html!("过期代报的原因：{}", reason));
    }
    lines
}

fn keyboard(version: i64, choices: &[Choice]) -> Keyboard {
    let mut rows: Keyboard = Vec::new();
    let mut row: Vec<Button> = Vec::new();
    let mut width = 0;
    for (choice, shown) in choices.iter().enumerate() {
        let label = label(shown);
        let letters = label.chars().count();
        // Short buttons share a row; going back stands alone.
        let alone = matches!(shown, Choice::Back | Choice::Leave | Choice::Submit);
        if !row.is_empty() && (alone || width + letters > 12 || row.len() == 3) {
            rows.push(std::mem::take(&mut row));
            width = 0;
        }
        width += letters;
        row.push(Button::tap(label, Tap::Fill { version, choice }));
        if alone {
            rows.push(std::mem::take(&mut row));
            width = 0;
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

fn label(choice: &Choice) -> String {
    match choice {
        Choice::Section { name, .. } => name.clone(),
        Choice::Team(team) => team.clone(),
        Choice::NoBasis => "都不符合".to_owned(),
        Choice::Elsewhere => "换项目".to_owned(),
        Choice::Named { name, .. } => person::short(name, 12),
        Choice::Permit(kind) => person::permit(*kind).to_owned(),
        Choice::Resident => "改用居民身份证".to_owned(),
        Choice::Sex(sex) => person::sex(*sex).to_owned(),
        Choice::Title(title) => person::title(*title).to_owned(),
        Choice::NoRating => "没有等级分".to_owned(),
        Choice::Basis { number, text, .. } => format!("{number}. {}", person::short(text, 18)),
        Choice::Yes => "是".to_owned(),
        Choice::No => "否".to_owned(),
        Choice::NoCode => "没有邀请码".to_owned(),
        Choice::Consent => "我是监护人，同意".to_owned(),
        Choice::Agree => "同意".to_owned(),
        Choice::ConsentSeen => "已见监护人书面同意".to_owned(),
        Choice::AgreeSigned => "选手已签字同意".to_owned(),
        Choice::PapersSeen => "我已当面核实".to_owned(),
        Choice::Pool { name, .. } => person::short(name, 20),
        Choice::Points(points) => format!("{points} 分"),
        Choice::PapersDone => "完成".to_owned(),
        Choice::NoPapers => "没有材料".to_owned(),
        Choice::PapersAnew => "重新发送".to_owned(),
        Choice::Submit => "确认提交".to_owned(),
        Choice::Change => "修改".to_owned(),
        Choice::UseCode => "使用邀请码".to_owned(),
        Choice::Leave => "取消".to_owned(),
        Choice::Field(Field::Granted(round)) => format!("第{round}轮积分"),
        Choice::Field(field) => field_name(field).to_owned(),
        Choice::Keep => "保留不变".to_owned(),
        Choice::Back => "返回".to_owned(),
    }
}

fn field_name(field: &Field) -> &'static str {
    match field {
        Field::Section => "组别",
        Field::Team => "代表队",
        Field::Name => "姓名",
        Field::Document => "证件",
        Field::Born => "出生日期",
        Field::Sex => "性别",
        Field::Phone => "手机",
        Field::Title => "称号",
        Field::Rating => "等级分",
        Field::Basis(_) => "参赛依据",
        Field::Months => "社保月数",
        Field::Stated(_) => "其他条件",
        Field::Code => "邀请码",
        Field::GuardianName => "监护人姓名",
        Field::GuardianPhone => "监护人手机",
        Field::GuardianConsent => "监护人同意",
        Field::Papers => "材料",
        Field::LateReason => "过期原因",
        Field::Pool => "名额",
        Field::Granted(_) => "此前各轮积分",
        Field::Statement(_) => "声明",
    }
}

fn deadline(config: &Config) -> String {
    let closes = config.event.registration.closes;
    person::day(closes.with_timezone(&config.event.zone).date_naive())
}
