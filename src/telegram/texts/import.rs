use super::{person, refusal};
use crate::config::Config;
use crate::desk::notice::Import;
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, File, Message, pages};
use crate::telegram::tap::Tap;
use crate::tournament::form::FormRefusal;
use crate::tournament::roster_file::{Fault, Why};

pub fn messages(notice: &Import, config: &Config) -> Vec<Message> {
    vec![match notice {
        Import::Preview {
            batch,
            file,
            count,
            parts,
            reason,
        } => {
            let mut lines = vec![html!(
                "「{}」里 <b>{}</b> 人，没有发现问题，<b>还没有导入</b>：",
                file,
                *count
            )];
            lines.extend(
                parts
                    .iter()
                    .map(|(name, count)| html!("· {}：{} 人", name, *count)),
            );
            lines.push(html!(
                "导入后作为邀请对象直接报名成功，不用交材料，记入裁判记录。"
            ));
            if let Some(reason) = reason {
                lines.push(html!("⚠️ 报名已截止，补报原因：{}", reason));
            }
            Message::text(join(lines, "\n")).row([
                Button::tap("全部导入", Tap::LoadRoster { batch: *batch }),
                Button::tap("不要了", Tap::DropRoster { batch: *batch }),
            ])
        }
        Import::Faulty {
            file,
            good,
            bad,
            faults,
            more,
        } => return faulty(file, (*good, *bad), faults, *more, config),
        Import::Loaded { count, again } => {
            let again = if *again {
                "刚才已经导入过，不会重复。"
            } else {
                ""
            };
            Message::text(html!(
                "✅ {}已导入 <b>{}</b> 人，报名成功。\n每人有一个认领码，发 /add 认领码 查看，交给本人即可绑定账号。",
                again,
                *count
            ))
        }
        Import::Dropped => Message::text(html!("好的，名单没有导入，内容已删除。")),
        Import::Template { csv } => Message {
            file: Some(File::Made {
                name: "roster.csv".to_owned(),
                bytes: csv.clone().into_bytes(),
            }),
            ..Message::text(html!(
                "名单模板：用 Excel 或 WPS 填好，存成 CSV 或 XLSX 发给我。列的顺序不限，姓名、证件号、电话必填；证件号一列请设为文本格式。先核对，再由您点按钮导入。"
            ))
        },
    }]
}

fn faulty(
    file: &str,
    (good, bad): (usize, usize),
    faults: &[Fault],
    more: usize,
    config: &Config,
) -> Vec<Message> {
    let head = html!(
        "「{}」<b>没有导入</b>：{} 行没有问题，<b>{}</b> 行有问题。",
        file,
        good,
        bad
    );
    let mut foot = html!("请改好后把整个文件再发一次。");
    if more > 0 {
        foot = html!("另有 {} 处没有列出。{}", more, foot);
    }
    pages(&head, faults.iter().map(|fault| line(fault, config)), &foot)
}

/// `第7行 证件号「9999**********0016」：…`
fn line(fault: &Fault, config: &Config) -> Html {
    let mut html = html!("第{}行", fault.row);
    if let Some(column) = fault.column {
        html.push(&html!(" {}", column.heading()));
    }
    if !fault.value.is_empty() {
        html.push(&html!("「{}」", fault.value));
    }
    html!("{}：{}", html, why(&fault.why, config))
}

fn why(why: &Why, config: &Config) -> Html {
    match why {
        Why::Missing => html!("没有填"),
        Why::Name(fault) => refusal::form(&FormRefusal::Name(*fault)),
        Why::IdCard(fault) => refusal::form(&FormRefusal::IdCard(*fault)),
        Why::Rounded => {
            html!("表格软件把号码当成数字，后几位已经丢失。请把这一列设为文本，重新填写")
        }
        Why::DocumentKind => {
            html!("不认识的证件类型，例如：身份证、护照、港澳通行证、台胞证、其他")
        }
        Why::NotTaken { taken, clause } => refusal::not_taken(taken, clause),
        Why::Permit(fault) => refusal::form(&FormRefusal::Permit(*fault)),
        Why::BirthDate(fault) => refusal::form(&FormRefusal::BirthDate(*fault)),
        Why::BornDiffers(day) => html!("与身份证号不符，身份证号上是 {}", person::day(*day)),
        Why::Sex => html!("请写男或女"),
        Why::SexDiffers(sex) => html!("与身份证号不符，身份证号上是{}", person::sex(*sex)),
        Why::Phone(fault) => refusal::form(&FormRefusal::Phone(*fault)),
        Why::Title => html!("请写：无、等级棋士、地方大师、棋协大师、国家大师、特级大师"),
        Why::Rating(highest) => html!("等级分请写 1 至 {} 的整数，没有就空着", *highest),
        Why::Unknown(names) => html!("没有这一项，可写：{}", names.join("、")),
        Why::Long(most) => html!("最多 {} 个字", *most),
        Why::GuardianNeeded => html!(
            "选手未满 {} 周岁，请填监护人和监护人电话",
            config.event.registration.minor_below
        ),
        Why::OwnGuardian => html!("监护人不能是选手本人"),
        Why::Ineligible(refused) => html!(
            "{}不符合规程{}：{}",
            refusal::given(&refused.value),
            refused.clause.clause,
            refused.clause.text
        ),
        Why::SameInFile(row) => html!("与第 {} 行是同一个人", *row),
        Why::SameInEvent => html!("已经报过名了"),
        Why::PoolFull(pool) => html!("{}名额不够", person::pool(pool, config)),
    }
}
