//! Telegram's limits. Texts are measured in UTF-16 units after their entities
//! are parsed away (Bot API, sendMessage: "1-4096 characters after entities
//! parsing").

/// Longest text.
pub(crate) const TEXT: usize = 4096;
/// Longest caption.
pub(crate) const CAPTION: usize = 1024;
/// Longest callback data, in bytes.
pub(crate) const CALLBACK_DATA: usize = 64;
/// Most buttons of one inline keyboard.
pub(crate) const BUTTONS: usize = 100;
/// Longest answer to a press.
pub(crate) const TOAST: usize = 200;
/// Largest photo a bot may upload, in bytes.
pub(crate) const PHOTO: usize = 10 * 1024 * 1024;
/// Largest other file a bot may upload, in bytes.
pub(crate) const FILE: usize = 50 * 1024 * 1024;
/// Largest file a bot may download, in bytes.
pub(crate) const DOWNLOAD: i64 = 20 * 1024 * 1024;
/// Largest sum of a photo's width and height.
pub(crate) const PHOTO_SIDES: u32 = 10_000;
/// Largest ratio of a photo's sides.
pub(crate) const PHOTO_RATIO: u32 = 20;
/// Most commands of one scope.
pub(crate) const COMMANDS: usize = 100;
/// How long a message can be deleted, in seconds.
pub(crate) const DELETABLE: i64 = 48 * 3600;

/// Length in UTF-16 units.
pub(crate) fn units(text: &str) -> usize {
    text.encode_utf16().count()
}
