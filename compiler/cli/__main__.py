"""`python -m hexlaw.compiler.cli` is the same as `hexlaw`."""

from hexlaw.compiler.cli import main_and_exit

main_and_exit()
