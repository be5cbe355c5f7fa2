"""`basic bench`: how fast programs run here, beside everything else that can run them.

`programs/` holds ten small programs, each with what the real GW-BASIC printed (.out) and a hand-written Python twin.
"""
