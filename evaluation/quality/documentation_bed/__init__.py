"""Sites of documentation to crawl, made of Debian's packages, in columns by who may look at them.

`python -m evaluation.quality.documentation_bed FOLDER` writes them.
"""
