"""Text with styles. Only where it comes to a terminal is the library loaded that paints it (see terminal.py)."""


class Text:
    """Text('capacity 4').append('re', 'bold #ffffff on #d62728'); str() of it is the text alone.

    spans: (first character, the one after the last, style); styles in the words of the library rich.
    """

    def __init__(self, text: str = "") -> None:
        self.parts = [text]
        self.length = len(text)
        self.spans: list[tuple[int, int, str]] = []

    def append(self, text: str, style: str | None = None) -> "Text":
        if style:
            self.stylize(style, self.length, self.length + len(text))
        self.parts.append(text)
        self.length += len(text)
        return self

    def append_text(self, other: "Text") -> "Text":
        self.spans += [(start + self.length, end + self.length, style) for start, end, style in other.spans]
        return self.append(str(other))

    def stylize(self, style: str, start: int, end: int) -> None:
        self.spans.append((start, end, style))

    @property
    def plain(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return "".join(self.parts)

    def __len__(self) -> int:
        return self.length
