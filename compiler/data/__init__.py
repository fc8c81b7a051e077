"""The data readers: YAML with places, tables, unit charts, boards, manifests and styles.

In goes the text of a file; out comes plain data of the runtime, or diagnostics that point into the text. No
reader raises for what a file holds, and each stops after a bounded amount of work.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "HX101": "a file cannot be read",
    "HX102": "a file is no plain UTF-8 text",
    "HX103": "a file is too large or nested too deeply",
    "HX104": "a mistake in the YAML itself",
    "HX105": "an unknown key, a missing key or a value of the wrong shape",
    "HX106": "a key is given twice",
    "HX107": "a value does not fit its type",
    "HX108": "a YAML feature that data files do not use",
    "HX109": "so many mistakes that reading stopped",
    "HX150": "a table file that belongs to another table",
    "HX151": "a row or column heading that does not fit its axis",
    "HX152": "a row with more or fewer cells than the table has columns",
    "HX153": "a table cell is missing",
    "HX154": "two headings of a table cover the same number",
    "HX155": "the headings of a table leave numbers out",
    "HX156": "a table cell that only repeats the base",
    "HX157": "the rows of a table are nested otherwise than its axes",
    "HX158": "a table cell is given twice in one file",
    "HX160": "a mistake in the CSV itself",
    "HX161": "a unit chart lacks a column",
    "HX162": "a column that no kind has",
    "HX163": "a column is given twice",
    "HX164": "a unit's id is missing or malformed",
    "HX165": "a unit is given twice in one module",
    "HX166": "a unit of an unknown or of another kind",
    "HX167": "a figure for an attribute that the unit's kind does not have",
    "HX168": "a unit without a source",
    "HX169": "a unit that only repeats the base",
    "HX170": "the grid of a board cannot be built",
    "HX171": "a hex that the board does not have",
    "HX172": "an attribute that neither hexes nor hexsides have",
    "HX173": "a direction that the grid does not have",
    "HX174": "a hexside is told twice and differently",
    "HX180": "the parts of a manifest do not fit together",
    "HX181": "a manifest names a source that it does not declare",
    "HX190": "a style that cannot be drawn",
    "HX325": "a list of claims that cannot be read",
}
