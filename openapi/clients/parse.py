"""Parses source files of a language that has no compiler here: `parse.py swift|dart FILE…`."""

import importlib
import sys
from pathlib import Path

from tree_sitter import Language, Parser

GRAMMARS = {"swift": "tree_sitter_swift", "dart": "tree_sitter_dart_orchard"}


def main() -> None:
    language, *files = sys.argv[1:]
    grammar = importlib.import_module(GRAMMARS[language])
    parser = Parser(Language(grammar.language()))
    for file in files:
        tree = parser.parse(Path(file).read_bytes())
        waiting = [tree.root_node] if tree.root_node.has_error else []
        while waiting:
            node = waiting.pop()
            if node.is_error or node.is_missing:
                print(f"{file}:{node.start_point.row + 1}: this does not parse")
                break
            waiting.extend(child for child in node.children if child.has_error or child.is_missing)


main()
