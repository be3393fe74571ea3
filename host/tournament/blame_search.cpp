#include "host/tournament/blame_search.hpp"

#include <algorithm>
#include <numbers>
#include <set>

namespace host {

namespace {

/// The draws of tests, which the search has not seen.
constexpr std::uint64_t first_test_draw = 1'000'000;

TestedTurn& tested_at(BlameFindings& findings, std::size_t turn) {
  std::vector<TestedTurn>& all = findings.tested;
  const auto known = std::ranges::find(all, turn, &TestedTurn::turn);
  if (known != all.end()) return *known;
  const double root = std::numbers::pi * static_cast<double>(all.size() + 1);
  return all.emplace_back(TestedTurn{.turn = turn, .alpha = findings.options.alpha * 6 / (root * root)});
}

/// Tests until the cost is known to be more than the least one and roughly estimated, or little speaks for it. Returns
/// whether all were played, as all functions do that play.
bool test(BlameFindings& findings, std::size_t turn, std::size_t draws, const PlayProbes& play) {
  constexpr std::size_t batch = 3;
  const double least = findings.options.least;
  TestedTurn& test = tested_at(findings, turn);
  const auto wanted = [&] { return test.established ? 2 * draws : test.cost() > least ? 16 * draws : draws; };
  while (test.pairs() < wanted()) {
    std::vector<Probe> probes;
    for (std::size_t pair = 0; pair < batch; ++pair) {
      const std::uint64_t draw = first_test_draw + 2 * (test.pairs() + pair);
      probes.push_back({turn, false, draw});
      probes.push_back({turn, true, draw + 1});
    }
    const std::vector<Continuation> played = play(probes);
    for (std::size_t at = 0; at + 1 < played.size(); at += 2) {
      test.before.add(played[at].value);
      test.after.add(played[at + 1].value);
      ++test.instead[played[at].action];
    }
    test.established = test.established || (test.cost() > least && test.at_least() > least);
    if (played.size() < probes.size()) return false;
  }
  return true;
}

/// Turns from the first one to the one before the last; the number of turns: the end.
struct Stretch {
  std::size_t first = 0;
  std::size_t last = 0;
  double fall = 0;

  [[nodiscard]] std::size_t width() const { return last - first; }
};

struct Search {
  BlameFindings& findings;
  const std::vector<std::string>& played;
  const PlayProbes& play;
  std::set<std::size_t> closed{};   // turns that were looked at with as many draws
  std::set<std::size_t> differs{};  // those at which the reference has played something else

  /// Returns the mean of the values before the turn. That of the first one is guessed until it is measured, because its
  /// continuations are the longest.
  [[nodiscard]] double value_at(std::size_t turn) const {
    constexpr double guess = 0.75;
    if (turn == played.size()) return findings.end;
    const auto known = findings.values.find(turn);
    return known == findings.values.end() ? guess : known->second.mean();
  }

  /// Returns the stretch between measured turns over which the value falls most, or the widest one if none falls by
  /// more than the least cost; of equal ones, the last one, whose continuations are the shortest. Closed turns don't
  /// fall.
  [[nodiscard]] Stretch next() const {
    Stretch steepest;
    Stretch widest;
    std::size_t first = 0;
    const auto end_at = [&](std::size_t last) {
      const bool is_closed = last == first + 1 && closed.contains(first);
      const Stretch each{first, last, is_closed ? 0 : value_at(first) - value_at(last)};
      if (each.fall >= steepest.fall) steepest = each;
      if (each.width() > widest.width()) widest = each;
      first = last;
    };
    for (const auto& [turn, value] : findings.values) {
      if (turn > first) end_at(turn);
    }
    end_at(played.size());
    return steepest.fall > findings.options.least ? steepest : widest;
  }

  /// Returns the number of continuations with which the turn was measured.
  [[nodiscard]] std::size_t count_at(std::size_t turn) const {
    const auto known = findings.values.find(turn);
    return known == findings.values.end() ? 0 : known->second.count();
  }

