"""`basic bench`: how fast programs run here, beside everything else that can run them.

`programs/` holds eleven small programs, each with what the real GW-BASIC printed (.out; of `resume` worked
out by hand) and a hand-written Python twin.
"""
