"""`basic profile`: how often each line of a program ran, how long it took, and who called it.

The program runs in the Python engine, whose code is written with a call of `mark` before every statement
(`watched.py`). `recorder.py` keeps the counts, the times and the calls, `listing.py` and `page.py` show them.
"""