  /// Returns whether the turn was measured, but with fewer continuations.
  [[nodiscard]] bool is_rough(std::size_t turn, std::size_t draws) const {
    return count_at(turn) > 0 && count_at(turn) < draws;
  }

  /// Adds continuations up to this number to the turn's value.
  bool measure(std::size_t turn, std::size_t draws) {
    std::vector<Probe> probes;
    for (std::uint64_t draw = count_at(turn); draw < draws; ++draw) probes.push_back({turn, false, draw});
    const std::vector<Continuation> all = play(probes);
    for (const Continuation& each : all) {
      findings.values[turn].add(each.value);
      if (each.action != played[turn]) differs.insert(turn);
    }
    return all.size() == probes.size();
  }

  /// Searches with so many continuations of each position. Those beside falls come first, and there are twice as many
  /// beside a turn before its test, which takes many more.
  bool look(std::size_t least_draws) {
    const std::size_t narrow = std::max<std::size_t>(played.size() / (4 * least_draws), 1);
    closed.clear();
    for (;;) {
      const Stretch stretch = next();
      const bool falls = stretch.fall > findings.options.least;
      const std::size_t draws = falls && stretch.width() == 1 ? 2 * least_draws : least_draws;
      std::size_t turn = stretch.first + stretch.width() / 2;
      for (const std::size_t each : {stretch.first, stretch.last}) turn = is_rough(each, draws) ? each : turn;
      if (!falls) {
        const auto rough = std::find_if(findings.values.rbegin(), findings.values.rend(),
                                        [&](const auto& each) { return is_rough(each.first, draws); });
        if (rough == findings.values.rend() && stretch.width() <= narrow) return true;
        if (rough != findings.values.rend()) turn = rough->first;
      }
      if (count_at(turn) < draws) {
        if (!measure(turn, draws)) return false;
        continue;
      }
      closed.insert(turn);
      if (differs.contains(turn) && !test(findings, turn, least_draws, play)) return false;
    }
  }
};

}  // namespace

const TestedTurn* BlameFindings::found() const {
  const TestedTurn* most = nullptr;
  for (const TestedTurn& each : tested) {
    if (each.established && (most == nullptr || each.cost() > most->cost())) most = &each;
  }
  return most;
}

std::optional<KnownFall> BlameFindings::fall() const {
  const double part = options.alpha / static_cast<double>(2 * turns);  // each value has two bounds
  std::optional<KnownFall> best;
  std::map<std::size_t, double> at_most = {{turns, end}};  // of later turns
  for (auto known = values.rbegin(); known != values.rend(); ++known) {
    const double at_least = known->second.at_least(part);
    for (const auto& [last, most] : at_most) {
      const bool shorter = !best || last - known->first < best->last - best->first;
      if (at_least - most > options.least && shorter) best = {known->first, last, at_least, most};
    }
    at_most[known->first] = known->second.at_most(part);
  }
  return best;
}

void search_turns(BlameFindings& findings, const std::vector<std::string>& played, double end, const PlayProbes& play) {
  findings.turns = played.size();
  findings.end = end;
  Search search{findings, played, play};
  std::vector<std::size_t> examined;  // the turns between which no stretch was left in the last complete round
  for (std::size_t draws = findings.options.draws; draws <= findings.options.most_draws; draws *= 2) {
    const bool done = search.look(draws);
    if (done) {
      examined.clear();
      for (const auto& [turn, value] : findings.values) examined.push_back(turn);
    }
    const auto least = std::ranges::min_element(examined, {}, [&](std::size_t turn) { return search.count_at(turn); });
    if (least != examined.end()) findings.examined = search.count_at(*least);
    if (!done) return;
  }
  findings.complete = true;
}

void judge_turn(BlameFindings& findings, std::size_t turn, const PlayProbes& play) {
  findings.complete = test(findings, turn, 2 * findings.options.most_draws, play);
}

}  // namespace host
