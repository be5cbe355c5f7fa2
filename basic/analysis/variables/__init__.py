"""Variables: which is which, what numbers it can hold, what tables of DATA and flags are."""
