// Who meets whom in a league, and what follows from the results.
#include "host/tournament/league.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_in_round = 16;  // blocks: few, so that each decision knows much
constexpr std::uint64_t most_kept = 5000;  // blocks whose transcripts are kept
constexpr std::uint64_t order_stream = 1;  // of a block's seed, for the order of its seats

}  // namespace

std::string failure_of(const Outcome& outcome) {
  if (outcome.ok()) return {};
  std::string text = std::string(outcome_name(outcome.kind)) + ": " + outcome.reason;
  const bool has_words = outcome.reason.find("the end of its log: ") != std::string::npos;  // of a crash
  if (!outcome.log.empty() && !has_words)
    text.append("; its last words: ").append(outcome.log, 0, outcome.log.size() - 1);
  return text;
}

std::size_t League::group() const {
  return std::max<std::size_t>(2, seats_of_matches(plan_));
}

std::uint64_t League::seed_of(std::uint64_t block) const {
  return random_seed(settings_.key, block);
}

/// Returns the matches of a block: all orders of a pair, the rotations of a drawn order of more, or each alone.
std::vector<ScheduledMatch> League::matches_of(const Block& block) const {
  const std::uint64_t seed = seed_of(block.number);
  Seating order = drawn(block.versions, seed, order_stream);
  std::vector<ScheduledMatch> matches;
  for (std::size_t turn = 0; turn < order.size(); ++turn) {
    const bool alone = seats_of_matches(plan_) == 1;
    matches.push_back({.number = block.number * order.size() + turn,
                       .seed = seed,
                       .seating = alone ? Seating{order.front()} : order,
                       .block = block.number});
    std::rotate(order.begin(), order.begin() + 1, order.end());
  }
  return matches;
}

/// Decides the next round. Returns false if there is none.
bool League::choose() {
  std::vector<LeaguePlayer> players;
  const std::uint64_t few = std::max<std::uint64_t>(1, settings_.give_up / group());
  for (const LeagueVersion& version : versions_)
    players.push_back({.plays = version.plays(),
                       .anchor = version.anchor,
                       .blocks = version.blocks,
                       .most = version.anchor || version.has_played ? UINT64_MAX : few});
  const PairingRule rule{
      .group = group(), .matches = group(), .blocks = settings_.blocks, .placements = settings_.placements};
  Json round = Json::array();
  for (const ChosenBlock& chosen : choose_blocks(counts_, players, rule, most_in_round)) {
    Json names = Json::array();
    for (const std::size_t version : chosen.players) names.push_back(versions_[version].name);
    round.push_back({{"block", blocks_ + round.size()}, {"players", std::move(names)}, {"gain", chosen.gain}});
  }
  if (round.empty()) return false;
  decide({{"blocks", std::move(round)}});
  return true;
}

bool League::play() {
  if (pending_.empty() && !choose()) return false;
  play_round();
  return !hooks_.should_stop();
}

std::string League::standing() const {
  std::size_t playing = 0;
  for (const LeagueVersion& version : versions_) playing += version.plays() && !version.anchor ? 1 : 0;
  return counted(blocks_ - pending_.size(), "block") + " played, " + std::to_string(pending_.size()) +
         " being played; " + counted(playing, "version") + " of owners play" + (playing == 1 ? "s" : "");
}

/// Plays the matches that the pending blocks lack.
void League::play_round() {
  RunPlan plan = plan_;
  std::map<std::size_t, std::size_t> seated;  // versions, and their places in the plan
  std::vector<ScheduledMatch> matches;
  for (const Block& block : pending_) {
    for (ScheduledMatch& match : matches_of(block)) {
      if (block.matches.contains(match.number)) continue;
      for (std::size_t& seat : match.seating) {
        const auto [place, is_new] = seated.emplace(seat, plan.participants.size());
        if (is_new) plan.participants.push_back(participant(seat));
        seat = place->second;
      }
      matches.push_back(std::move(match));
    }
  }
  plan.keep = blocks_ <= most_kept;
  plan.schedule = Schedule::listed(matches);
  if (!run_store_) run_store_.emplace(plan_, Words{std::string(program_name()), "league", "run", folder_.string()});
  run_store_->add_files(plan.participants);
  RunHooks hooks;
  hooks.should_stop = hooks_.should_stop;
  hooks.tick = hooks_.tick;
  hooks.finished = [&](std::vector<FinishedMatch>&& finished) {
    for (FinishedMatch& match : finished)
      match.result.place.number = matches[match.scheduled.number].number;  // in the league
    run_store_->add(finished);
    for (const FinishedMatch& match : finished) enter_result(match.result);
  };
  play_run(plan, hooks);
  count_complete();
}

/// Returns a pending block.
League::Block& League::block_of(std::uint64_t number) {
  return pending_.at(number - pending_.front().number);
}

/// Enters the result of a match of a pending block: no seats if the game failed it.
void League::enter_result(const Result& result) {
  std::vector<SeatOutcome> seats;
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto found = indices_.find(result.place.names[seat]);
    if (found == indices_.end()) return;  // of somebody else
    seats.push_back({found->second, result.seats[seat].score, failure_of(result.seats[seat].outcome)});
  }
  block_of(result.place.block).matches[result.place.number] = std::move(seats);
}

/// Counts the results of the first pending blocks that lack none, in their order.
void League::count_complete() {
  auto block = pending_.begin();
  for (; block != pending_.end() && block->matches.size() == block->versions.size(); ++block) count(*block);
  pending_.erase(pending_.begin(), block);
}

void League::count(const Block& block) {
  std::vector<stats::PlayerScore> places;
  const bool alone = seats_of_matches(plan_) == 1;  // what plays alone on a seed is compared there
  for (const auto& [number, seats] : block.matches) {
    if (!alone) places.clear();
    for (const SeatOutcome& seat : seats) {
      places.push_back({static_cast<std::uint32_t>(seat.version), seat.score});
      count_failures(seat);
    }
    if (!alone && !seats.empty()) counts_.add(seed_of(block.number), places);
  }
  if (alone && places.size() > 1) counts_.add(seed_of(block.number), places);
  for (const std::size_t version : block.versions) ++versions_[version].blocks;
}

void League::count_failures(const SeatOutcome& seat) {
  LeagueVersion& version = versions_[seat.version];
  if (seat.failure.empty()) version.has_played = true;
  if (version.has_played || version.anchor || ++version.failures < settings_.give_up || settings_.give_up == 0) return;
  if (!version.given_up.empty()) return;
  const std::string reason =
      "its first " + counted(version.failures, "match") + " all failed, the last by " + seat.failure;
  decide({{"given up", version.name}, {"reason", reason}, {"since", std::time(nullptr)}});
  hooks_.notify(version.name + " plays no more: " + reason);
}

}  // namespace host
