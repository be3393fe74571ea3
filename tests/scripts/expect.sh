# Sourced by tests of scripts: what they check, a line each. `shown` has the names of the variables that are printed with a
# failure; a test ends with `exit $((failures > 0))`.
# shellcheck shell=bash disable=SC2034
failures=0

expect() { # expect SENTENCE CONDITION...
  local sentence=$1 name
  shift
  if "$@"; then
    printf 'ok: %s\n' "$sentence"
  else
    printf 'NOT SO: %s\n' "$sentence"
    # shellcheck disable=SC2154
    for name in $shown; do printf '  %s: %s\n' "$name" "${!name}"; done
    failures=$((failures + 1))
  fi
}
