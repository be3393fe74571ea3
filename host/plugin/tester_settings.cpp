#include "host/plugin/tester_settings.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/util/toml_table.hpp"

#include <agon/game.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <regex>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace {

[[noreturn]] void refuse_tester(const std::string& why) {
  throw Failure(Exit::plugin, why);
}

std::string id_from(std::string_view folder) {
  std::string id;
  for (const char letter : lower_case(folder)) {
    const bool kept = (letter >= 'a' && letter <= 'z') || (!id.empty() && letter >= '0' && letter <= '9');
    if (kept) {
      id += letter;
    } else if (!id.empty()) {
      id += '_';
    }
  }
  return id.empty() ? "tester" : id;
}

void check_pattern(const std::string& key, const std::string& pattern) {
  try {
    static_cast<void>(pattern_of(pattern));
  } catch (const std::regex_error& error) {
    refuse_tester(key + " '" + pattern + "' is no regular expression: " + error.what());
  }
}

void check_referee(const TomlTable& table) {
  for (const char* const key : {"tester", "input", "generator", "score", "source", "illegal", "failed", "picture"}) {
    if (table.has(key))
      refuse_tester(std::string("it has both referee and ") + key +
                    ": a referee leads whole matches, and says the scores itself");
  }
}

void check_picture(const TesterSettings& settings) {
  const bool written = has_placeholder(settings.tester, "picture");
  if (settings.picture.empty() && written)
    refuse_tester(
        "its tester writes {picture}, and it lacks picture, the command that prints it: picture = \"cat {picture}\"");
  if (settings.picture.empty() || has_placeholder(settings.picture, "picture")) return;
  for (std::uint32_t seat = 0; seat < settings.seats; ++seat) {
    if (has_placeholder(settings.picture, seat_placeholder("output", seat, settings.seats))) return;
  }
  refuse_tester("picture '" + settings.picture + "' has neither {" + seat_placeholder("output", 0, settings.seats) +
                "} nor {picture}: it is a command that prints what a solution's output looks like, as SVG or HTML");
}

void check_commands(TesterSettings& settings) {
  if (settings.tester.empty()) refuse_tester("it lacks tester, the command that judges, or referee");
  if (settings.score.empty()) refuse_tester("it lacks score, the regular expression that finds the score");
  if (!settings.input.empty() && !settings.generator.empty())
    refuse_tester("it has both input and generator: write one of them");
  const std::string& cases = !settings.input.empty()       ? settings.input
                             : !settings.generator.empty() ? settings.generator
                                                           : settings.tester;
  if (!has_placeholder(cases, "seed")) refuse_tester("'" + cases + "' lacks {seed}: all cases would be the same");
  for (std::uint32_t seat = 0; seat < settings.seats; ++seat) {
    const std::string name = seat_placeholder("solution", seat, settings.seats);
    if (has_placeholder(settings.tester, name)) {
      settings.joins = true;
    } else if (settings.seats > 1) {
      refuse_tester("it has " + std::to_string(settings.seats) + " seats, and its tester lacks {" + name + "}");
    }
  }
  if ((settings.source == ScoreSource::file) != has_placeholder(settings.tester, "scores"))
    refuse_tester(
        "source = \"file\" goes with {scores} in the tester's command: the file that it writes the scores to");
  if (settings.joins) return;
  if (settings.input.empty() && settings.generator.empty())
    refuse_tester("it has neither input nor generator, and its tester does not start the {solution}");
  if (!has_placeholder(settings.tester, "output"))
    refuse_tester("its tester has neither {output}, the solution's output, nor {solution}, which it would start");
}

}  // namespace

TesterSettings read_tester(std::string_view text, std::string_view folder) {
  TomlTable keys(text, refuse_tester);
  TesterSettings settings;
  settings.id = keys.text("id").value_or(id_from(folder));
  settings.title = keys.text("title").value_or(settings.id);
  constexpr std::size_t longest = 60;
  if (settings.id.size() > longest || settings.title.size() > 3 * longest)
    refuse_tester("its id has at most 60 bytes, and its title at most 180");
  settings.input = keys.text("input").value_or("");
  settings.generator = keys.text("generator").value_or("");
  settings.tester = keys.text("tester").value_or("");
  settings.score = keys.text("score").value_or("");
  settings.illegal = keys.text("illegal").value_or("");
  settings.picture = keys.text("picture").value_or("");
  settings.referee = keys.text("referee").value_or("");
  settings.source = static_cast<ScoreSource>(keys.choice("source", {"both", "stdout", "stderr", "file"}));
  settings.lower = keys.choice("better", {"higher", "lower"}) == 1;
  const std::size_t contest = keys.choice("contest", {"mean", "sum", "relative", "ranked"});
  const std::int32_t relative = settings.lower ? AGON_CONTEST_RELATIVE_COST_SUM : AGON_CONTEST_RELATIVE_SUM;
  settings.contest =
      std::array{std::int32_t{AGON_CONTEST_MEAN}, std::int32_t{AGON_CONTEST_SUM}, relative, contest_ranked}.at(contest);
  constexpr double largest = 1e15;
  const bool has_failed = keys.has("failed");
  settings.refuses = has_failed;
  settings.failed = keys.number("failed", 0, contest == 2 ? 0 : -largest, largest);
  if (settings.lower && !has_failed && settings.referee.empty())
    refuse_tester("lower scores are better, and it lacks failed, the score of a solution that fails");
  constexpr double most_seats = 16;
  settings.seats = static_cast<std::uint32_t>(keys.number("seats", 1, 1, most_seats));
  TomlTable limits = keys.table("limits");
  constexpr double most_seconds = 86400;
  settings.limits.cpu_ns = std::llround(limits.number("time", 10, 0, most_seconds) * 1e9);
  settings.limits.wall_ns = std::llround(limits.number("wall", 0, 0, most_seconds) * 1e9);
  settings.limits.memory_bytes = std::llround(limits.number("memory", 1024, 1, 1 << 20) * 1024 * 1024);
  settings.limits.threads = static_cast<std::uint32_t>(limits.number("threads", 1, 1, 64));
  keys.refuse_others();
  limits.refuse_others();
  check_pattern("score", settings.score);
  check_pattern("illegal", settings.illegal);
  if (settings.referee.empty()) {
    check_commands(settings);
    check_picture(settings);
  } else {
    check_referee(keys);
  }
  return settings;
}

