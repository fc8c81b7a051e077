"""The cases of the law that is kept here are run by the tests, once the law says what is said today."""

collect_ignore = ["ferry", "released"]
