"""What every part of the compiler stands on: texts and places, findings, the cache, processes, output."""
