"use strict";
// All text from the world is set as text; nothing of it is ever read as HTML.

const $ = (id) => document.getElementById(id);
const state = { seq: 0, user: 0, chat: 0, reply: 0, drawn: "", people: "" };

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

async function ask(path, options) {
  const response = await fetch(path, options);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error || "彩排服务没有回应（" + response.status + "）");
  return answer;
}

const send = (path, body) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

let toastTimer = 0;
function toast(text) {
  const box = $("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.hidden = true; }, 3500);
}

function alertBox(text) {
  $("alert").querySelector("p").textContent = text;
  $("alert").showModal();
}

const here = () => "/people/" + state.user + "/" + state.chat;

async function act(body) {
  try {
    const done = await send(here(), body);
    await drawChat();
    if (done.query) {
      const answer = await ask("/people/toast/" + done.query);
      if (answer.text && answer.alert) alertBox(answer.text);
      else if (answer.text) toast(answer.text);
    }
  } catch (error) {
    toast(error.message);
  }
}

// --- people and chats

async function drawPeople() {
  const all = await ask("/people");
  state.seq = Math.max(state.seq, all.seq);
  const seen = JSON.stringify([all.people, all.commands]);
  if (seen === state.people) return;
  state.people = seen;
  const select = $("person");
  select.replaceChildren(...all.people.map((person) => {
    const name = person.name + (person.username ? " @" + person.username : "") + (person.unread && person.id !== state.user ? " ●" : "");
    const option = make("option", "", name);
    option.value = person.id;
    return option;
  }));
  if (!all.people.some((person) => person.id === state.user)) {
    const kept = Number(sessionStorage.getItem("person"));
    const first = all.people.find((person) => person.id === kept) || all.people[0];
    state.user = first ? first.id : 0;
    state.chat = state.user;
  }
  select.value = state.user;
  $("commands").replaceChildren(...all.commands.map((command) => {
    const button = make("button", "", "/" + command.command + "　" + command.description);
    button.type = "button";
    button.onclick = () => { $("commands").hidden = true; act({ act: "says", text: "/" + command.command }); };
    return button;
  }));
  $("menu").hidden = all.commands.length === 0;
}

function become(user) {
  state.user = user;
  state.chat = user;
  sessionStorage.setItem("person", user);
  quote(null);
  drawChat();
}

function drawTabs(view) {
  const tabs = [{ id: state.user, title: "与机器人私聊" }, ...view.groups];
  $("chats").replaceChildren(...tabs.map((tab) => {
    const button = make("button", "", tab.title);
    button.type = "button";
    button.setAttribute("aria-current", tab.id === state.chat);
    button.onclick = () => { state.chat = tab.id; quote(null); drawChat(); };
    return button;
  }));
}

// --- messages

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote", spoiler: "span", text_link: "a", url: "a",
  bot_command: "button",
};

function marked(text, entities) {
  const box = make("div", "text");
  const cuts = new Set([0, text.length]);
  for (const entity of entities) {
    cuts.add(entity.offset);
    cuts.add(entity.offset + entity.length);
  }
  const sorted = entities.slice().sort((a, b) => a.offset - b.offset || b.length - a.length);
  // Open elements, outermost first; an entity stays open over all its pieces.
  const open = [];
  const points = [...cuts].filter((cut) => cut <= text.length).sort((a, b) => a - b);
  for (let i = 0; i + 1 < points.length; i++) {
    const [begin, end] = [points[i], points[i + 1]];
    while (open.length && open[open.length - 1].end <= begin) open.pop();
    for (const entity of sorted) {
      if (entity.offset !== begin || !TAGS[entity.type]) continue;
      const element = wrap(entity, text.slice(entity.offset, entity.offset + entity.length));
      (open.length ? open[open.length - 1].element : box).append(element);
      open.push({ element, end: entity.offset + entity.length });
    }
    (open.length ? open[open.length - 1].element : box).append(text.slice(begin, end));
  }
  return box;
}

function wrap(entity, text) {
  const element = make(TAGS[entity.type]);
  if (entity.type === "spoiler") element.className = "spoiler";
  if (entity.type === "bot_command") {
    element.type = "button";
    element.className = "command";
    element.onclick = () => act({ act: "says", text });
  }
  const url = entity.type === "url" ? text : entity.url;
  if (url && /^https?:\/\//i.test(url)) {
    element.href = url;
    element.target = "_blank";
    element.rel = "noopener noreferrer";
  }
  return element;
}

function picture(message) {
  const file = message.file;
  const path = "/people/file/" + file.id;
  if (message.kind === "photo") {
    const image = make("img");
    image.src = path;
    image.alt = "图片";
    image.loading = "lazy";
    if (file.width) { image.width = file.width; image.height = file.height; }
    return image;
  }
  const names = { voice: "语音", sticker: "贴纸" };
  const link = make("a", "", "📎 " + (file.name || names[message.kind] || "文件") + "（" + Math.ceil(file.size / 1024) + " KB）");
  link.href = path;
  link.download = file.name || "file";
  return link;
}

function drawButtons(message) {
  const box = make("div", "buttons");
  message.buttons.forEach((row, y) => {
    const line = make("div");
    row.forEach((button, x) => {
      if (button.kind === "url" && /^https?:\/\//i.test(button.url)) {
        const link = make("a", "", button.label + " ↗");
        link.href = button.url;
        link.target = "_blank";
        link.rel = "noopener noreferrer";
        line.append(link);
        return;
      }
      const element = make("button", "", button.label);
      element.type = "button";
      element.disabled = button.kind !== "data";
      element.onclick = async () => {
        element.disabled = true;
        await act({ act: "taps", message: message.id, row: y, column: x });
        element.disabled = false;
      };
      line.append(element);
    });
    box.append(line);
  });
  return box;
}

