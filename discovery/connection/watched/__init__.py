"""From a visit of a page that its scripts fill to the request behind it."""
