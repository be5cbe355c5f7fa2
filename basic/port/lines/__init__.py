"""Written lines of Python, and what is made shorter, plainer or shallower in them when a function is finished."""
