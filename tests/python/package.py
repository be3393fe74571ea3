"""The beginning of each test of the package: imports it from the build tree, and the other packages' stand-ins.

    <test>.py PACKAGE HOST      exit code 77: the package was not built, or numpy is missing
"""

import sys
import unittest

PACKAGE, HOST = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
sys.dont_write_bytecode = True


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


if not PACKAGE:
    skip("the Python package was not built: pybind11 (pybind11-dev) or Python's headers (python3-dev) are missing")
try:
    import numpy  # noqa: F401
except ImportError:
    skip("python3-numpy is not installed")
sys.path.insert(0, PACKAGE)


def main():
    unittest.main(module="__main__", argv=sys.argv[:1])
