use crate::desk::notice::Backup;
use crate::html;
use crate::telegram::message::Message;

pub fn messages(notice: &Backup) -> Vec<Message> {
    let text = match notice {
        Backup::OnTheWay => html!("正在备份，好了会告诉您。"),
        Backup::Made { name, bytes } => html!(
            "✅ 备份好了：<code>{}</code>（{}），在服务器上数据库旁边。\n个人资料在里面仍是加密的，要用时须有同一个密钥文件；请把两者分开存放到别的机器上。清除个人资料时，这份备份也会删除。",
            name,
            size(*bytes)
        ),
        Backup::Failed { name } => html!(
            "❌ 备份没有写成：<code>{}</code>。数据库本身照常工作。请管理服务器的人看日志里的原因（多半是磁盘满了或没有写权限），再发 /backup。",
            name
        ),
    };
    vec![Message::text(text)]
}

/// A file's size as people read it.
fn size(bytes: u64) -> String {
    const MEGA: u64 = 1024 * 1024;
    if bytes < MEGA {
        format!("{} KB", bytes.div_ceil(1024))
    } else {
        format!("{}.{} MB", bytes / MEGA, bytes % MEGA * 10 / MEGA)
    }
}
