"""The rule book of a module: START HERE with `book.py`, which makes the one book model (`model.py`) of a law.

gather.py    a compilation, a configuration  -> the book, by way of one file for each part of it
document.py  the book                         -> JSON (`schemas/book.schema.json`)
html.py, markdown.py, epub.py, pdf.py        -> what is read and printed; they know the model alone
"""
