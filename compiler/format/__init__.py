"""The canonical form of law: `law_text.py` formats files, `item_printer.py` and `expression_printer.py` print what the
parser read."""
