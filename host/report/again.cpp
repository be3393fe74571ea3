#include "host/report/again.hpp"

#include "host/plugin/program.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

namespace {

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void append_group(Words& words, const RunPlan& plan) {
  if (plan.group != 0) append(words, {"--group", std::to_string(plan.group)});
}

void append_secret(Words& words, const RunPlan& plan) {
  if (!plan.secret.empty()) append(words, {"--secret", plan.secret});
}

/// Returns `count` seeds that the run has not played; of a tester's cases, as many as there are.
std::string other_seeds(const RunPlan& plan, std::uint64_t count) {
  if (!plan.cases.empty()) {
    std::vector<std::uint64_t> others = unplayed_cases(plan);
    others.resize(std::min<std::size_t>(others.size(), count));
    return ranges_of(others);
  }
  const std::vector<std::uint64_t>& played = plan.schedule.seeds();
  const std::uint64_t last = played.empty() ? 0 : *std::max_element(played.begin(), played.end());
  if (!plan.seeds.secret.empty() || last > UINT64_MAX - count) return "random:" + std::to_string(count);
  return std::to_string(last + 1) + "-" + std::to_string(last + count);
}

/// Returns all seeds of the run and further ones, `count` in total.
std::string more_seeds(const RunPlan& plan, std::uint64_t count) {
  const std::string& text = plan.seeds.text;
  if (!plan.cases.empty()) return unplayed_cases(plan).empty() ? text : text + "," + other_seeds(plan, count);
  if (count <= plan.schedule.seeds().size()) return text;
  // The first `count` seeds of the same key begin with those of the run.
  if (!plan.seeds.secret.empty()) return "random:" + std::to_string(count) + text.substr(text.rfind(':'));
  const std::vector<std::uint64_t>& played = plan.schedule.seeds();
  const bool is_range = text.find(',') == std::string::npos && played.back() - played.front() + 1 == played.size();
  if (is_range && played.front() <= UINT64_MAX - count)
    return std::to_string(played.front()) + "-" + std::to_string(played.front() + count - 1);
  return text + "," + other_seeds(plan, count - played.size());
}

void append_alpha(Words& words, const char* option, double probability) {
  constexpr double usual = 0.05;
  if (probability != usual) append(words, {option, decimal(probability)});
}

/// Returns the command that compares the run's two participants, without its seeds.
Words compared(const RunPlan& plan, const std::string& program) {
  Words words = {program, "compare"};
  append(words, plan.given);
  append_group(words, plan);
  if (plan.measure == Measure::score) append(words, {"--measure", "score"});
  if (plan.secret != plan.seeds.secret) append_secret(words, plan);  // other random seeds have a different secret
  append(words, {"--plugin", plan.participants[0].given, "--against", plan.participants[1].given});
  return words;
}

using GivenOptions = std::vector<std::pair<std::string, std::string>>;

/// Returns a command's options without "--", with their values.
GivenOptions options_of(const Words& command) {
  GivenOptions options;
  for (const std::string& word : command) {
    const std::size_t equals = word.find('=');
    if (word.starts_with("--"))
      options.emplace_back(word.substr(2, equals - 2), equals == std::string::npos ? "" : word.substr(equals + 1));
    else if (!options.empty() && options.back().second.empty() && !word.starts_with('-'))
      options.back().second = word;
  }
  return options;
}

/// Returns the name in results that a spec tells: "mybot" for "mybot", "mygame/mybot", "./mybot.so", "./bots.so:mybot",
/// "./mybot.py" and "./other.so,name=mybot". "" for a command without a name.
std::string told_name(const PluginSpec& spec) {
  if (!spec.name.empty() || is_command_line(spec.plugin)) return spec.name;
  return name_of_file(spec.plugin.substr(spec.plugin.find_last_of("/:") + 1));
}

/// Returns the spec of a stored strategy by its id or path, with all its options.
std::string spec_of(const std::string& plugin, const SeatIdentity& seat) {
  Assignments options = seat.options;
  if (seat.name != seat.strategy) options.emplace_back("name", seat.name);
  return spec_text(plugin, options);
}

/// Returns the spec of the seat's strategy among those of the command line; nothing if it is unknown.
std::optional<std::string> named(const std::vector<PluginSpec>& specs, const std::vector<SeatIdentity>& seats,
                                 const SeatIdentity& seat) {
  const PluginSpec* found = nullptr;
  bool alike = true;
  bool unknown = false;
  for (const PluginSpec& spec : specs) {
    const std::string name = told_name(spec);
    if (name == seat.name) {
      if (found != nullptr && found->plugin != spec.plugin) return std::nullopt;
      alike = alike && (found == nullptr || found->given == spec.given);
      found = &spec;
    } else if (std::none_of(seats.begin(), seats.end(), [&](const SeatIdentity& each) { return each.name == name; })) {
      unknown = unknown || name.empty() || (spec.name.empty() && spec.plugin.find_first_of("/.") != std::string::npos);
    }
  }
  if (found != nullptr) return alike ? found->given : spec_of(found->plugin, seat);
  // The game's default opponent; or, in a run of an older host, a file or command whose strategy has this name.
  return unknown ? std::nullopt : std::optional(spec_of(seat.strategy, seat));
}

/// Returns the command that replays a file with matches of a run, whose command has these words. If they name the
/// game's file, so does it.
Words replay_of(const std::string& file, const Words& run, const std::string& program) {
  Words replay = {program, "replay", file};
  const std::string game = stored_option(run, "game");
  if (game.find('/') != std::string::npos) append(replay, {"--game", game});
  return replay;
}

std::vector<PluginSpec> specs_in(const GivenOptions& options) {
  std::vector<PluginSpec> specs;
  for (const auto& [name, value] : options) {
    if (name != "plugin" && name != "against") continue;
    try {
      specs.push_back(PluginSpec::parse(value));
    } catch (const Failure&) {
      continue;  // written by another program
    }
  }
  return specs;
}

}  // namespace

