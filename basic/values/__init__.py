"""Numbers as GW-BASIC has them, to the last bit, and their texts.

A value is kept in one of three representations, and the kind (``%``, ``!``, ``#``) is known to whoever holds it:

- an integer (``%``) is a Python int from -32768 to 32767;
- a single (``!``) is a float, or an int if it is whole, with at most 24 significant bits;
- a double (``#``) is the int value * 2**184, which holds every double exactly.

``single`` and ``double`` compute, ``convert`` goes between kinds and to bytes, ``text`` reads and shows numbers,
``functions`` has SQR to RND, ``using`` PRINT USING. Overflow and division by zero carry the value to go on with
(``soft``).
"""
