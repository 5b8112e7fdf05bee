"""Where the project and its instances are."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
INSTANCES = ROOT / "instances"
