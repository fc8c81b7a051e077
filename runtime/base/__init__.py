"""What everything else is made with: the sorts of nodes, and pairs and edges."""
