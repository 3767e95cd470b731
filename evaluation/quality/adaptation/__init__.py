"""How well wrappers are adapted to redesigned pages."""
