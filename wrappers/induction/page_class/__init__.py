"""Learning the wrapper of a page class: what differs between the pages of one template is data."""
