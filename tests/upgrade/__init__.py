"""An installation of November 2026, and the test that opens it with the product of today.

`stored` was made with the product's commit 4a2a935. The programs that made it ran with that code
only: they stand in the history of this folder (`git log -- tests/upgrade`, make_installation).
"""
