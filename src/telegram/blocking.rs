use std::sync::Arc;

use crate::desk::Desk;
use crate::panics;
use crate::store::StoreError;

/// Works at the database away from the threads that serve the network.
///
/// # Errors
/// What the work says, and that it panicked.
pub(super) async fn blocking<T: Send + 'static>(
    desk: &Arc<Desk>,
    work: impl FnOnce(&Desk) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let desk = Arc::clone(desk);
    match tokio::task::spawn_blocking(move || work(&desk)).await {
        Ok(done) => done,
        Err(panic) => Err(StoreError::Panic(panics::ended(&panic))),
    }
}
