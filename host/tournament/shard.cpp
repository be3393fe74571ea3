#include "host/tournament/shard.hpp"

#include "host/tournament/archive.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/util/whole_number.hpp"

#include <cstddef>
#include <vector>

namespace host {

namespace {

std::string bytes_of(const Digest& digest) {
  return {digest.begin(), digest.end()};
}

}  // namespace

std::string run_identity(const RunPlan& plan) {
  constexpr std::size_t chunk = 1 << 20;
  MatchIdentity everyone{.conditions = conditions_of(plan, 0), .seed = 0, .secret = plan.secret, .seats = {}};
  for (const Participant& participant : plan.participants) everyone.seats.push_back(participant.identity);
  std::string text = key(everyone);
  for (const Participant& participant : plan.participants) text += participant.identity.name + '\n';
  for (std::size_t index = 0; index < plan.schedule.size(); ++index) {
    const ScheduledMatch scheduled = plan.schedule.at(index);
    text += std::to_string(scheduled.seed) + ' ' + std::to_string(scheduled.block);
    if (!plan.openings.lines.empty()) {
      everyone.conditions = conditions_of(plan, scheduled.seed);
      text += ' ' + key(everyone) + ' ';
    }
    for (const std::size_t participant : scheduled.seating) text += ' ' + std::to_string(participant);
    if (const auto& branch = scheduled.branch)
      text += " after " + std::to_string(branch->events) + (branch->acts ? " and one more" : "");
    text += '\n';
    if (text.size() > chunk) text = bytes_of(sha256_of(text));  // saves memory for millions of matches
  }
  return bytes_of(sha256_of(text));
}

void take_shard(RunPlan& plan, const std::string& text) {
  const std::vector<std::string> words = split(text, '/');
  const std::size_t part = whole_number<std::size_t>(words.front()).value_or(0);
  const std::size_t parts = whole_number<std::size_t>(words.back()).value_or(0);
  if (words.size() != 2 || part == 0 || part > parts)
    throw Failure(Exit::usage, "--shard " + text + ": it takes a part and the number of parts, as in 2/4");
  const std::size_t seeds = plan.schedule.seeds().size();
  if (parts > seeds)
    throw Failure(Exit::usage,
                  "--shard " + text + ": the run has only " + counted(seeds, "seed") + ", and each part needs one");
  if (!plan.database)
    throw Failure(Exit::usage,
                  "--shard " + text + " needs a database, from which 'merge' joins the parts: name it with --db");
  plan.shard = Shard{.part = part, .parts = parts, .plan = run_identity(plan)};
  plan.schedule = plan.schedule.shard(part, parts);
}

}  // namespace host
