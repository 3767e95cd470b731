"""What sites publish of their search: OpenSearch documents and schema.org actions."""
