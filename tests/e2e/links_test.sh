#!/usr/bin/env bash
# Links between the pages of the sources lead to files and headings that exist.
#
#   links_test.sh    prints each broken link; exit code 1 if there is one
set -eu -o pipefail

cd "$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")"

# The names of a page's headings in links, as GitHub makes them.
anchors() { # anchors PAGE
  awk '/^```/ { fenced = !fenced } !fenced && /^#+ /' "$1" | sed -E 's/^#+ //; s/\[([^]]*)\]\([^)]*\)/\1/g' | tr '[:upper:]' '[:lower:]' |
    sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

broken=0 links=0
for page in README.md CONTRIBUTING.md docs/*.md plugins/*/*.md bench/README.md; do
  while IFS= read -r link; do
    links=$((links + 1))
    path=${link%%#*} target=$page
    [ -z "$path" ] || target=$(dirname "$page")/$path
    if [ ! -e "$target" ]; then
      echo "$page links $link: there is no such file"
      broken=$((broken + 1))
    elif [[ $link == *#* && $target == *.md ]] && ! anchors "$target" | grep -qx -- "${link#*#}"; then
      echo "$page links $link: there is no such heading"
      broken=$((broken + 1))
    fi
  done < <(awk '/^```/ { fenced = !fenced } !fenced' "$page" | grep -oE '\]\([^)]+\)|(src|srcset)="[^"]+"' |
    sed -E 's/^\]\(//; s/\)$//; s/^[a-z]+="//; s/"$//' | grep -vE '^[a-z]+:')
done
[ "$links" -gt 100 ] || { echo "only $links links were found"; exit 1; }
[ "$broken" = 0 ] || exit 1
echo "$links links lead somewhere."
