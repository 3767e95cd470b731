"""The papers' tables beside ours on our data; a command of its own."""
