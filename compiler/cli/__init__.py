"""The `hexlaw` command. One file per subcommand, and one in `usage/` for its arguments.

Only the file of the command that is given is loaded, since loading all of them takes longer than most commands run.
Exit codes: 0 fine, 1 the rules or cases fail, 2 bad use or bad input.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import why_not
from hexlaw.compiler.base.processes import Interrupts
from hexlaw.compiler.base.streams import Undeliverable, open_streams

OVERVIEW = (Path(__file__).parent / "usage" / "overview.txt").read_text("utf-8")
"""What there is, and where to start."""
COMMANDS = dict(re.findall("^  ([a-z-]+) +(.+)", OVERVIEW, re.MULTILINE))
"""What each command is for."""
ALSO_CALLED = {
    **dict.fromkeys(("odds", "chance", "probability"), "hexlaw ask MODULE 'after EFFECT(...)'"),
    **dict.fromkeys(("may", "legal"), "hexlaw ask MODULE 'may ACTION.PICK(...)'"),
    **dict.fromkeys(("why", "explain", "query"), "hexlaw ask MODULE QUESTION"),
    **dict.fromkeys(("lint", "validate", "compile", "build"), "hexlaw check MODULE"),
    **dict.fromkeys(("format", "tidy"), "hexlaw fmt"), **dict.fromkeys(("print", "pdf", "html"), "hexlaw book MODULE"),
    **dict.fromkeys(("simulate", "sim"), "hexlaw run MODULE SITUATION"),
    **dict.fromkeys(("fair", "winrate"), "hexlaw balance MODULE SITUATION"),
    **dict.fromkeys(("diff", "changes"), "hexlaw compare BASE VARIANT"), "map": "hexlaw board MODULE",
    **dict.fromkeys(("init", "create", "add"), "hexlaw new"), "recipe": "hexlaw new recipe",
    **dict.fromkeys(("search", "grep"), "hexlaw find MODULE"),
}  # fmt: skip
"""What to write where somebody calls a command by another word."""
INSTEAD_OF_OPTIONS = {
    ("compare", "games"): "write `--pairs`", ("run", "pairs"): "write `--games`",
    ("play", "plain"): "leave it out: in the terminal, all games are played line by line",
}  # fmt: skip
"""By command and option that it has not, what to do instead."""


def main(argv: list[str] | None = None) -> int:
    with open_streams():
        try:
            try:
                Interrupts.hear()
                return _run(sys.argv[1:] if argv is None else argv)
            finally:
                sys.stdout.flush()
        except SystemExit as end:  # of a command that cannot go on, or of `argparse`
            return int(end.code or 0)
        except BrokenPipeError:  # the reader of our output has gone; nothing more is wanted
            return 1
        except Undeliverable as problem:
            print(f"hexlaw: standard output cannot be written: {problem}", file=sys.stderr)
        except OSError as problem:
            about = "" if problem.filename is None else f"`{os.fsdecode(problem.filename)}`: "
            print(f"hexlaw: {about}{why_not(problem)}", file=sys.stderr)
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
        except Exception as problem:
            from hexlaw.compiler.workspace.compiled_laws import LawStop  # slow to load, and seldom met

            if not isinstance(problem, LawStop):
                raise
            print(f"hexlaw: the law stops here: {problem.message}\n  help: {problem.help}", file=sys.stderr)
            for cause in problem.chain:
                print(f"  in {cause.sort} {cause.name}" + (f" ({cause.where})" if cause.where else ""), file=sys.stderr)
            return 1
        return 2


def _run(words: list[str]) -> int:
    if words[:1] == ["how-do-i"]:  # as the page of recipes is called
        words = ["help", *words[1:]]
    if not words or words[0] in ("-h", "--help"):
        sys.stdout.write(OVERVIEW)
        return 0
    parser = _Parser(prog="hexlaw", add_help=False)
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        parser.error(_no_command(words[0]))
    given = next((word for word in words if word in COMMANDS), None)
    if words[0].startswith("-") and given is not None and words[0] != "--version":
        parser.error(f"the command comes first, `hexlaw {given} ...`, and `{words[0]}` behind it")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    if words[0] in COMMANDS:  # anything else `argparse` answers by itself
        from hexlaw.compiler.cli.common import add

        command = add(commands, words[0])
    args, left_over = parser.parse_known_args(words)
    # argparse gives an optional word up when options stand before it: the question may come last all the same
    if len(left_over) == 1 and not left_over[0].startswith("-") and getattr(args, "question", "") is None:
        args.question = left_over.pop()
    if left_over:
        _refuse(commands.choices[args.command], left_over, getattr(args, "question", None))
    try:
        code: int = command.run(args)
    except Refused as refused:
        from hexlaw.compiler.cli.common import refuse

        return refuse(refused, as_json_=getattr(args, "json", False))
    return code


class _Parser(argparse.ArgumentParser):
    """Reads the words of a command, and says what is wrong with them as Hexlaw says it; its commands read theirs so."""

    def error(self, message: str) -> NoReturn:
        super().error(self._in_plain_words(message))

    def _in_plain_words(self, message: str) -> str:
        about, _, said = message.partition(": ")
        option = about.removeprefix("argument ")
        if found := re.fullmatch(r"invalid (?:int|float) value: '(.*)'", said):
            return f"`{option} {found[1]}`: expected a whole number, as in `{option} 3`"
        if found := re.fullmatch(r"invalid choice: '?(.*?)'? \(choose from (.*)\)", said):
            return f"`{option} {found[1]}`: expected one of {found[2].replace(chr(39), '')}"
        if said == "expected one argument":
            return f"a value is missing behind `{option}`"
        if about == "the following arguments are required":
            optional = {str(each.metavar or each.dest) for each in self._actions if each.nargs in ("*", "?")}
            missing = [each for each in said.split(", ") if each not in optional]
            return f"missing: {', '.join(f'`{each}`' for each in missing)}"
        return message


def _no_command(word: str) -> str:
    from hexlaw.compiler.base.diagnostic import did_you_mean

    meant = ALSO_CALLED.get(word)
    near = f"write `{meant}`" if meant is not None else did_you_mean(word, COMMANDS)
    return f"there is no command `{word}`; {near or '`hexlaw --help` lists what there is'}"


def _refuse(command: argparse.ArgumentParser, left_over: list[str], question: str | None) -> NoReturn:
    """Ends with what a command does not know, in its own usage; of a question without quotes it knew the first word."""
    from hexlaw.compiler.base.diagnostic import did_you_mean

    if question is not None and not any(word.startswith("-") for word in left_over):
        quoted = f"'{' '.join((question, *left_over))}'"
        command.error(f"not understood: {' '.join(left_over)}; put a text with blanks into quotes: {quoted}")
    options = re.findall(r"--([a-z][a-z-]*)", command.format_usage())
    word = left_over[0].removeprefix("--").partition("=")[0]
    instead = INSTEAD_OF_OPTIONS.get((command.prog.rpartition(" ")[2], word))
    near = instead or re.sub("`(?=[a-z])", "`--", did_you_mean(word, options) or "")
    command.error(f"not understood: {' '.join(left_over)}{f'; {near}' if near else ''}")


def main_and_exit() -> NoReturn:
    """`main` as a process of its own, ended at once: taking all that was read apart again takes as long as checking it.

    Nothing is left to be done by then: `main` has sent off what was written, files were closed where they were opened.
    """
    os._exit(main())


class _ShowVersion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version  # slow to load, seldom asked for

        try:
            print(f"hexlaw {version('hexlaw')}")
        except PackageNotFoundError:
            print("hexlaw (not installed)")
        parser.exit()
