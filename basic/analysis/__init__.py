"""What can be known of a program without running it: side tables keyed by point, never marks on the tree.

It reads trees (`syntax`) and reckons with bounds (`arithmetic`). Engine and port ask it; it knows neither of them,
nor the library.
"""
