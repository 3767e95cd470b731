"""Lists of engines that people have, in any format, read into proposals."""
