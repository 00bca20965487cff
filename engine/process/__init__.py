"""The engine as a child process: requests in, events out, several chats side by side."""
