"""A loaded model: the native library, its context, its vocabulary, its vision encoder, its compaction functions."""
