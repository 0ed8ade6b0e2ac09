"""``python -m derive`` is the command ``derive``."""

import sys

from derive.cli import main

if __name__ == "__main__":
    sys.exit(main())
