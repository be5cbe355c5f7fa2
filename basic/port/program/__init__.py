"""The BASIC program before anything of it is written: made ready, surveyed, run once where that tells something."""
