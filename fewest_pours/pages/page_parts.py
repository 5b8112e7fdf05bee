"""The parts of pages: files of this folder, data and text made safe for HTML, and scripts joined into one.

The scripts are ES modules. A page must be one file that opens without a server, so its modules are joined into a
single scope, in the order in which a browser would run them; `import` and `export` are left out. That is the same
program as long as no two modules declare the same name, and each imported name is exported: both are checked.
"""

import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from posixpath import dirname, join, normpath

from fewest_pours.files.wording import printable

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
INDENTATION_AND_LINES_OF_COMMENT = re.compile(r"^(?:[ \t]+|//.*\n|\n)+", re.MULTILINE)
COMMENT_BEHIND_CODE = re.compile(r"(?<=[;,{}()\]]) // .*$", re.MULTILINE)
LINE_OF_PLAIN_CODE = re.compile(r"^[^`/\n]+$", re.MULTILINE)  # without templates and regular expressions
# The blanks that this one finds stand in texts, too. So it finds whole texts first, which stay; and it is used only on
# lines without ` and /, as it cannot tell where a template or a regular expression ends.
TEXT_OR_BLANK = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""  # a text, so that no blank in it is found
    r"""|(?<=[\w)\]]) ([+-]) (?=[\w("])"""  # an operator between two blanks
    r"""|(?<=[,;)\]}]) (?=\S)|(?<=\w) (?=[({[])"""  # a blank behind a sign, or before an opening bracket
)
# The next three are used on every line, also on those with templates: no text has what they find, and a template has
# it only within ${...}, which is code. For + and - that need not hold: in `${a} + ${b}` the ` + ` is text. So these two
# are left to TEXT_OR_BLANK, which is not used on lines with templates.
BLANKS_AROUND_OPERATOR = re.compile(r"(?<=[\w\])}\"]) (=>|[!=]==|[<>]=?|[+-]?=|&&|\|\||\?\??|[*%/:]) (?=\S)")
BLANK_BEHIND_KEY = re.compile(r"^(\w+:) ", re.MULTILINE)
# A line end before a closing bracket, with the `,` or `;` in front of it; or one behind a bracket, `,` or `;`, or
# a sign behind which no statement ends: `=>`, `:`, `+`.
LAST_SEPARATOR_OR_LINE_END = re.compile(r"[,;]?\n(?=[)\]}])|(?<=[(\[{,;}>:+])\n")
COMMENT_OF_STYLE = re.compile(r"/\*.*?\*/", re.DOTALL)
# A line end before `}`, with the `;` in front of it; one behind `{`, `}`, `,` or `;`; or blanks at the beginning.
SEPARATOR_OR_LINE_END_OF_STYLE = re.compile(r";?\s*\n\s*(?=\})|(?<=[{},;])\s*\n\s*|^\s+")


def raw(name: str) -> bytes:
    """The content of a file of the pages: 'player/page.css'"""
    return files("fewest_pours.pages").joinpath(name).read_bytes()


def text(name: str) -> str:
    return raw(name).decode()


def xml_text(words: str) -> str:
    """Text that is safe in XML: markup and unprintable characters are escaped."""
    return escape(printable(words))


def island(data: object) -> str:
    """JSON that is safe inside a script element: ASCII only, and no markup."""
    return json.dumps(data, separators=(",", ":")).translate({ord(c): f"\\u{ord(c):04x}" for c in "<&"})


@cache
def script(entry: str) -> str:
    """The program of an entry module, 'board/board.js', and of all that it imports. Raises ValueError."""
    modules = modules_of(entry)
    expect_distinct_names(modules)
    code = "".join(EXPORT.sub("", IMPORT.sub("", source)) for source in modules.values())
    return '"use strict";\n' + shortened(code)


def shortened(code: str) -> str:
    """The same program without comments, indentation, and most blanks, separators and line ends that it does not need.

    This is right for code as Biome formats it (.ci/check-scripts): a statement ends with `;` or `}`, a text does not go
    over a line end. tests/fewest_pours/pages/test_scripts.py checks that no "text" of the scripts is changed.
    """
    code = INDENTATION_AND_LINES_OF_COMMENT.sub("", code)
    code = COMMENT_BEHIND_CODE.sub("", code)
    code = LINE_OF_PLAIN_CODE.sub(lambda line: TEXT_OR_BLANK.sub(text_or_operator, line[0]), code)
    code = BLANKS_AROUND_OPERATOR.sub(r"\1", code)
    code = BLANK_BEHIND_KEY.sub(r"\1", code)
    return LAST_SEPARATOR_OR_LINE_END.sub("", code)


def text_or_operator(found: re.Match[str]) -> str:
    """What stays of what TEXT_OR_BLANK finds: a text, an operator without the blanks around it, or nothing."""
    return found[1] or found[2] or ""


def style(*names: str) -> str:
    """The style of these files, without comments, indentation, and separators and line ends that it does not need."""
    code = "".join(COMMENT_OF_STYLE.sub("", text(name)) for name in names)
    return SEPARATOR_OR_LINE_END_OF_STYLE.sub("", code)


def modules_of(entry: str) -> dict[str, str]:
    """The sources of a module and of all that it imports, each after those that it imports, as browsers run them.

    Raises ValueError for a circle of imports: then none of its modules can be read before the others.
    """
    found: dict[str, str] = {}

    def visit(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(f"imports in a circle: {' imports '.join((*importers, name))}")
        if name in found:
            return
        source = text(name)
        for names, place in IMPORT.findall(source):
            imported = normpath(join(dirname(name), place))
            expect_exports(imported, names)
            visit(imported, (*importers, name))
        found[name] = source

    visit(entry, ())
    return found


def expect_exports(module: str, names: str) -> None:
    """Raise ValueError unless the module exports all these names: 'byId, make'"""
    exported = EXPORTED.findall(text(module))
    for name in re.findall(r"[\w$]+", names):
        if name not in exported:
            raise ValueError(f"{module} does not export {name}")


def expect_distinct_names(modules: dict[str, str]) -> None:
    """Raise ValueError if two modules declare one name, which would be one variable once they are joined."""
    owners: dict[str, str] = {}
    for module, source in modules.items():
        for name in DECLARED.findall(source):
            if name in owners:
                raise ValueError(f"{owners[name]} and {module} both declare {name}")
            owners[name] = module