namespace {

/// Calls `visit` with each placeholder of that name, whose second group is its width.
template <class Visit>
void each_placeholder(const std::string& text, std::string_view name, Visit&& visit) {
  const std::regex pattern(std::string("\\{").append(name).append("(:(0*1?[0-9]|0*20|))?\\}"));
  for (std::sregex_iterator found(text.begin(), text.end(), pattern), end; found != end; ++found) visit(*found);
}

}  // namespace

namespace fs = std::filesystem;

std::regex pattern_of(const std::string& pattern) {
  constexpr std::string_view ignores_case = "(?i)";
  return pattern.starts_with(ignores_case)
             ? std::regex(pattern.substr(ignores_case.size()), std::regex::ECMAScript | std::regex::icase)
             : std::regex(pattern);
}

std::vector<std::uint64_t> cases_in(const TesterSettings& settings, const fs::path& folder) {
  fs::path around;  // of the first part with the seed
  std::string part;
  for (const fs::path& each : folder / settings.input) {
    part = each.string();
    if (has_placeholder(part, "seed")) break;
    around /= each;
  }
  if (settings.input.empty() || !has_placeholder(part, "seed")) return {};
  std::string pattern;
  auto rest = part.cbegin();
  const auto add_literal = [&](auto end) {
    for (; rest != end; ++rest) {
      if (std::isalnum(static_cast<unsigned char>(*rest)) == 0) pattern += '\\';
      pattern += *rest;
    }
  };
  each_placeholder(part, "seed", [&](const std::smatch& found) {
    add_literal(found[0].first);
    pattern += "0*([0-9]+)";
    rest = found[0].second;
  });
  add_literal(part.cend());
  const std::regex name(pattern);
  std::set<std::uint64_t> seeds;
  std::error_code fault;
  for (fs::directory_iterator entry(around, fault), end; !fault && entry != end; entry.increment(fault)) {
    std::smatch groups;
    const std::string file = entry->path().filename().string();
    if (!std::regex_match(file, groups, name)) continue;
    const auto seed = whole_number<std::uint64_t>(groups.str(1));
    std::error_code none;
    if (seed && fs::exists(folder / fill_in(settings.input, {{"seed", std::to_string(*seed)}}), none))
      seeds.insert(*seed);
  }
  return {seeds.begin(), seeds.end()};
}

std::string ranges_of(const std::vector<std::uint64_t>& seeds, const std::string& to, const std::string& comma) {
  std::string text;
  for (std::size_t first = 0; first < seeds.size();) {
    std::size_t last = first;
    while (last + 1 < seeds.size() && seeds[last + 1] == seeds[last] + 1) ++last;
    if (!text.empty()) text += comma;
    text += std::to_string(seeds[first]);
    if (last > first) text += to + std::to_string(seeds[last]);
    first = last + 1;
  }
  return text;
}

std::string fill_in(std::string_view text, const std::vector<Placeholder>& placeholders) {
  std::string result(text);
  for (const Placeholder& placeholder : placeholders) {
    std::string filled;
    auto rest = result.cbegin();
    each_placeholder(result, placeholder.name, [&](const std::smatch& found) {
      const auto width = whole_number<std::size_t>(found.str(2)).value_or(0);
      filled.append(rest, found[0].first)
          .append(width - std::min(width, placeholder.value.size()), '0')
          .append(placeholder.value);
      rest = found[0].second;
    });
    result = filled.append(rest, result.cend());
  }
  return result;
}

bool has_placeholder(std::string_view text, std::string_view name) {
  bool found = false;
  each_placeholder(std::string(text), name, [&](const std::smatch&) { found = true; });
  return found;
}

std::string seat_placeholder(const char* what, std::uint32_t seat, std::uint32_t seats) {
  return seats == 1 ? what : what + std::to_string(seat + 1);
}

}  // namespace host
