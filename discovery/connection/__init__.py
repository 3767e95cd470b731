"""Connection: how a search engine is asked, as data, as XML, as a request."""
