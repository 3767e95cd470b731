"""The Model Context Protocol: assistants search here, and add engines where they have a key."""
