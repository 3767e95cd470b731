"""An installation of November 2026, and the test that opens it with the product of today."""
