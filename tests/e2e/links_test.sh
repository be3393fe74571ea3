#!/usr/bin/env bash
# Links between the pages of the sources lead to files and headings that exist.
#
#   links_test.sh    prints each broken link; exit code 1 if there is one
set -eu -o pipefail

cd "$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")"
pages=(README.md CONTRIBUTING.md CHANGELOG.md docs/*.md plugins/*/*.md bench/README.md)

# Lines "heading PAGE NAME", with the name that GitHub gives it in links, and "link PAGE TARGET".
contents() {
  awk '
    /^```/ { fenced = !fenced; next }
    fenced { next }
    /^#+ / {
      name = tolower($0)
      sub(/^#+ /, "", name); gsub(/\]\([^)]*\)/, "", name); gsub(/[^a-z0-9 _-]/, "", name); gsub(/ /, "-", name)
      print "heading", FILENAME, name
    }
    {
      rest = $0
      while (match(rest, /\]\([^)]+\)|(src|srcset)="[^"]+"/)) {
        target = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        gsub(/^\]\(|\)$|^[a-z]+="|"$/, "", target)
        if (target !~ /^[a-z]+:/) print "link", FILENAME, target
      }
    }
  ' "${pages[@]}"
}

declare -A headings=()
links=0 broken=0
found=$(contents)
while read -r kind page name; do
  [ "$kind" != heading ] || headings[$page#$name]=yes
done <<<"$found"
while read -r kind page link; do
  [ "$kind" = link ] || continue
  links=$((links + 1))
  target=${link%%#*}
  if [ -z "$target" ]; then target=$page; elif [[ $page == */* ]]; then target=${page%/*}/$target; fi
  while [[ $target =~ ^(.*/)?[^/.]+/\.\./(.*)$ ]]; do target=${BASH_REMATCH[1]}${BASH_REMATCH[2]}; done
  if [ ! -e "$target" ]; then
    echo "$page links $link: there is no such file"
    broken=$((broken + 1))
  elif [[ $link == *#* && $target == *.md && -z ${headings[$target#${link#*#}]:-} ]]; then
    echo "$page links $link: there is no such heading"
    broken=$((broken + 1))
  fi
done <<<"$found"
[ "$links" -gt 100 ] || { echo "only $links links were found"; exit 1; }
[ "$broken" = 0 ] || exit 1
echo "$links links lead somewhere."