function drawMessage(message, texts) {
  if (message.kind === "service") return make("div", "message service", message.text);
  const box = make("article", "message" + (message.own ? " own" : ""));
  const bubble = make("div", "bubble");
  if (!message.own) bubble.append(make("div", "sender", message.sender + (message.bot ? " 🤖" : "")));
  if (message.reply_to) bubble.append(make("div", "quote", texts.get(message.reply_to) || "（消息）"));
  if (message.file && message.kind !== "sticker") bubble.append(picture(message));
  if (message.text) bubble.append(marked(message.text, message.entities));
  const time = new Date(message.date * 1000);
  const two = (n) => String(n).padStart(2, "0");
  const when = time.getMonth() + 1 + "月" + time.getDate() + "日 " + two(time.getHours()) + ":" + two(time.getMinutes());
  const meta = make("div", "meta", (message.pinned ? "📌 " : "") + when + (message.edited ? " 已编辑" : "") + " ");
  const reply = make("button", "", "回复");
  reply.type = "button";
  reply.onclick = () => quote(message);
  meta.append(reply);
  if (message.own && (message.kind === "text" || message.file)) {
    const edit = make("button", "", "修改");
    edit.type = "button";
    edit.onclick = () => {
      const text = prompt("改为", message.text);
      if (text !== null) act({ act: "edits", message: message.id, text });
    };
    meta.append(edit);
  }
  bubble.append(meta);
  box.append(bubble);
  if (message.buttons.length) box.append(drawButtons(message));
  return box;
}

async function drawChat() {
  if (!state.user) return;
  const where = here();
  const view = await ask(where);
  if (where !== here()) return;
  const drawn = where + JSON.stringify(view.messages) + JSON.stringify(view.keyboard) + view.started + view.blocked + JSON.stringify(view.groups);
  if (drawn === state.drawn) return;
  const moved = !state.drawn.startsWith(where);
  state.drawn = drawn;
  drawTabs(view);
  const list = $("messages");
  const atEnd = moved || list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  const texts = new Map(view.messages.map((message) => [message.id, message.text]));
  list.replaceChildren(...view.messages.map((message) => drawMessage(message, texts)));
  drawKeyboard(view);
  $("start").hidden = !(view.private && (!view.started || view.blocked));
  $("start").textContent = view.blocked ? "解除屏蔽并重新开始" : "开始";
  $("composer").hidden = view.private && (!view.started || view.blocked);
  $("block").hidden = !(view.private && view.started && !view.blocked);
  // Last, when everything around the list has its height.
  if (atEnd) list.scrollTop = list.scrollHeight;
  const last = Math.max(0, ...view.messages.map((message) => message.seq));
  if (last) send(where, { act: "reads", seq: last }).catch(() => {});
}

function drawKeyboard(view) {
  const box = $("keyboard");
  box.hidden = view.keyboard.length === 0 || view.blocked;
  box.replaceChildren(...view.keyboard.map((row) => {
    const line = make("div");
    line.append(...row.map((label) => {
      const button = make("button", "", label);
      button.type = "button";
      button.onclick = () => act({ act: "says", text: label });
      return button;
    }));
    return line;
  }));
}

function quote(message) {
  state.reply = message ? message.id : 0;
  $("quoting").hidden = !message;
  $("quoting").querySelector("span").textContent = message ? "回复：" + (message.text || "（文件）") : "";
  if (message) $("text").focus();
}

// --- what the person does

$("person").onchange = (event) => become(Number(event.target.value));
$("quoting").querySelector("button").onclick = () => quote(null);
$("menu").onclick = () => { $("commands").hidden = !$("commands").hidden; };
$("start").onclick = () => act({ act: "start" });
$("block").onclick = () => act({ act: "blocks" });
$("newcomer").onclick = () => { $("first-name").value = ""; $("username").value = ""; $("ask").showModal(); };
$("ask").onclose = async () => {
  if ($("ask").returnValue !== "ok" || !$("first-name").value.trim()) return;
  try {
    const made = await send("/people", { first_name: $("first-name").value, username: $("username").value });
    await drawPeople();
    $("person").value = made.id;
    become(made.id);
  } catch (error) {
    toast(error.message);
  }
};

function say() {
  const text = $("text").value;
  if (!text.trim()) return;
  const body = { act: "says", text };
  if (state.reply) body.reply_to = state.reply;
  $("text").value = "";
  quote(null);
  act(body);
}
$("composer").onsubmit = (event) => { event.preventDefault(); say(); };
$("text").onkeydown = (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    say();
  }
};

$("attach").onclick = () => $("file").click();
$("file").onchange = async () => {
  const file = $("file").files[0];
  if (!file) return;
  const form = new FormData();
  form.append("caption", $("text").value);
  form.append("file", file);
  $("file").value = "";
  try {
    await ask(here() + "/file", { method: "POST", body: form });
    $("text").value = "";
    await drawChat();
  } catch (error) {
    toast(error.message);
  }
};

// --- what others do

async function follow() {
  for (;;) {
    try {
      await drawPeople();
      await drawChat();
      const news = await ask("/people/changes?since=" + state.seq);
      state.seq = news.seq;
    } catch (error) {
      toast(error.message);
      // The group may be one they are no longer in.
      state.chat = state.user;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}
follow();
