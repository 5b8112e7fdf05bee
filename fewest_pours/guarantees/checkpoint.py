"""A proof that is not finished, on disk: the partial deals that are left, and what is decided."""

import json
import os
from dataclasses import asdict
from pathlib import Path

import numpy as np

from fewest_pours.guarantees.covering import Covering, Share, Tally
from fewest_pours.guarantees.partial_deals import PartialDeals, nothing_known
from fewest_pours.guarantees.sizes import Size


def save(covering: Covering, path: Path) -> None:
    """Replace the checkpoint; a process that is stopped during this leaves the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    state = {"divided": covering.divided, "tally": asdict(covering.tally)}
    deals = covering.deals
    new = path.with_suffix(".new.npz")
    np.savez(new, units=deals.units, weights=deals.weights.astype(str), state=np.array(json.dumps(state)))
    os.replace(new, path)


def saved_or_new(size: Size, share: Share, path: Path) -> Covering:
    """The proof where the checkpoint left it, or at its start. Raises ValueError for too many colours."""
    covering = Covering.start(size, share)
    if path.exists():
        with np.load(path) as data:
            state = json.loads(str(data["state"]))
            weights = [int(text) for text in data["weights"].tolist()]
            weight_type = nothing_known(size).weights.dtype
            covering.deals = PartialDeals(data["units"], np.array(weights, weight_type))
        covering.divided = state["divided"]
        covering.tally = Tally(**state["tally"])
    return covering
