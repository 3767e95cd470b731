"""What stands between strangers and the pages: limits, proxies, attempts to sign in."""
