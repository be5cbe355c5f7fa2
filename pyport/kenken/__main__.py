"""`python -m pyport.kenken`."""

import sys

from pyport.kenken.program import main

sys.exit(main())
