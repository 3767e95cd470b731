"""Links and addresses that a crawler may follow, and the site they belong to."""
