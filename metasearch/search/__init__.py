"""The search: from a query to merged results, engine by engine as they answer."""
