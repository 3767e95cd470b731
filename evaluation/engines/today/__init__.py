"""Programs that serve searches as sites do today: by script, in JSON or feeds, behind consent."""
