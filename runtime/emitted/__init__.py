"""What emitted law needs to run: how it is loaded, the state that it reads, and the answers it gives to play."""
