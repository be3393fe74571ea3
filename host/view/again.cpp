#include "host/view/again.hpp"

#include "host/text.hpp"
#include "host/view/shell_line.hpp"

#include <algorithm>
#include <vector>

namespace host {

namespace {

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void append_group(std::vector<std::string>& words, const RunPlan& plan) {
  if (plan.group != 0) append(words, {"--group", std::to_string(plan.group)});
}

void append_secret(std::vector<std::string>& words, const RunPlan& plan) {
  if (!plan.secret.empty()) append(words, {"--secret", plan.secret});
}

/// Returns `count` seeds that the run has not played.
std::string other_seeds(const RunPlan& plan, std::uint64_t count) {
  const std::vector<std::uint64_t>& played = plan.schedule.seeds();
  const std::uint64_t last = played.empty() ? 0 : *std::max_element(played.begin(), played.end());
  if (!plan.seeds.secret.empty() || last > UINT64_MAX - count) return "random:" + std::to_string(count);
  return std::to_string(last + 1) + "-" + std::to_string(last + count);
}

/// Returns all seeds of the run and further ones, `count` in total.
std::string more_seeds(const RunPlan& plan, std::uint64_t count) {
  const std::string& text = plan.seeds.text;
  if (count <= plan.schedule.seeds().size()) return text;
  // The first `count` seeds of the same key begin with those of the run.
  if (!plan.seeds.secret.empty()) return "random:" + std::to_string(count) + text.substr(text.rfind(':'));
  const std::vector<std::uint64_t>& played = plan.schedule.seeds();
  const bool is_range = text.find(',') == std::string::npos && played.back() - played.front() + 1 == played.size();
  if (is_range && played.front() <= UINT64_MAX - count)
    return std::to_string(played.front()) + "-" + std::to_string(played.front() + count - 1);
  return text + "," + other_seeds(plan, count - played.size());
}

void append_measure(std::vector<std::string>& words, const RunPlan& plan) {
  if (plan.measure == Measure::score) append(words, {"--measure", "score"});
}

void append_alpha(std::vector<std::string>& words, const char* option, double probability) {
  constexpr double usual = 0.05;
  if (probability != usual) append(words, {option, decimal(probability)});
}

std::vector<std::string> comparison_words(const RunPlan& plan, const std::string& seeds, const std::string& program) {
  std::vector<std::string> words = {program, "compare"};
  append(words, plan.given);
  append_group(words, plan);
  append_measure(words, plan);
  if (plan.secret != plan.seeds.secret) append_secret(words, plan);  // other random seeds have a different secret
  append(words, {"--plugin", plan.entrants[0].given, "--against", plan.entrants[1].given, "--seeds", seeds});
  return words;
}

}  // namespace

std::string match_again(const RunPlan& plan, const Fixture& fixture, const std::string& program) {
  std::vector<std::string> words = {program};
  append(words, plan.given);
  append_secret(words, plan);
  for (const std::size_t entrant : fixture.seating) append(words, {"--plugin", plan.entrants[entrant].given});
  if (fixture.seating.size() > 1) append(words, {"--seats", "listed"});
  append(words, {"--seed", std::to_string(fixture.seed)});
  return shell_line(words);
}

std::string seed_again(const RunPlan& plan, std::uint64_t seed, const std::string& program) {
  const bool alone = plan.game.description.max_seats == 1;
  std::vector<std::string> words = {program, alone ? "play" : "tournament"};
  append(words, plan.given);
  if (!alone) append_group(words, plan);
  append_secret(words, plan);
  // A tournament refuses two entrants with one name.
  const bool alike = plan.entrants[0].identity.name == plan.entrants[1].identity.name;
  for (std::size_t entrant = 0; entrant < plan.entrants.size(); ++entrant) {
    const std::string name = alike ? entrant == 0 ? ",name=new" : ",name=old" : "";
    append(words, {"--plugin", plan.entrants[entrant].given + name});
  }
  const std::string file = "seed-" + std::to_string(seed) + ".jsonl";
  append(words, {"--seed", std::to_string(seed), "--record", file});
  return shell_line(words) + " && " + shell_line({program, "replay", file});
}

std::string comparison_line(const RunPlan& plan, const std::string& program) {
  return shell_line(comparison_words(plan, plan.seeds.text, program));
}

std::string comparison_again(const RunPlan& plan, std::uint64_t seeds, double alpha, const std::string& program) {
  std::vector<std::string> words = comparison_words(plan, other_seeds(plan, seeds), program);
  append_alpha(words, "--alpha", alpha);
  return shell_line(words);
}

std::string comparison_on(const RunPlan& plan, std::uint64_t seeds, const stats::Sprt& test,
                          const std::string& program) {
  std::vector<std::string> words = {program, "compare"};
  append(words, plan.given);
  append_group(words, plan);
  if (plan.secret != plan.seeds.secret) append_secret(words, plan);
  append(words, {"--plugin", plan.entrants[0].given, "--against", plan.entrants[1].given});
  append_measure(words, plan);
  append(words, {"--sprt", decimal(test.elo0) + "," + decimal(test.elo1), "--seeds", more_seeds(plan, seeds)});
  append_alpha(words, "--alpha", test.alpha);
  append_alpha(words, "--beta", test.beta);
  return shell_line(words);
}

}  // namespace host
