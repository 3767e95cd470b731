#!/usr/bin/env python
"""The command line of a checkout; an installed package has `metasearch` for it."""

from metasearch.management.program import main

if __name__ == "__main__":
    main()
