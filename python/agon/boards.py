"""Shows a position in a notebook, by the script that draws boards on Agon's pages."""

import functools
import html
import json
import os
import re

_CLIENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "client")
_MODULES = ("dom.js", "scenes.js", "dense.js", "board.js", "position.js")  # each after those that it imports
_STYLES = ("board.css", "position.css")
_SIDE, _AROUND, _LINE = 40, 34, 22  # pixels: a cell, labels and edges, a line of text
_LEAST, _MOST = 480, 640  # pixels: the width with lines of text, and the longer side of a board


def _text(name):
    with open(os.path.join(_CLIENT, name), encoding="utf-8") as file:
        return file.read()


@functools.lru_cache(maxsize=None)
def _script():
    """Returns the modules as one script."""
    return re.sub(r"^(import .*\n|export )", "", "".join(map(_text, _MODULES)), flags=re.MULTILINE)


@functools.lru_cache(maxsize=None)
def _style():
    return "".join(map(_text, _STYLES))


def _escaped(position):
    """Returns JSON in which no text can end the element that it is in."""
    return position.replace("<", "\\u003c")


def frame(position, title):
    """Returns a frame of HTML that shows a position, JSON as State.scene() of the module returns it. It loads nothing, and what it
    runs reaches nothing around it."""
    scene = json.loads(position)["scene"]
    board, height = (side * _SIDE + _AROUND if side else 0 for side in (scene["columns"], scene["rows"]))
    scale = min(1, _MOST / max(board, height, 1))
    board = board * scale
    width = max(board, _LEAST if scene["lines"] else 0)
    height = height * scale + _LINE * sum(1 + line.count("\n") for line in scene["lines"])
    page = (f'<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            f'style-src \'unsafe-inline\'; script-src \'unsafe-inline\'"><style>{_style()}:is(svg.board, canvas) {{ width: {board:.0f}px; }}</style>'
            f'<body><script type="application/json" id="position">{_escaped(position)}</script>'
            f'<script type="module">{_script()}</script>')
    return (f'<iframe sandbox="allow-scripts" title="{html.escape(title)}" width="{width:.0f}" height="{height:.0f}" style="border: 0" '
            f'srcdoc="{html.escape(page)}"></iframe>')
