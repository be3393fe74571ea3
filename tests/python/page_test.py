#!/usr/bin/env python3
"""Runs the examples of docs/python.md, one after the other, in a folder of their own."""

import os
import re
import tempfile
import unittest

from package import main


class Page(unittest.TestCase):
    def test_the_examples_of_the_page_run_in_their_order(self):
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/python.md")
        with open(page, encoding="utf-8") as file:
            examples = re.findall(r"^```python\n(.*?)^```$", file.read(), re.DOTALL | re.MULTILINE)
        self.assertEqual(len(examples), 7)
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.mkdir("bots")
            for example in examples:
                exec(compile(example, "docs/python.md", "exec"), names)
            os.chdir("/")
        self.assertEqual((names["cells"].shape, int(names["cells"][2, 3])), ((6, 6), 1))
        self.assertGreater(len(names["scores"]), 2000)
        self.assertEqual(names["match"].outcomes, ["ok", "ok"])


main()
