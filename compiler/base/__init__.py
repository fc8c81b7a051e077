"""What every part of the compiler uses: texts and places, findings, the cache, processes, output."""
