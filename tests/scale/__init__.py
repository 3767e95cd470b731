"""The product over PostgreSQL and Redis with several processes."""
