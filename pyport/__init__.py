"""The puzzle programs of `programs/` as Python: each prints what its BASIC program prints, and offers more."""
