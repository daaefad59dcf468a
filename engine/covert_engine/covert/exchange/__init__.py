"""Views as plain data and messages: reading, checking, filling gaps and writing."""