std::vector<std::uint64_t> unplayed_cases(const RunPlan& plan) {
  std::vector<std::uint64_t> played = plan.schedule.seeds();
  std::ranges::sort(played);
  std::vector<std::uint64_t> others;
  std::ranges::set_difference(plan.cases, played, std::back_inserter(others));
  return others;
}

std::string shell_line(const Words& words) {
  Words quoted;
  for (const std::string& word : words) quoted.push_back(shell_word(word));
  return join(quoted, " ");
}

Words shell_phrases(const Words& words) {
  Words phrases;
  for (const std::string& word : words) {
    std::string written = shell_word(word);
    if (phrases.empty() || written.starts_with('-'))
      phrases.push_back(std::move(written));
    else
      phrases.back().append(" ").append(written);
  }
  return phrases;
}

std::string match_again(const RunPlan& plan, const ScheduledMatch& scheduled, const std::string& program) {
  Words words = {program};
  append(words, plan.given);
  append_secret(words, plan);
  for (const std::size_t participant : scheduled.seating)
    append(words, {"--plugin", plan.participants[participant].given});
  if (scheduled.seating.size() > 1) append(words, {"--seats", "listed"});
  append(words, {"--seed", std::to_string(scheduled.seed)});
  return shell_line(words);
}

std::string seed_again(const RunPlan& plan, std::uint64_t seed, const std::string& program) {
  const bool alone = plan.game.description.max_seats == 1;
  Words words = {program, alone ? "play" : "tournament"};
  append(words, plan.given);
  if (!alone) append_group(words, plan);
  append_secret(words, plan);
  // A tournament refuses two participants with one name.
  const bool alike = plan.participants[0].identity.name == plan.participants[1].identity.name;
  for (std::size_t participant = 0; participant < plan.participants.size(); ++participant) {
    const std::string name = alike ? participant == 0 ? ",name=new" : ",name=old" : "";
    append(words, {"--plugin", plan.participants[participant].given + name});
  }
  const std::string file = "seed-" + std::to_string(seed) + ".jsonl";
  append(words, {"--seed", std::to_string(seed), "--record", file});
  return shell_line(words) + " && " + shell_line(replay_of(file, plan.given, program));
}

