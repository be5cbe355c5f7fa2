"""Statements and expressions of BASIC in Python's words.

    X=X*X/3: PRINT "X IS";X, Y$   x = x * x / 3
                                  print(f"X IS{num(x):10}{y}")
    PRINT "SUM";S,TAB(30);N$      write("SUM", f"{num(s)} ", None, 30, n)
    INPUT "YOUR MOVE";P,T         p, t = ask_numbers("YOUR MOVE? ", 2)

That is the modern manner: floats, `print` and `input`, and a few short functions that stand in the file. Single
precision may round otherwise, and BASIC's errors are Python's: what is written is compared with the BASIC program in
runs of both, and the head of the file says how far they agree. The other manner calls `basic.gw`.
"""
