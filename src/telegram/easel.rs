use std::sync::{Arc, OnceLock};

use crate::config::Render;
use crate::desk::{Desk, print};
use crate::panics;
use crate::render::draft::Draft;
use crate::render::{Fonts, RenderError};

use super::message::File;

/// Where what is still a draft is drawn: away from the threads that serve the network.
pub(super) struct Easel {
    render: Render,
    /// Looked for when first needed; `None`: there is none with Chinese letters.
    fonts: OnceLock<Option<Fonts>>,
}

impl Easel {
    pub(super) fn new(render: &Render) -> Arc<Easel> {
        Arc::new(Easel {
            render: render.clone(),
            fonts: OnceLock::new(),
        })
    }

    /// Makes what a message carries.
    ///
    /// # Errors
    /// [`RenderError`]; also that the drawing panicked.
    pub(super) async fn make(
        self: &Arc<Easel>,
        name: String,
        draft: Draft,
    ) -> Result<File, RenderError> {
        let easel = Arc::clone(self);
        let drawing = tokio::task::spawn_blocking(move || {
            let fonts = if draft.needs_font() {
                easel.fonts()
            } else {
                None
            };
            let mut made = draft.make(fonts)?;
            Ok(match draft {
                Draft::Pictures { .. } | Draft::Tree(_) => File::Pictures(made),
                Draft::File { .. } => File::Made {
                    name,
                    bytes: made.pop().unwrap_or_default(),
                },
            })
        });
        match drawing.await {
            Ok(made) => made,
            Err(panic) => Err(RenderError::Failed(panics::ended(&panic).to_owned())),
        }
    }

    /// Looks for fonts, and says in the log and to the chief arbiter when there is none. Without pictures
    /// nobody misses one.
    pub(super) fn look(self: Arc<Easel>, desk: Arc<Desk>) {
        if !self.render.pictures {
            return;
        }
        tokio::task::spawn_blocking(move || {
            let told = if self.fonts().is_some() {
                desk.act(print::font_found)
            } else {
                tracing::warn!(
                    "{}: tables are sent as text and spreadsheets",
                    RenderError::NoFont
                );
                desk.act(print::no_font)
            };
            if let Err(error) = told {
                tracing::error!("fonts: {error}");
            }
        });
    }

    fn fonts(&self) -> Option<&Fonts> {
        self.fonts
            .get_or_init(|| Fonts::find(&self.render))
            .as_ref()
    }
}