Words comparison_words(const RunPlan& plan, const std::string& seeds, const std::string& program) {
  Words words = compared(plan, program);
  append(words, {"--seeds", seeds});
  return words;
}

std::string comparison_again(const RunPlan& plan, std::uint64_t seeds, double alpha, const std::string& program) {
  Words words = comparison_words(plan, other_seeds(plan, seeds), program);
  append_alpha(words, "--alpha", alpha);
  return shell_line(words);
}

std::string comparison_on(const RunPlan& plan, std::uint64_t seeds, const stats::Sprt& test,
                          const std::string& program) {
  Words words = compared(plan, program);
  append(words, {"--sprt", decimal(test.elo0) + "," + decimal(test.elo1), "--seeds", more_seeds(plan, seeds)});
  append_alpha(words, "--alpha", test.alpha);
  append_alpha(words, "--beta", test.beta);
  return shell_line(words);
}

bool has_absolute_path(const Words& command) {
  constexpr std::string_view before = " '\"=:,";
  return std::ranges::any_of(command, [&](const std::string& word) {
    for (std::size_t at = word.find('/'); at != std::string::npos; at = word.find('/', at + 1))
      if (at == 0 || before.find(word[at - 1]) != std::string_view::npos) return true;
    return false;
  });
}

std::string given_with_name(const Participant& participant) {
  if (told_name(PluginSpec::parse(participant.given)) == participant.identity.name) return participant.given;
  return participant.given + ",name=" + participant.identity.name;
}

std::string stored_option(const Words& run, std::string_view name) {
  for (const auto& [given, value] : options_of(run))
    if (given == name) return value;
  return "";
}

std::string stored_secret(const Words& run) {
  std::string secret;
  for (const auto& [name, value] : options_of(run)) {
    if (name == "secret") return value;
    if (name != "seeds" || !value.starts_with("random:")) continue;
    try {
      secret = parse_seeds("random:1" + value.substr(value.rfind(':')), [] { return std::string(); }).secret;
    } catch (const Failure&) {  // written by another program
    }
  }
  return secret;
}

bool has_rounds(const Words& run) {
  const std::string format = stored_option(run, "format");
  return format.starts_with("swiss") || format == "knockout";
}

Words stored_match_again(const MatchReference& match, const Words& run, const std::string& program) {
  const GivenOptions options = options_of(run);
  Words words = {program};
  if (stored_option(run, "game").empty()) {
    append(words, {"--game", match.conditions->game});
    for (const auto& [name, value] : match.conditions->parameters) append(words, {"--set", name + "=" + value});
  }
  for (const std::string name : options_of_matches) {
    for (const auto& [given, value] : options) {
      if (given == name) append(words, value.empty() ? Words{"--" + name} : Words{"--" + name, value});
    }
  }
  const std::string secret = stored_secret(run);
  if (!secret.empty()) append(words, {"--secret", secret});
  const std::vector<PluginSpec> specs = specs_in(options);
  for (const SeatIdentity& seat : match.seats) {
    const auto spec = named(specs, match.seats, seat);
    if (!spec) return {};
    append(words, {"--plugin", *spec});
  }
  if (match.seats.size() > 1) append(words, {"--seats", "listed"});
  const std::string seed = std::to_string(match.seed);
  const std::string file = "match-" + std::to_string(match.number) + "-seed-" + seed + ".jsonl";
  append(words, {"--seed", seed, "--record", file, "--quiet"});
  Words phrases = shell_phrases(words);
  phrases.back() += " &&";
  append(phrases, shell_phrases(replay_of(file, run, program)));
  return phrases;
}

}  // namespace host
