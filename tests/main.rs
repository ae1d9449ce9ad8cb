mod bot_api;
