"""Chats' memories on disk: pieces named by their content, small manifests that list them, a thread that writes."""
