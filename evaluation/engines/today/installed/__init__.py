"""Programs of others from npm, PyPI and Debian, kept outside the repository."""
