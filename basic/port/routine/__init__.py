"""One routine after another as text: its shapes, its single places, and the pieces that become functions."""
