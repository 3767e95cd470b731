"""Sites of documentation to crawl, made of Debian's packages, in two halves by what made the pages.

`python -m evaluation.quality.documentation_bed FOLDER` writes them.
"""
