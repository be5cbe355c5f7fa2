"""Runs programs: BASIC in, Python source out, executed; and the prompt where one types."""
