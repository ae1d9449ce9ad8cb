//! Panics, told without what they say: the text of a panic may hold what a person typed.

use std::any::Any;
use std::cell::RefCell;

use tokio::task::JoinError;

thread_local! {
    /// Where this thread panicked last.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on a panic is logged with its place and kind, and its text is dropped. For the program as a
/// whole; tests want the text.
pub fn hush() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        PLACE.with_borrow_mut(|last| *last = place);
        tracing::error!("{}", caught(panic.payload()));
    }));
}

/// A caught panic of this thread: where it was, as far as known, and of what kind.
pub fn caught(payload: &(dyn Any + Send)) -> String {
    format!("panic at {}: {}", place(), kind(payload))
}

/// What became of a task that did not end by itself. A panic's place stands in the log above.
pub fn ended(task: &JoinError) -> &'static str {
    if task.is_panic() {
        "it panicked, see above where"
    } else {
        "it was cancelled"
    }
}

fn place() -> String {
    let place = PLACE.with_borrow(Clone::clone);
    place.unwrap_or_else(|| "an unknown place".to_owned())
}

/// What was panicked with, without its content.
fn kind(payload: &(dyn Any + Send)) -> &'static str {
    if payload.is::<&'static str>() {
        "a fixed text"
    } else if payload.is::<String>() {
        "a text made at run time"
    } else {
        "a value that is no text"
    }
}
