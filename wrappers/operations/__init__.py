"""What people do with engines, by whatever door."""
