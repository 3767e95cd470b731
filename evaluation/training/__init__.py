"""What fits weights, and the made-up pages they are fitted on."""
