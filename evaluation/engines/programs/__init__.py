"""Programs and sites with searches, by pages of HTML or as today, brought and served alike."""
