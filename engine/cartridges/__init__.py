"""Documents that were read and compacted once for a model, to be mounted into its chats without being read again."""
