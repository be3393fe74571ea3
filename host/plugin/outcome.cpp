#include "host/plugin/outcome.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace host {

namespace {

constexpr std::array<const char*, 11> names = {"ok",     "illegal",   "error", "crash", "time",    "stall",
                                               "memory", "forbidden", "exit",  "load",  "resigned"};
static_assert(names.size() == outcome_resigned + 1);

}  // namespace

const char* outcome_name(std::int32_t kind) {
  return names.at(static_cast<std::size_t>(kind));
}

std::string outcome_text(const Outcome& outcome) {
  const std::string name = outcome_name(outcome.kind);
  return outcome.failed() ? name + ": " + outcome.reason : name;
}

std::string sentence(const agon_error& error, const std::string& otherwise) {
  const std::string text(error.text, ::strnlen(error.text, sizeof error.text));
  return text.empty() ? otherwise : text;
}

Outcome refusal(const agon_error& error, const std::string& where) {
  return {AGON_OUTCOME_ERROR, where + sentence(error, "it gave no reason")};
}

Outcome failed_turn(agon_status status, const agon_error& error) {
  if (status != AGON_OK) return refusal(error);
  return {AGON_OUTCOME_ERROR, "it answered more bytes than an action may have"};
}

std::optional<std::int32_t> outcome_kind(const std::string& name) {
  const auto* const found = std::find(names.begin(), names.end(), std::string_view(name));
  if (found == names.end()) return std::nullopt;
  return static_cast<std::int32_t>(found - names.begin());
}

}  // namespace host
