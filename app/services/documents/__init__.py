"""Documents behind the window: read and indexed in the background, mounted in chats, given to replies and cited."""
