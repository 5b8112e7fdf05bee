"""python -m cpmodel FILE...: solve puzzles by constraint programming."""

from instances.solving.command_line.program import program

if __name__ == "__main__":
    program("cpmodel.__main__")

import argparse

from cpmodel.solvers import SIDE
from instances.reading.writing import output
from instances.solving.command_line.arguments import natural
from instances.solving.command_line.solve_command import main as solve


def main(argv: list[str]) -> int:
    more = argparse.ArgumentParser("python -m cpmodel", add_help=False, allow_abbrev=False)
    text = "write the model of a formulation instead of solving it (.pb, or .pb.txt for text)"
    more.add_argument("--write-model", metavar="FILE.pb", type=output, help=text)
    more.add_argument("--excess", metavar="N", type=natural, help="of --write-model: pours above the bottoms bound")
    asked = more.parse_known_args(argv)[0]
    if asked.write_model is not None:
        from cpmodel.model_file import main as write_model  # which loads OR-Tools

        return write_model(argv, more)
    if asked.excess is not None:
        more.error("--excess needs --write-model")
    return solve("python -m cpmodel", "Solve puzzles by constraint programming (OR-Tools CP-SAT).", (SIDE,), argv, more)
