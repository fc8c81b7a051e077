"""A position: what stands where, what is true of it, and what of that a side does not see."""
