use crate::desk::notice::{FileId, Paper, SealedPaper};
use crate::desk::paper::PaperRefusal;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::{File, Message};

/// Each paper as a message of its own, by its caption: the number, from 1, and how many there are.
pub(super) fn attached(
    papers: &[SealedPaper],
    caption: impl Fn(usize, usize) -> Html,
) -> Vec<Message> {
    let attach = |(no, paper): (usize, &SealedPaper)| {
        let FileId::Open(file) = &paper.file else {
            return None;
        };
        let mut message = Message::text(caption(no, papers.len()));
        message.file = Some(if paper.is_photo {
            File::Photo(file.clone())
        } else {
            File::Document(file.clone())
        });
        Some(message)
    };
    (1..).zip(papers).filter_map(attach).collect()
}

pub fn messages(notice: &Paper) -> Vec<Message> {
    let text = match notice {
        Paper::NotKept { name, why } => html!(
            "⚠️ {} 的一份材料没能另存到磁盘：{}。Telegram 上的原件还在，审核不受影响；需要留存请让选手重发。",
            name,
            why
        ),
        Paper::Trouble { why } => html!(
            "⚠️ 报名材料暂时存不到磁盘：{}。审核不受影响，程序会一直重试；请管理服务器的人检查磁盘和网络。恢复后会再通知。",
            why
        ),
        Paper::KeptAgain { waiting: 0 } => html!("✅ 报名材料又能存到磁盘了，都已存好。"),
        Paper::KeptAgain { waiting } => {
            html!("✅ 报名材料又能存到磁盘了，还有 {} 份在存。", *waiting)
        }
    };
    vec![Message::text(text)]
}

pub fn refusal(refusal: &PaperRefusal) -> Html {
    match refusal {
        PaperRefusal::TooBig { size, most } => html!(
            "这个文件有 {} MB，最大只收 {} MB，没有保存。请压缩后再发，或改发照片。",
            megabytes(*size),
            megabytes(*most)
        ),
        PaperRefusal::Type { ending } if ending.is_empty() => {
            html!("这个文件看不出类型，没有保存。请发照片、PDF 或 Word 文档。")
        }
        PaperRefusal::Type { ending } => html!(
            "不收 .{} 文件，没有保存。请发照片、PDF 或 Word 文档。",
            ending
        ),
    }
}

/// Rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1024 * 1024)
}
