"""The words of the web's languages: all that the product reads pages with, one file a language."""
