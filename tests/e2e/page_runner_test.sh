#!/usr/bin/env bash
# page_test.sh on made-up pages: what it runs, what it does not let pass, and that it changes no file of the clone.
#
#   page_runner_test.sh    prints one line for each behaviour; exit code 1 if one is missing
#
# The pages' texts are for page_test.sh to expand, and expect() calls the conditions by name:
# shellcheck disable=SC2016,SC2034,SC2317 source=tests/scripts/expect.sh
set -eu -o pipefail

tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
work=$(mktemp -d "${TMPDIR:-/tmp}/agon-runner-XXXXXX")
trap 'rm -rf "$work"' EXIT
shown="code printed"
. "$(dirname "${BASH_SOURCE[0]}")/../scripts/expect.sh"

# A clone with an empty build, whose user has files of their own under the names that the pages use.
clone=$work/clone
mkdir -p "$clone/tests/e2e" "$clone/docs" "$clone/build/bin" "$clone/build/include" "$clone/build/share" "$clone/bots"
cp "$tests/page_test.sh" "$clone/tests/e2e/"
echo /bots/ >"$clone/.gitignore"
echo /build/ >>"$clone/.gitignore"
echo /agon >>"$clone/.gitignore"
printf '#!/bin/sh\necho "agon was called with $*"\n' >"$clone/build/bin/host"
chmod +x "$clone/build/bin/host"
echo "the work of many evenings" >"$clone/bots/mine.txt"

page() { # page NAME, with the text on stdin; ~~~ stands for the fence
  sed 's/^~~~/```/' >"$clone/$1"
}

# Leaves the exit code in `code` and what was printed in `printed`.
followed() { # followed PAGE
  code=0
  printed=$(bash "$clone/tests/e2e/page_test.sh" "$clone/build" "$1" 2>&1) || code=$?
}
passed_with() { [[ $code = 0 && $printed == *"$1"* ]]; }
failed_with() { [[ $code = 1 && $printed == *"FAILED: "*"$1"* ]]; }
untouched() { [[ $(cat "$clone/bots/mine.txt") == "the work of many evenings" && $(ls "$clone/bots") == mine.txt ]]; }

page docs/good.md <<'END'
<!-- save as bots/mine.txt -->
~~~text
hello
~~~
END
followed "$clone/docs/good.md"
expect "a page saves only into folders that it makes" failed_with "saves bots/mine.txt, whose folder it does not make"

page docs/good.md <<'END'
~~~sh
mkdir -p bots
./agon list
~~~
<!-- shows ^agon was called with list$ -->
<!-- save as bots/mine.txt -->
~~~text
hello
~~~
~~~c
int fragment;
~~~
<!-- not run: it needs a person -->
~~~sh
./agon --plugin human
~~~
~~~sh
grep hello bots/mine.txt
./agon --plugin ./playouts.so > bots/out.txt
~~~
END
followed "$clone/docs/good.md"
expect "it runs the blocks in order" passed_with "good.md: 2 blocks of commands ran"
expect "it counts the blocks that it saves, and those that are only shown" passed_with "1 saved, 1 only shown (c)"
expect "it lists what it does not run, with the reason" passed_with "not run, it needs a person: ./agon --plugin human"
expect "it counts all blocks at the end" passed_with "2 blocks of commands ran, 1 did not."
expect "the user's own files stay as they are" untouched

# A page alone, with the text for page(), where \n is a new line, does not pass.
refused() { # refused NAME PART TEXT
  printf '%b\n' "$3" | page docs/bad.md
  followed "$clone/docs/bad.md"
  expect "$1" failed_with "$2"
}
refused "a block that names a file beginning with ./play runs, and fails where a command fails" \
  "this block of bad.md:" '~~~sh\n./agon --plugin ./playouts.so\nfalse\n~~~'
refused "a block that installs something is not skipped unless the page says so" \
  "this block of bad.md:" '~~~sh\nsudo-that-does-not-exist apt-get install agon\n~~~'
refused "what a block must show, it must show" \
  "does not show '^something else'" '~~~sh\n./agon list\n~~~\n<!-- shows ^something else -->'
refused "an output that a page shows is compared, but for '...'" "with the line 'agon was (called) with list'" \
  '~~~sh\n./agon list\n~~~\n\n<!-- prints -->\n~~~text\nagon ... with list\nagon was (called) with list\n~~~'
for outside in '~~~text\n./agon watch --game tonga\n~~~' '~~~\nPYTHONPATH=x python3 train.py\n~~~' '    sudo apt-get install agon'; do
  refused "commands outside of blocks marked sh are found" \
    "commands of bad.md stand outside of a block marked sh" "$outside\n~~~sh\ntrue\n~~~"
done
refused "a file that git would see in the clone is found" "?? left.txt" '~~~sh\necho left > left.txt\n~~~'
refused "a temporary file that stays is found" "leave behind in TMPDIR" '~~~sh\nmktemp >bots.txt\n~~~'
refused "a page without any block is no success" "there is no block marked sh" 'Only text.'

page README.md <<'END'
See [good](docs/good.md).
~~~sh
true
~~~
END
followed --all
expect "a page that README.md does not link is found" failed_with "README.md does not link docs/bad.md"

page README.md <<'END'
See [good](docs/good.md), then [bad](docs/bad.md).
~~~sh
mkdir bots
echo mine > bots/first.txt
~~~
END
page docs/bad.md <<'END'
~~~sh
test -e bots/out.txt
echo >> bots/first.txt
~~~
END
followed --all
expect "all pages are followed in one clone, in the order of README.md, and none may change what another has made" \
  failed_with "bad.md changes files of an earlier page"
expect "the page before had passed" eval '[[ $printed == *"good.md: 2 blocks of commands ran"* ]]'

exit $((failures > 0))
