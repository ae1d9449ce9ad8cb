//! How people of the tests come through the registration conversation.

use qisai::rehearsal::{Message, Press};

use crate::id_number::id_number;
use crate::support::{Hall, Person};

/// Someone to be registered. Everything is invented.
pub struct Entrant {
    pub name: String,
    /// Like `19900504`.
    pub born: String,
    /// Odd: a man.
    pub sequence: u32,
    pub phone: String,
    /// The beginning of the button of the alternative: `1.` household, `2.` insurance, `3.` student,
    /// `4.` invited.
    pub basis: &'static str,
}

impl Entrant {
    pub fn named(name: &str) -> Entrant {
        Entrant {
            name: name.to_owned(),
            born: "19900504".to_owned(),
            sequence: 1,
            phone: "13900000001".to_owned(),
            basis: "1.",
        }
    }

    /// One of many, each of them someone else.
    pub fn number(no: u32) -> Entrant {
        Entrant {
            name: format!("棋手{no}"),
            born: format!("1985{:02}{:02}", no / 28 % 12 + 1, no % 28 + 1),
            sequence: 2 * no + 1,
            phone: format!("139{no:08}"),
            basis: "1.",
        }
    }

    pub fn card(&self) -> String {
        id_number(&self.born, self.sequence)
    }

    /// From /register to the summary.
    pub async fn fills(&self, person: &Person<'_>) {
        person.says("/register").await;
        person.sees("请输入选手姓名").await;
        self.names(person).await;
        if self.basis == "2." {
            person.sees("多少个月").await;
            person.says("30").await;
        }
        person.sees("证明材料").await;
        person.sends_photo("").await;
        person.taps("完成").await;
        agrees(person).await;
    }

    /// Name, ID number, phone, title, basis.
    pub async fn names(&self, person: &Person<'_>) {
        person.says(&self.name).await;
        person.sees("居民身份证号").await;
        person.says(&self.card()).await;
        person.sees("请输入手机号").await;
        person.says(&self.phone).await;
        person.sees("最高称号").await;
        person.taps("无").await;
        person.sees("哪一条").await;
        taps_beginning(person, self.basis).await;
    }

    /// From /register to the tap that submits.
    pub async fn registers(&self, person: &Person<'_>) {
        self.fills(person).await;
        person.taps("确认提交").await;
    }
}

/// Agrees to every statement until the summary is there.
pub async fn agrees(person: &Person<'_>) {
    while person.last().button("同意").is_some() {
        person.taps("同意").await;
    }
    assert!(
        person.last().button("确认提交").is_some(),
        "no summary:\n{}",
        person.screen()
    );
}

/// Presses the button of the newest message whose label begins so.
pub async fn taps_beginning(person: &Person<'_>, beginning: &str) {
    let message = person.last();
    let label = message
        .labels()
        .into_iter()
        .find(|label| label.starts_with(beginning))
        .unwrap_or_else(|| panic!("no button {beginning}:\n{}", person.screen()))
        .to_owned();
    person.taps(&label).await;
}

/// The data behind a button, to be pressed again later.
pub fn data(message: &Message, label: &str) -> String {
    match &message.button(label).expect("the button").press {
        Press::Data(data) => data.clone(),
        other => panic!("{label} is {other:?}"),
    }
}

/// The code of eight letters and digits in a message.
pub fn code_in(text: &str) -> String {
    text.split(|letter: char| !letter.is_ascii_alphanumeric())
        .find(|word| word.len() == 8)
        .unwrap_or_else(|| panic!("no code in {text:?}"))
        .to_owned()
}

/// Makes someone an arbiter by the chief's code.
pub async fn appoint<'a>(hall: &'a Hall, name: &str) -> Person<'a> {
    let chief = hall.arbiter().await;
    chief.says("/arbiter 裁判员").await;
    let code = code_in(&chief.last().text);
    let arbiter = hall.person(name).await;
    arbiter.says(&format!("/arbiter {code}")).await;
    arbiter
}
