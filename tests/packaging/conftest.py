"""A wheel is built where everything is to be tried: `python bench/rotation.py wheel`."""

from rotation import WHOLE

collect_ignore = [] if WHOLE else ["test_built_wheel.py"]
