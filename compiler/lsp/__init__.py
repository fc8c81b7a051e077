"""What an editor asks by the Language Server Protocol: `hexlaw lsp`."""
