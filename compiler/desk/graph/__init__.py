"""The rule graph to look at: what joins its nodes, told, drawn and pictured."""
