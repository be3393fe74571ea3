#include "host/view/again.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <vector>

namespace host {

namespace {

std::string line_of(std::vector<std::string> words) {
  for (std::string& word : words) word = shell_word(word);
  return join(words, " ");
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void append_secret(std::vector<std::string>& words, const RunPlan& plan) {
  if (!plan.secret.empty()) append(words, {"--secret", plan.secret});
}

/// So many that the run has not played.
std::string other_seeds(const RunPlan& plan, std::uint64_t count) {
  const std::vector<std::uint64_t>& played = plan.schedule.seeds();
  const std::uint64_t last = played.empty() ? 0 : *std::max_element(played.begin(), played.end());
  if (!plan.seeds.secret.empty() || last > UINT64_MAX - count) return "random:" + std::to_string(count);
  return std::to_string(last + 1) + "-" + std::to_string(last + count);
}

}  // namespace

std::string match_again(const RunPlan& plan, const Fixture& fixture, const std::string& program) {
  std::vector<std::string> words = {program};
  append(words, plan.given);
  append_secret(words, plan);
  for (const std::size_t entrant : fixture.seating) append(words, {"--plugin", plan.entrants[entrant].given});
  if (fixture.seating.size() > 1) append(words, {"--seats", "listed"});
  append(words, {"--seed", std::to_string(fixture.seed)});
  return line_of(words);
}

std::string seed_again(const RunPlan& plan, std::uint64_t seed, const std::string& program) {
  const bool alone = plan.game.description.max_seats == 1;
  std::vector<std::string> words = {program, alone ? "play" : "tournament"};
  append(words, plan.given);
  append_secret(words, plan);
  // A tournament refuses two of one name.
  const bool alike = plan.entrants[0].identity.name == plan.entrants[1].identity.name;
  for (std::size_t entrant = 0; entrant < plan.entrants.size(); ++entrant) {
    const std::string name = alike ? entrant == 0 ? ",name=new" : ",name=old" : "";
    append(words, {"--plugin", plan.entrants[entrant].given + name});
  }
  const std::string file = "seed-" + std::to_string(seed) + ".jsonl";
  append(words, {"--seed", std::to_string(seed), "--record", file});
  return line_of(words) + " && " + line_of({program, "replay", file});
}

std::string comparison_again(const RunPlan& plan, std::uint64_t seeds, double alpha, const std::string& program) {
  constexpr double usual = 0.05;
  std::vector<std::string> words = {program, "compare"};
  append(words, plan.given);
  if (plan.secret != plan.seeds.secret) append_secret(words, plan);  // other random seeds bring their own
  append(words, {"--plugin", plan.entrants[0].given, "--against", plan.entrants[1].given, "--seeds",
                 other_seeds(plan, seeds)});
  if (alpha != usual) append(words, {"--alpha", decimal(alpha)});
  return line_of(words);
}

}  // namespace host
