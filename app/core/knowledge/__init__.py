"""Who and what documents (and chats, where the person wants it) tell of: names, what links them, where it stands."""
