"""How the bed of labelled pages was captured: programs installed, filled, asked, and labelled."""
