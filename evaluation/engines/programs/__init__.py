"""Programs that answer searches with pages of HTML, brought from Debian, PyPI and npm."""
