"""Words of many languages that levels are typed with: words.json, in lower case; each is one word, not a pattern."""

import json
from pathlib import Path

WORDS: dict[str, list[str]] = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
