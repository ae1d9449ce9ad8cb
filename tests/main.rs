mod bot_api;
mod check;
mod lots;
mod pairing;
mod random_event;
mod ranking;
mod rehearsal;
