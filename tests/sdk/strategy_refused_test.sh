#!/usr/bin/env bash
# A class that is no strategy does not compile, and the compiler says why before all else, and nothing of the SDK's inside.
#
#   strategy_refused_test.sh COMPILER INCLUDE      INCLUDE is the folder of the SDK's headers
set -u

compiler=$1 include=$2
failures=0

# compiled CLASS: the compiler's messages for this class as a strategy; the exit code is the compiler's.
compiled() {
  "$compiler" -std=c++20 -fsyntax-only -I "$include" -x c++ - 2>&1 <<END
#include <agon/strategy.hpp>
#include <cstdint>
struct Seen { std::int32_t number; };
struct Done { std::int32_t number; };
struct Player : agon::FixedStrategy<Seen, Done> { static constexpr const char* protocol = "numbers/1"; };
$1
AGON_STRATEGY(Bot, .id = "bot", .version = "1.0.0", .summary = "a bot")
END
}

# refused REASON CLASS
refused() {
  local messages
  if messages=$(compiled "$2"); then
    echo "FAILED: this compiles: $2"
    failures=$((failures + 1))
  elif ! grep 'error:' <<<"$messages" | head -1 | grep -q "$1" || [ "$(grep -c 'error:' <<<"$messages")" -gt 1 ]; then
    printf 'FAILED: no word of "%s", or not that alone, for %s:\n%s\n' "$1" "$2" "$messages"
    failures=$((failures + 1))
  fi
}

decides='Done decide(const Seen& seen) override { return {seen.number}; }'
for sound in "struct Bot : Player { $decides };" "class Bot : public Player { public: $decides };" \
  "struct Bot : agon::FixedStrategy<Seen, Done> { static constexpr const char* protocol = \"a/1\"; $decides };"; do
  if ! messages=$(compiled "$sound"); then
    printf 'FAILED: a sound strategy does not compile: %s\n%s\n' "$sound" "$messages"
    failures=$((failures + 1))
  fi
done

refused "derive the class from its game's" 'struct Bot { Done decide(const Seen& seen) { return {seen.number}; } };'
refused "derive the class from its game's" "class Bot : Player { public: $decides };"
refused "derive the class from its game's" "struct Bot : agon::FixedStrategy<Seen, Done> { $decides };"
refused 'abstract' 'struct Bot : Player { Done decide(const Seen& seen) const { return {seen.number}; } };'

exit $((failures > 0))
