"""The hits line: the line of a result page that says how many matches there are."""
