"""``python -m tests.conformance`` plays games by the thousand and checks each against all laws."""

import sys

from .bulk import main

if __name__ == "__main__":
    sys.exit(main())
