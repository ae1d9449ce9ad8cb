//! sendPhoto, sendDocument, getFile and downloads.

use serde_json::{Value, json};
use teloxide::{
    net::Download,
    prelude::*,
    types::{FileId, InputFile},
};

use super::*;

/// A form with one text part for each of `fields` and one file part.
async fn upload(
    stage: &Stage,
    method: &str,
    fields: &[(&str, &str)],
    name: &str,
    bytes: &[u8],
) -> Value {
    let mut body = Vec::new();
    for (field, text) in fields {
        body.extend(
            format!("--cut\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{text}\r\n")
                .bytes(),
        );
    }
    body.extend(
        format!(
            "--cut\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{name}\"\r\n\r\n"
        )
        .bytes(),
    );
    body.extend(bytes);
    body.extend(b"\r\n--cut--\r\n");
    let address = stage.server.address();
    let head = format!(
        "POST /bot{TOKEN}/{method} HTTP/1.1\r\nhost: {address}\r\ncontent-type: multipart/form-data; boundary=cut"
    );
    let (_, answer) = http(address, &head, &body).await;
    serde_json::from_slice(&answer).unwrap()
}

async fn download(stage: &Stage, id: FileId) -> Vec<u8> {
    let file = stage.bot.get_file(id).await.unwrap();
    let mut bytes = Vec::new();
    stage
        .bot
        .download_file(&file.path, &mut bytes)
        .await
        .unwrap();
    assert_eq!(bytes.len(), file.size as usize);
    bytes
}

#[tokio::test]
async fn a_document_is_sent_by_upload_and_again_by_its_id() {
    let stage = Stage::new().await;
    let file = InputFile::memory("编号,姓名\n1,张三\n").file_name("名单.csv");
    let sent = stage
        .bot
        .send_document(ChatId(ANNA), file)
        .caption("<b>名单</b>")
        .parse_mode(teloxide::types::ParseMode::Html)
        .await
        .unwrap();
    let document = sent.document().unwrap();
    assert_eq!(document.file_name.as_deref(), Some("名单.csv"));
    assert_eq!(sent.caption(), Some("名单"));
    assert_eq!(sent.caption_entities().unwrap().len(), 1);
    let again = stage
        .bot
        .send_document(ChatId(GROUP), InputFile::file_id(document.file.id.clone()))
        .await
        .unwrap();
    assert_eq!(again.document(), sent.document());
    let bytes = download(&stage, document.file.id.clone()).await;
    assert_eq!(bytes, "编号,姓名\n1,张三\n".as_bytes());
    let seen = stage.world.unread(ANNA, false).unwrap().unwrap().message;
    let file = seen.file.unwrap();
    assert_eq!(stage.world.file_bytes(file.id).unwrap(), bytes);
    assert_eq!(file.mime.as_deref(), Some("text/csv"));
}

#[tokio::test]
async fn a_persons_photo_can_be_fetched_and_shown_on() {
    let stage = Stage::new().await;
    let bytes = png(640, 480);
    stage.world.sends_photo(ANNA, ANNA, &bytes, "证件").unwrap();
    let updates = stage.bot.get_updates().await.unwrap();
    let teloxide::types::UpdateKind::Message(message) = &updates[0].kind else {
        panic!("{updates:?}")
    };
    let largest = message
        .photo()
        .unwrap()
        .iter()
        .max_by_key(|size| size.width);
    let id = largest.unwrap().file.id.clone();
    assert_eq!(download(&stage, id.clone()).await, bytes);
    stage
        .bot
        .send_photo(ChatId(GROUP), InputFile::file_id(id.clone()))
        .await
        .unwrap();
    let as_document = json!({"chat_id": GROUP, "document": id.0});
    assert_eq!(
        stage.refusal("sendDocument", as_document).await,
        "Bad Request: can't use file of type Photo as Document"
    );
}

#[tokio::test]
async fn photos_must_be_pictures_within_the_limits() {
    let stage = Stage::new().await;
    let chat = ANNA.to_string();
    let fields = [("chat_id", chat.as_str())];
    let mut heavy = png(800, 600);
    heavy.resize(10 * 1024 * 1024 + 1, 0);
    for (bytes, why) in [
        (b"%PDF-1.7".to_vec(), "IMAGE_PROCESS_FAILED".to_owned()),
        (png(9000, 1001), "PHOTO_INVALID_DIMENSIONS".to_owned()),
        (png(100, 2101), "PHOTO_INVALID_DIMENSIONS".to_owned()),
        (Vec::new(), "file must be non-empty".to_owned()),
        (
            heavy,
            "file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes"
                .to_owned(),
        ),
    ] {
        let answer = upload(&stage, "sendPhoto", &fields, "photo", &bytes).await;
        assert_eq!(answer["description"], json!(format!("Bad Request: {why}")));
    }
    let answer = upload(&stage, "sendPhoto", &fields, "photo", &png(9000, 1000)).await;
    assert_eq!(answer["ok"], json!(true), "{answer}");
}

#[tokio::test]
async fn captions_files_and_their_ids_are_checked() {
    let stage = Stage::new().await;
    let chat = ANNA.to_string();
    let caption = "x".repeat(1025);
    let fields = [("chat_id", chat.as_str()), ("caption", caption.as_str())];
    let answer = upload(&stage, "sendDocument", &fields, "document", b"x").await;
    assert_eq!(
        answer["description"],
        json!("Bad Request: message caption is too long")
    );
    let answer = upload(
        &stage,
        "sendDocument",
        &fields[..1],
        "document",
        &vec![0; 50 * 1024 * 1024 + 1],
    )
    .await;
    assert_eq!(answer["description"], json!("Request Entity Too Large"));
    for (document, why) in [
        (json!(""), "there is no document in the request"),
        (
            json!("nonsense"),
            "wrong file identifier/HTTP URL specified",
        ),
        (
            json!("https://example.org/x"),
            "failed to get HTTP URL content",
        ),
    ] {
        let parameters = json!({"chat_id": ANNA, "document": document});
        assert_eq!(
            stage.refusal("sendDocument", parameters).await,
            format!("Bad Request: {why}")
        );
    }
    assert_eq!(
        stage
            .refusal("getFile", json!({"file_id": "rehearsal-document-9"}))
            .await,
        "Bad Request: wrong file identifier/HTTP URL specified"
    );
    let big = vec![0; 20 * 1024 * 1024 + 1];
    stage
        .world
        .sends_document(ANNA, ANNA, "big.bin", &big, "")
        .unwrap();
    let update = stage.updates().await.pop().unwrap();
    let id = &update["message"]["document"]["file_id"];
    assert_eq!(
        stage.refusal("getFile", json!({"file_id": id})).await,
        "Bad Request: file is too big"
    );
    let (status, _) = get(
        stage.server.address(),
        &format!("/file/bot{TOKEN}/documents/none"),
    )
    .await;
    assert_eq!(status, 404);
    let (status, _) = get(stage.server.address(), "/file/botx/documents/none").await;
    assert_eq!(status, 401);
}
