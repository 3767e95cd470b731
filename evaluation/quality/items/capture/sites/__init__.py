"""What runs in environments of its own, each with a program made with Django."""
