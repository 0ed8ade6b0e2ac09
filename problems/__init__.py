"""The problems: one file an instance of the one algebra."""
