from basic.gw.program import Program  # for BASIC's INPUT

with Program() as gw:
    a: float = gw.input_number()
    from_30 = a > 5
    while True:
        # A loop that is entered in several places of BASIC's lines 20 and 30.
        if not from_30:
            a += 1
            gw.print("up")
        a += 2
        gw.print(a)
        if a >= 10:
            break
        from_30 = False
    gw.print("end")
    from_90 = a == 10
    while True:
        # A loop that is entered in several places of BASIC's lines 70 and 90.
        if not from_90:
            gw.print("seven")
            a -= 1
            if a > 10:
                from_90 = False
                continue
        gw.print("nine")
        a -= 2
        if a <= 8:
            break
        from_90 = False
