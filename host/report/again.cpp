#include "host/report/again.hpp"

#include "host/plugin/tester_settings.hpp"
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

/// Returns the command that replays a file with matches to which these options apply. If they name the game's file, so
/// does it.
Words replay_of(const std::string& file, const Words& options, const std::string& program) {
  Words replay = {program, "replay", file};
  const auto game = std::ranges::find(options, "--game");
  if (options.end() - game < 2) return replay;  // a stranger's database may lack what follows
  if (game[1].find('/') != std::string::npos) append(replay, {"--game", game[1]});
  return replay;
}

/// Returns the command that plays one match, whose run has these options and this secret.
Words match_words(const std::string& program, const Words& options, const std::string& secret, const Words& plugins,
                  std::uint64_t seed) {
  Words words = {program};
  append(words, options);
  if (!secret.empty()) append(words, {"--secret", secret});
  for (const std::string& plugin : plugins) append(words, {"--plugin", plugin});
  if (plugins.size() > 1) append(words, {"--seats", "listed"});
  append(words, {"--seed", std::to_string(seed)});
  return words;
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
  Words plugins;
  for (const std::size_t participant : scheduled.seating) plugins.push_back(plan.participants[participant].given);
  return shell_line(match_words(program, plan.given, plan.secret, plugins, scheduled.seed));
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
  append(words, {"--seeds", std::to_string(seed), "--record", file});
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

Words stored_match_again(const Result& match, const RunRecord& run, const std::string& program) {
  const std::string file =
      "match-" + std::to_string(match.place.number) + "-seed-" + std::to_string(match.seed) + ".jsonl";
  Words words = match_words(program, run.options, run.secret, match.place.plugins, match.seed);
  append(words, {"--record", file, "--quiet"});
  Words phrases = shell_phrases(words);
  phrases.back() += " &&";
  append(phrases, shell_phrases(replay_of(file, run.options, program)));
  return phrases;
}

}  // namespace host
