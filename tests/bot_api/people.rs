//! People: reading with a pointer, reacting once, surviving the process.

use qisai::rehearsal::{Act, Done, Role, WorldError};
use serde_json::json;

use super::*;

#[tokio::test]
async fn reading_goes_message_by_message_and_sees_edits() {
    let stage = Stage::new().await;
    let world = &stage.world;
    let first = stage.say("一").await;
    stage.say("二").await;
    let unread = || world.unread(ANNA, false).unwrap();
    let one = unread().unwrap();
    assert_eq!(one.message.text, "一");
    assert_eq!(world.people_with_unread().unwrap(), [ANNA]);
    world.react(ANNA, ANNA, one.seq, &[]).unwrap();
    let two = unread().unwrap();
    assert_eq!(two.message.text, "二");
    world.react(ANNA, ANNA, two.seq, &[]).unwrap();
    assert_eq!(unread(), None);
    assert!(world.people_with_unread().unwrap().is_empty());
    let edit = json!({"chat_id": ANNA, "message_id": first, "text": "壹"});
    stage.call("editMessageText", edit).await;
    let again = unread().unwrap();
    assert_eq!(
        (again.message.id, again.message.text.as_str()),
        (first, "壹")
    );
}

#[tokio::test]
async fn groups_are_read_too_but_not_what_was_said_before() {
    let stage = Stage::new().await;
    let world = &stage.world;
    stage
        .call("sendMessage", json!({"chat_id": GROUP, "text": "早"}))
        .await;
    world.add_user(503, "王五", None, None, None).unwrap();
    world.join(GROUP, 503, Role::Member).unwrap();
    assert_eq!(world.unread(503, true).unwrap(), None);
    stage
        .call("sendMessage", json!({"chat_id": GROUP, "text": "晚"}))
        .await;
    assert_eq!(world.unread(503, true).unwrap().unwrap().message.text, "晚");
    assert_eq!(world.unread(503, false).unwrap(), None);
    assert_eq!(
        world.unread(BORIS, true).unwrap().unwrap().message.text,
        "早"
    );
}

#[tokio::test]
async fn a_reaction_happens_once_and_wholly() {
    let stage = Stage::new().await;
    let world = &stage.world;
    stage.say("性别？").await;
    let unread = world.unread(ANNA, false).unwrap().unwrap();
    let acts = [
        Act::Says("男".to_owned()),
        Act::In(GROUP, Box::new(Act::Says("来了".to_owned()))),
        Act::Note {
            key: "step".to_owned(),
            value: "2".to_owned(),
        },
    ];
    let done = world.react(ANNA, ANNA, unread.seq, &acts).unwrap().unwrap();
    assert!(matches!(
        done[..],
        [Done::Message(_), Done::Message(_), Done::Nothing]
    ));
    assert_eq!(world.note("step").unwrap().as_deref(), Some("2"));
    // Asked again, as after a crash: nothing happens.
    assert_eq!(world.react(ANNA, ANNA, unread.seq, &acts).unwrap(), None);
    assert_eq!(stage.updates().await.len(), 2);
    // A reaction that cannot be done leaves everything as it was.
    stage.say("确认？").await;
    let unread = world.unread(ANNA, false).unwrap().unwrap();
    let acts = [
        Act::Says("好".to_owned()),
        Act::Taps {
            message: unread.message.id,
            button: "确认".to_owned(),
        },
    ];
    assert!(matches!(
        world.react(ANNA, ANNA, unread.seq, &acts),
        Err(WorldError::NoSuchButton { .. })
    ));
    assert_eq!(world.unread(ANNA, false).unwrap().unwrap().seq, unread.seq);
    assert!(stage.updates().await.is_empty());
}

#[tokio::test]
async fn people_are_held_to_what_they_can_do() {
    let stage = Stage::new().await;
    let world = &stage.world;
    assert!(matches!(
        world.says(BORIS, BORIS, "x"),
        Err(WorldError::NotStarted(BORIS))
    ));
    assert!(matches!(
        world.says(BORIS, ANNA, "x"),
        Err(WorldError::NotAMember { .. })
    ));
    assert!(matches!(
        world.says(999, GROUP, "x"),
        Err(WorldError::NoSuchUser(999))
    ));
    assert!(matches!(
        world.says(ANNA, ANNA, " "),
        Err(WorldError::Unsendable(_))
    ));
    assert!(matches!(
        world.says(ANNA, ANNA, &"棋".repeat(4097)),
        Err(WorldError::Unsendable(_))
    ));
    let bots = stage.say("x").await;
    assert!(matches!(
        world.edits(ANNA, ANNA, bots, "y"),
        Err(WorldError::NotTheirs { .. })
    ));
    world.block(ANNA).unwrap();
    assert!(matches!(
        world.says(ANNA, ANNA, "x"),
        Err(WorldError::Blocked(ANNA))
    ));
    world.leave(GROUP, BORIS, true).unwrap();
    assert!(matches!(
        world.says(BORIS, GROUP, "x"),
        Err(WorldError::NotAMember { .. })
    ));
}

/// Each committed transaction is in the file for whoever opens it next,
/// although the first handle never closes, as in a killed process.
#[tokio::test]
async fn the_world_outlives_its_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.db");
    let clock: qisai::rehearsal::Clock = Arc::new(|| 1_700_000_000);
    let world = World::open(&path, clock.clone()).unwrap();
    world.register_bot(TOKEN, BOT, "qisai_bot").unwrap();
    world.add_user(ANNA, "安娜", None, None, None).unwrap();
    world.start(ANNA).unwrap();
    let server = Server::start(world.clone(), ([127, 0, 0, 1], 0).into())
        .await
        .unwrap();
    let address = server.address();
    let path_of = |method: &str| format!("/bot{TOKEN}/{method}");
    let text = json!({"chat_id": ANNA, "text": "您好"});
    post(address, &path_of("sendMessage"), &text).await;
    world.set_note("offset", "3600").unwrap();
    std::mem::forget(world);

    let after = World::open(&path, clock).unwrap();
    let texts: Vec<String> = after
        .messages(ANNA)
        .unwrap()
        .into_iter()
        .map(|message| message.text)
        .collect();
    assert_eq!(texts, ["/start", "您好"]);
    assert_eq!(after.pending_updates().unwrap(), 1);
    assert_eq!(after.note("offset").unwrap().as_deref(), Some("3600"));
    assert_eq!(
        after.unread(ANNA, false).unwrap().unwrap().message.text,
        "您好"
    );
}

#[tokio::test]
async fn waiting_ends_at_the_change_or_in_time() {
    let stage = Stage::new().await;
    let world = stage.world.clone();
    let waiter = tokio::spawn(async move {
        world
            .wait_for(|world| world.unread(ANNA, false).ok().flatten(), SOON)
            .await
    });
    stage.say("您好").await;
    assert_eq!(waiter.await.unwrap().unwrap().message.text, "您好");
    let short = Duration::from_millis(20);
    assert!(stage.world.wait(|_| false, short).await.is_err());
}
