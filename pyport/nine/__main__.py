"""``python -m pyport.nine``."""

import sys

from pyport.nine.game import main

sys.exit(main())
