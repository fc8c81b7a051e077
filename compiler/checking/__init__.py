"""Everything that `hexlaw check` does: modules compiled, their law and cases searched for faults, several at once."""
