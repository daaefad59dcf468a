"""Mistakes of a caller of the search."""


class SearchError(ValueError):
    """A field of a search request has a value the search cannot take."""

    field: str
    """Its name, such as `limit.iterations`."""
    value: object
    """The value found."""
    expected: str
    """The expected value, in words."""

    def __init__(self, field: str, value: object, expected: str) -> None:
        super().__init__(field, value, expected)
        self.field = field
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        return f"{self.field}: {self.value!r}; expected {self.expected}"
