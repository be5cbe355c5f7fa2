"""`python -m basic` is the command `basic`."""

import sys

from .cli import main

sys.exit(main())
