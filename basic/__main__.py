"""`python -m basic` is the command `basic`."""

import sys

from .launch import main

sys.exit(main())
