"""What people use, one folder each: cases, comparisons, the table, the printed book, the graph to look at."""
