"""`python -m pyport.sudoku`"""

import sys

from pyport.sudoku.commands import main

if __name__ == "__main__":
    sys.exit(main())
