"""The inverse of the syntax: programs listed, stored, renumbered, tidied and coloured."""
