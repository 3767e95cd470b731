"""An installation of an earlier state of the product, and the test that opens it with today's."""
