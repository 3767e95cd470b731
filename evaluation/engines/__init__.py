"""Real search engines that nobody here wrote, learned from their addresses alone."""
