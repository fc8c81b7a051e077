"""`python -m hexlaw.compiler.cli` is the same as `hexlaw`."""

import sys

from hexlaw.compiler.cli import main

sys.exit(main())
