"""What can be known of a program without running it: side tables keyed by point, never marks on the tree.

It reads trees (`syntax`) and reckons with bounds (`arithmetic`); what a word does the registry of the library says.
Engine and port ask it; it knows neither of them.
"""
