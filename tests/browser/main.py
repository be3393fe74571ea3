"""Runs all tests of this folder in one browser: main.py HOST, or those with a word in their names: main.py HOST WORD..."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import browser  # noqa: E402

browser.main(os.path.dirname(os.path.abspath(__file__)))
