"""Items: what the pages of collections say, read, indexed, searched, exported."""
