//! The chat page: be one of the people, in a browser on this machine.

use axum::Router;

use super::server::Site;

pub(super) fn routes() -> Router<Site> {
    Router::new()
}
