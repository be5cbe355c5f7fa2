"""What things are called in Python: variables, subroutines after remarks, occasions and deeds, ends in words."""
