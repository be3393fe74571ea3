#include "host/report/validation_report.hpp"

#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

namespace host {

namespace {

using Json = nlohmann::ordered_json;
using validate::Check;
using validate::Scope;
using validate::Status;

/// The scopes in the order of their lists, with their names and what is above their checks.
struct ListedScope {
  Scope scope;
  const char* name;
  const char* heading;
};

constexpr std::array scopes = {
    ListedScope{Scope::library, "library", "For any library:\n"},
    ListedScope{Scope::game, "game", "For each of its games (* draws from the seed):\n"},
    ListedScope{Scope::strategy, "strategy", "For each of its strategies (* draws from the seed):\n"},
    ListedScope{Scope::program, "program", "For a program on a pipe (* draws from the seed):\n"}};

std::size_t longest_id() {
  std::size_t longest = 0;
  for (const Check& check : validate::checks()) longest = std::max(longest, std::string(check.id).size());
  return longest;
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

}  // namespace

std::string shown(const validate::Result& result, const std::string& again, const std::string& known) {
  constexpr std::size_t status_width = 7;
  const std::string head = "  " + padded(validate::status_name(result.finding.status), status_width) +
                           padded(result.check->id, longest_id() + 2);
  if (!known.empty()) return head + "for the same reason as " + known + "\n";
  std::string line = head + printable(result.finding.text);
  line.erase(line.find_last_not_of(' ') + 1);
  const bool passed = result.finding.status == Status::ok || result.finding.status == Status::warn;
  const std::string indent(head.size(), ' ');
  if (!passed) line.append("\n").append(indent).append("expected: ").append(result.check->sentence);
  if (!passed && !again.empty()) line.append("\n").append(indent).append("again: ").append(again);
  return line + "\n";
}

std::string summed_up(const std::vector<validate::Result>& results) {
  std::vector<std::string> counts;
  for (const Status status : {Status::ok, Status::warn, Status::fail, Status::crash}) {
    const auto count =
        std::ranges::count(results, status, [](const validate::Result& each) { return each.finding.status; });
    if (count > 0) counts.push_back(std::to_string(count) + " " + validate::status_name(status));
  }
  return counted(results.size(), "check") + (counts.empty() ? ":" : ": ") + join(counts) + "\n";
}

Json validation_json(const std::string& file, std::uint64_t seed, const std::vector<validate::Result>& results) {
  Json all = Json::array();
  for (const validate::Result& result : results) {
    all.push_back({{"id", result.check->id},
                   {"subject", result.subject},
                   {"result", validate::status_name(result.finding.status)},
                   {"text", result.finding.text},
                   {"fuzz", result.check->fuzz},
                   {"wall_s", result.seconds}});
  }
  return {{"file", file},
          {"seed", seed},
          {"result", validate::status_name(validate::worst(results))},
          {"checks", std::move(all)}};
}

std::string listed_checks() {
  std::string text;
  for (const ListedScope& each : scopes) {
    text += (text.empty() ? "" : "\n") + std::string(each.heading);
    for (const Check& check : validate::checks()) {
      if (check.scope != each.scope) continue;
      text += "  " + padded(check.id, longest_id() + 1) + (check.fuzz ? "* " : "  ") + check.sentence + "\n";
    }
  }
  return text;
}

}  // namespace host
