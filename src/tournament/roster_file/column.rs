use serde::{Deserialize, Serialize};

/// What a column of a roster holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    Name,
    Sex,
    Born,
    DocumentKind,
    Document,
    Phone,
    Title,
    Section,
    Competition,
    Team,
    Rating,
    Pool,
    GuardianName,
    GuardianPhone,
}

/// Columns, what they may be called. The first word is the one shown to people; latin words are compared
/// without case, spaces and punctuation.
const HEADINGS: &[(Column, &[&str])] = &[
    (
        Column::Name,
        &[
            "姓名",
            "选手",
            "选手姓名",
            "棋手",
            "name",
            "player",
            "fullname",
        ],
    ),
    (Column::Sex, &["性别", "sex", "gender"]),
    (
        Column::Born,
        &[
            "出生日期",
            "出生年月日",
            "生日",
            "出生",
            "birthdate",
            "dateofbirth",
            "birthday",
            "born",
            "dob",
        ],
    ),
    (
        Column::DocumentKind,
        &["证件类型", "证件种类", "证件类别", "documenttype", "idtype"],
    ),
    (
        Column::Document,
        &[
            "证件号",
            "证件号码",
            "身份证",
            "身份证号",
            "身份证号码",
            "公民身份号码",
            "document",
            "documentnumber",
            "documentno",
            "idnumber",
            "idcard",
            "idno",
            "id",
        ],
    ),
    (
        Column::Phone,
        &[
            "电话",
            "手机",
            "手机号",
            "手机号码",
            "电话号码",
            "联系电话",
            "联系方式",
            "phone",
            "mobile",
            "telephone",
            "phonenumber",
        ],
    ),
    (Column::Title, &["称号", "等级称号", "技术等级", "title"]),
    (Column::Section, &["组别", "section", "group", "category"]),
    (
        Column::Competition,
        &["项目", "比赛项目", "competition", "event"],
    ),
    (
        Column::Team,
        &[
            "单位",
            "单位/队",
            "队",
            "队伍",
            "代表队",
            "参赛单位",
            "代表单位",
            "team",
            "club",
            "unit",
            "association",
        ],
    ),
    (
        Column::Rating,
        &["等级分", "棋力分", "rating", "rtg", "elo"],
    ),
    (
        Column::Pool,
        &[
            "名额",
            "邀请码类别",
            "名额类别",
            "邀请类别",
            "pool",
            "quota",
            "invitationtype",
        ],
    ),
    (
        Column::GuardianName,
        &["监护人", "监护人姓名", "guardian", "guardianname"],
    ),
    (
        Column::GuardianPhone,
        &[
            "监护人电话",
            "监护人手机",
            "监护人手机号",
            "guardianphone",
            "guardianmobile",
        ],
    ),
];

impl Column {
    /// The columns without which a row is no player.
    pub const NEEDED: [Column; 3] = [Column::Name, Column::Document, Column::Phone];

    /// In the order of the template.
    pub fn all() -> impl Iterator<Item = Column> {
        HEADINGS.iter().map(|(column, _)| *column)
    }

    /// What a heading stands for.
    pub fn called(heading: &str) -> Option<Column> {
        let plain: String = heading
            .chars()
            .map(crate::tournament::id_card::half_width)
            .filter(|letter| letter.is_alphanumeric() || *letter == '/')
            .flat_map(char::to_lowercase)
            .collect();
        let found = HEADINGS
            .iter()
            .find(|(_, words)| words.contains(&plain.as_str()));
        found.map(|(column, _)| *column)
    }

    /// The heading shown to people.
    pub fn heading(self) -> &'static str {
        let found = HEADINGS.iter().find(|(column, _)| *column == self);
        found
            .and_then(|(_, words)| words.first())
            .copied()
            .unwrap_or_default()
    }

    /// What stands there is nobody else's business.
    pub fn is_personal(self) -> bool {
        matches!(
            self,
            Column::Document | Column::Phone | Column::GuardianPhone
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Column;

    #[test]
    fn headings_are_read_as_meant() {
        for (heading, column) in [
            ("姓名", Column::Name),
            (" 姓 名 ", Column::Name),
            ("Name", Column::Name),
            ("Date of Birth", Column::Born),
            ("ID_Number", Column::Document),
            ("单位／队", Column::Team),
            ("单位/队", Column::Team),
            ("邀请码类别", Column::Pool),
            ("身份证号码*", Column::Document),
            ("ＰＨＯＮＥ", Column::Phone),
        ] {
            assert_eq!(Column::called(heading), Some(column), "{heading}");
        }
        for heading in ["", "备注", "序号", "张三"] {
            assert_eq!(Column::called(heading), None, "{heading}");
        }
        for column in Column::all() {
            assert_eq!(Column::called(column.heading()), Some(column));
        }
    }
}
