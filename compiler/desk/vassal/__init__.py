"""Modules for VASSAL, the program by which people play board games over the net: written from law, and their saved
games read again."""
