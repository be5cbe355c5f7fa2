"""What can be known of a program without running it: side tables keyed by point, never marks on the tree."""
