use crate::config::DocumentKind;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::texts::person;
use crate::tournament::eligibility::{Given, Refused};
use crate::tournament::form::FormRefusal;
use crate::tournament::{
    BirthDateFault, IdCardFault, NameFault, PermitFault, PersonName, PhoneFault,
};

/// Why an answer of the registration form cannot be taken, and what to do.
pub fn form(refusal: &FormRefusal) -> Html {
    match refusal {
        FormRefusal::Name(NameFault::Empty) => html!("没有看到姓名，请输入。"),
        FormRefusal::Name(NameFault::Long(long)) => html!(
            "姓名有 {} 个字，最多 {} 个，请写短一些。",
            *long,
            PersonName::LONGEST
        ),
        FormRefusal::Name(NameFault::Number) => {
            html!("这里像是证件号或电话，没有保存；姓名会公开在名单里。请只输入姓名。")
        }
        FormRefusal::Name(NameFault::Unseen) => {
            html!("姓名里有换行或看不见的字符，请在一行里重新输入。")
        }
        FormRefusal::IdCard(fault) => id_card(*fault),
        FormRefusal::Permit(PermitFault::Length(length)) => {
            html!(
                "证件号码应为 5 到 20 位，您输入了 {} 位，请核对后重新输入。",
                *length
            )
        }
        FormRefusal::Permit(PermitFault::Character(found)) => html!(
            "证件号码只有字母和数字，「{}」不是，请重新输入。",
            found.to_string()
        ),
        FormRefusal::DocumentNotTaken { taken, clause } => not_taken(taken, clause),
        FormRefusal::BirthDate(BirthDateFault::Unread) => {
            html!("没看懂这个日期，请写成 1990-05-04 的样子。")
        }
        FormRefusal::BirthDate(BirthDateFault::NoSuchDay) => {
            html!("日历上没有这一天，请写成 1990-05-04 的样子。")
        }
        FormRefusal::BirthDate(BirthDateFault::Future) => html!("这一天还没有到，请核对出生日期。"),
        FormRefusal::Phone(fault) => phone(*fault),
        FormRefusal::Rating(highest) => html!(
            "等级分请写 1 至 {} 的整数，例如 1850；没有请点下面的按钮。",
            *highest
        ),
        FormRefusal::Months => html!("请只输入月数，例如 14。"),
        FormRefusal::Code => {
            html!("邀请码是 8 位字母和数字，请核对后重新输入；没有请点下面的按钮。")
        }
        FormRefusal::CodeNeeded => html!(
            "这个项目凭 8 位邀请码报名，一码一人。没有邀请码请向主办方索取；要换项目请点「换项目」，离开请发 /cancel。"
        ),
        FormRefusal::Reason(longest) => html!("请用一句话写明原因，1 到 {} 个字。", *longest),
        FormRefusal::OwnGuardian => html!("监护人不能是选手本人，请输入监护人的姓名。"),
        FormRefusal::Choose => html!("这一步请点下面的按钮。"),
        FormRefusal::TextWanted { .. } => {
            html!("这一步需要文字或点按钮，刚才发的看不懂，没有保存。")
        }
        FormRefusal::PapersWanted => html!("这一步请发送照片或文件；发完点「完成」。"),
        FormRefusal::NoPapers => html!("还没有收到照片或文件，请先发送。"),
        FormRefusal::TooManyPapers(most) => {
            html!(
                "最多 {} 张，这一张没有保存。请点「完成」；要换请点「重新发送」。",
                *most
            )
        }
        FormRefusal::NotNow => html!("现在还不需要照片或文件，没有保存；需要时我会说。"),
        FormRefusal::Forwarded => html!("转发的消息不算回答，请您自己输入。"),
        FormRefusal::Edited => {
            html!("修改以前的消息不起作用。要改前面的回答，请点「返回」，或到最后点「修改」。")
        }
        FormRefusal::NothingBefore => html!("这已经是第一步了。要离开请发 /cancel。"),
        FormRefusal::Ineligible(refused) => ineligible(refused),
    }
}

/// The documents that are taken, and the clause.
pub fn not_taken(taken: &[DocumentKind], clause: &str) -> Html {
    let clause = match clause {
        "" => html!(""),
        clause => html!("（规程{}）", clause),
    };
    let next = match taken.contains(&DocumentKind::IdCard) {
        true => "请输入 18 位居民身份证号，末位可为 X。",
        false => "请点下面的证件。",
    };
    html!(
        "参赛须凭{}{}，别的证件不能用来报名。{}",
        person::documents(taken),
        clause,
        next
    )
}

fn id_card(fault: IdCardFault) -> Html {
    match fault {
        IdCardFault::Empty => html!("没有看到身份证号，请输入 18 位号码。"),
        IdCardFault::Length(length) => html!(
            "身份证号应为 18 位，您输入了 {} 位，请核对。没有居民身份证的，请点下面的证件。",
            length
        ),
        IdCardFault::FirstGeneration => {
            html!("这是 15 位的旧号码，请输入第二代居民身份证上的 18 位号码。")
        }
        IdCardFault::Character { place, found } => html!(
            "身份证号第 {} 位是「{}」，应为数字（末位可为 X），请核对。",
            place,
            found.to_string()
        ),
        IdCardFault::Date => html!("身份证号里的出生日期不存在，请核对第 7 到 14 位。"),
        IdCardFault::Future => html!("身份证号里的出生日期还没有到，请核对第 7 到 14 位。"),
        IdCardFault::CheckCharacter => {
            html!("身份证号有输错的地方（校验位不符），请对照证件逐位核对后重新输入。")
        }
    }
}

fn phone(fault: PhoneFault) -> Html {
    match fault {
        PhoneFault::Character(found) => {
            html!("电话里的「{}」不是数字，请只输入号码。", found.to_string())
        }
        PhoneFault::Length(length) => html!(
            "手机号应为 11 位，您输入了 {} 位，请核对。大陆以外的号码请带 + 和国家代码。",
            length
        ),
        PhoneFault::Start => html!("手机号应以 1 开头，请核对。大陆以外的号码请带 + 和国家代码。"),
        PhoneFault::Abroad(length) => html!(
            "+ 后面应为 7 到 15 位数字，您输入了 {} 位，请核对。",
            length
        ),
    }
}

fn ineligible(refused: &Refused) -> Html {
    html!(
        "{}不符合规程{}：{}\n填错了请重新填；确实如此就不能报名，离开请发 /cancel。",
        given(&refused.value),
        refused.clause.clause,
        refused.clause.text
    )
}

/// What was given that a clause turns away.
pub fn given(given: &Given) -> Html {
    match given {
        Given::Born(day) => html!("出生日期 {}", person::day(*day)),
        Given::Sex(sex) => html!("性别 {}", person::sex(*sex)),
        Given::Title(title) => html!("称号 {}", person::title(*title)),
        Given::Months(months) => html!("社保连续 {} 个月", *months),
        Given::Denied | Given::NoAlternative => html!("您的回答"),
    }
}
