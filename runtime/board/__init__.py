"""Where things stand: the geometry of hexes, printed boards, and the map that a position is played on."""
