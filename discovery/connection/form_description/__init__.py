"""From a form on a page to the description of how its engine is asked."""
