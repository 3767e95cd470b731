"""The pages people see, and how they are sent."""
