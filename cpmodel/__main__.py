"""python -m cpmodel FILE...: solve puzzles by constraint programming; or write a model, or read a solution of one."""

from fewest_pours.running.program_exit import program

if __name__ == "__main__":
    program("cpmodel.__main__")

from cpmodel.solvers import SIDE
from fewest_pours.commands.solve_command import main as solve


def main(argv: list[str]) -> int:
    if any(word.startswith(("--write-model", "--read-solution")) for word in argv):
        from cpmodel.model_file import main as exchange_models  # which loads OR-Tools

        return exchange_models(argv)
    description = "Solve puzzles by constraint programming (OR-Tools CP-SAT); models: --write-model FILE.pb --help."
    return solve("python -m cpmodel", description, (SIDE,), argv)
