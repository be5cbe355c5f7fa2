"""`python -m basic.compare`"""

import argparse
import sys

from .command import add_arguments, main

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m basic.compare")
    add_arguments(parser)
    sys.exit(main(parser.parse_args()))
