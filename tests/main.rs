mod bot_api;
mod check;
