"""KV caches of chats on disk: chunks named by their content, manifests that list them, a thread that writes."""
