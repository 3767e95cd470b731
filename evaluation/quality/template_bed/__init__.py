"""Result lists of real programs, each laid out by its own themes and versions, with the truth."""
