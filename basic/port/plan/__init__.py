"""What must be decided for a whole program before a line of it is written."""
