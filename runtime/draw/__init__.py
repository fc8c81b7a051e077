"""Boards, counters and positions drawn: in the terminal, and as SVG files that refer to nothing outside themselves."""
