use qisai::rehearsal::Message;

use super::hall::{Hall, PATIENCE};
use super::screen::{by_bot, find, screen};

/// A group as its members see it.
pub struct Group<'a> {
    pub(super) hall: &'a Hall,
    pub id: i64,
}

impl Group<'_> {
    /// Waits until the bot has said or changed something containing `wanted` since what was last seen
    /// here; returns that message.
    pub async fn sees(&self, wanted: &str) -> Message {
        let (world, id, since) = (&self.hall.world, self.id, self.mark());
        let seen = world
            .wait_for(|world| find(world, id, since, wanted), PATIENCE)
            .await;
        let Ok(message) = seen else {
            panic!("{wanted:?} is not seen in the group:\n{}", self.screen());
        };
        self.set_mark(message.seq);
        message
    }

    /// Nothing new came since what was last seen here.
    pub async fn sees_nothing(&self) {
        self.hall.settled().await;
        let new = by_bot(&self.hall.world, self.id, self.mark() + 1);
        assert!(new.is_empty(), "something was said:\n{}", self.screen());
    }

    /// How many of the bot's messages contain `wanted`.
    pub fn count(&self, wanted: &str) -> usize {
        let messages = by_bot(&self.hall.world, self.id, 0);
        messages
            .iter()
            .filter(|message| message.text.contains(wanted))
            .count()
    }

    pub fn screen(&self) -> String {
        screen(&self.hall.world, self.id)
    }

    fn mark(&self) -> i64 {
        self.hall.mark(self.id)
    }

    fn set_mark(&self, seq: i64) {
        self.hall.set_mark(self.id, seq);
    }
}
