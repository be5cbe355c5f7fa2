"""`python -m pyport.kenken`."""

import sys

from pyport.kenken.commands import main

sys.exit(main())
