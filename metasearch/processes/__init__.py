"""The processes of an installation: started, supervised, stopped."""
