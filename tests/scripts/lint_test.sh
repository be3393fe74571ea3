#!/usr/bin/env bash
# scripts/lint.sh format with a made-up clang-format, which finds fault with every file.
#
#   tests/scripts/lint_test.sh    prints one line for each behaviour; exit code 1 where one is not as it should be
set -eu

sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-lint-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{bin,scripts,bench,host,plugins,python,sdk,tests}
cp "$sources/scripts/lint.sh" "$work/scripts/"
echo 'int  one;' >"$work/host/one.cpp"
shown="code printed"
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "${BASH_SOURCE[0]}")/expect.sh"

clang_format() { # clang_format COMMAND VERSION
  cat >"$work/bin/$1" <<END
#!/bin/sh
[ "\$1" != --version ] || { echo "Debian clang-format version $2"; exit; }
echo "$1 was shown \$*"
exit 1
END
  chmod 755 "$work/bin/$1"
}

# shellcheck disable=SC2053,SC2317 # the text is a pattern, and expect() calls this by name
formatted() { # formatted CODE TEXT
  code=0
  printed=$(PATH="$work/bin:/usr/bin:/bin" "$work/scripts/lint.sh" format 2>&1) || code=$?
  [[ $code = "$1" && $printed == $2 ]]
}

clang_format clang-format-14 '19.1.7 (3+b1)'
clang_format clang-format '19.1.7 (3+b1)'
expect "another version finds no fault, and that is said" formatted 0 'The format is not checked: * clang-format 14, *19.1.7*'
clang_format clang-format-14 14.0.6
expect "version 14 is taken by its name, and finds faults" formatted 1 'clang-format-14 was shown *host/one.cpp*'

exit $((failures > 0))
