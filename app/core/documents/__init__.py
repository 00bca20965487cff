"""Documents: read once, cut into passages, searched before a reply and cited after it."""
