"""Forged certificates, none of which may be believed: python tests/fuzz/certificates.py [--kind lrat] [--cases 100000]

Every claim is false, and known to be so from plain search over something small. Prints for each kind of witness how
many forgeries were tried and why they were refused; a forgery that is believed ends the run with exit code 1.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # not this folder: its yaml.py is not the library

from fuzz import facts, forgeries, grids, squares  # noqa: E402
from fuzz.forgeries import Kind, attack  # noqa: E402
from instances.solving.command_line.program import program  # noqa: E402

KINDS: dict[str, Kind] = {
    "lrat": forgeries.forged_proof,
    "clauses": facts.forged_clauses,
    "facts": facts.forged_facts,
    "dimacs": facts.forged_files,
    "depths": forgeries.forged_depths,
    "state": forgeries.forged_states,
    "plan": forgeries.forged_plan,
    "squares": squares.forged_states,
    "futoshiki": grids.forged_futoshiki,
    "pipes": grids.forged_pipes,
}


def main(argv: Sequence[str] | None = None) -> int:
    arguments = argparse.ArgumentParser(description="Forged certificates, none of which may be believed.")
    arguments.add_argument("--kind", choices=KINDS, help="of witness; default: all kinds, one after the other")
    arguments.add_argument("--cases", metavar="N", type=int, default=100_000, help="forgeries of each kind (100000)")
    arguments.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed makes the same ones (0)")
    options = arguments.parse_args(argv)
    believed = 0
    for name in [options.kind] if options.kind else KINDS:
        done = attack(KINDS[name], options.cases, options.seed)
        believed += len(done.accepted)
        print(f"{name}: {done.cases} forgeries, {len(done.accepted)} believed, {done.seconds:.0f} s")
        for message, times in done.refusals.most_common():
            print(f"{times:>9}  {message}")
        for forgery in done.accepted[:3]:
            print(f"  BELIEVED: {forgery.claim}\n    {forgery.witness}")
    return 1 if believed else 0


if __name__ == "__main__":
    program(__name__)
