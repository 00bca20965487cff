"""The computer's power: what is put off on battery, and that it stays awake while a model works."""
