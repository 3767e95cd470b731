"""Sites whose forms act: what the product sends to them, and whether it finds their search."""
