#include "host/tournament/failure_causes.hpp"

namespace host {

namespace {

constexpr std::size_t most_causes = 10;

/// Returns the reason with each number as "#".
std::string without_numbers(std::string_view reason) {
  std::string cause;
  for (const char each : reason) {
    const bool digit = each >= '0' && each <= '9';
    if (!digit) cause += each;
    if (digit && !cause.ends_with('#')) cause += '#';
    if (cause.ends_with("#.#")) cause.resize(cause.size() - 2);
  }
  return cause;
}

}  // namespace

std::size_t FailureCauses::group_of(const std::string& strategy, const std::string& kind, std::string_view reason) {
  auto& known = causes_[{strategy, kind}];
  std::string cause = without_numbers(reason);
  if (!known.contains(cause) && known.size() >= most_causes) cause.clear();
  const auto [found, added] = known.try_emplace(std::move(cause), groups_);
  if (added) ++groups_;
  return found->second;
}

}  // namespace host
