"""Result pages of well-known web programs and sites, their markup written from memory."""
