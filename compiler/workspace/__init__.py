"""The door to the machine: all that a command line, an editor or a page asks of laws goes through a `Workspace`
(`workspace.py`)."""
