"""What an answer is: its kind, the reason, and the sentence that says why."""
