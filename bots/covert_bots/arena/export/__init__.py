"""The games of a ledger as data: JSON lines or Parquet, there and back."""
