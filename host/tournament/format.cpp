#include "host/tournament/format.hpp"

#include "host/match/seeds.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <bit>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace host {

namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

using Indices = boost::property_map<Graph, boost::vertex_index_t>::const_type;

const std::size_t nobody = boost::graph_traits<Graph>::null_vertex();

/// A maximum matching in a graph, from which vertices are removed.
class Matching {
 public:
  Matching(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& edge)
      : count_(count), edges_(count * count), there_(count, true) {
    for (std::size_t one = 0; one < count; ++one) {
      for (std::size_t other = 0; other < one; ++other)
        edges_[one * count + other] = edges_[other * count + one] = edge(other, one);
    }
    mates_ = matched();
    pairs_ = pairs_of(mates_);
  }

  [[nodiscard]] bool edge(std::size_t one, std::size_t other) const { return edges_[one * count_ + other]; }
  [[nodiscard]] bool has(std::size_t vertex) const { return there_[vertex]; }
  void remove(std::size_t vertex) { there_[vertex] = false; }

  /// Removes two neighbours, if the others can still be matched as well as with these two as a pair.
  bool remove_pair(std::size_t one, std::size_t other) {
    there_[one] = there_[other] = false;
    if (mates_[one] != other) {
      std::vector<std::size_t> rest = matched();
      if (pairs_of(rest) + 1 < pairs_) {
        there_[one] = there_[other] = true;
        return false;
      }
      mates_ = std::move(rest);
    }
    --pairs_;
    return true;
  }

 private:
  /// Returns the mate of each vertex that is there. Begins with the nearest partners, who will mostly stay together.
  [[nodiscard]] std::vector<std::size_t> matched() const {
    Graph graph(count_);
    for (std::size_t one = 0; one < count_; ++one) {
      for (std::size_t other = one + 1; other < count_; ++other)
        if (there_[one] && there_[other] && edge(one, other)) boost::add_edge(one, other, graph);
    }
    std::vector<std::size_t> mates(count_);
    boost::matching<Graph, std::size_t*, Indices, boost::edmonds_augmenting_path_finder, boost::greedy_matching,
                    boost::no_matching_verifier>(graph, mates.data(), boost::get(boost::vertex_index, graph));
    return mates;
  }

  [[nodiscard]] static std::size_t pairs_of(const std::vector<std::size_t>& mates) {
    return (mates.size() - static_cast<std::size_t>(std::ranges::count(mates, nobody))) / 2;
  }

  std::size_t count_;
  std::vector<bool> edges_;
  std::vector<bool> there_;
  std::vector<std::size_t> mates_;
  std::size_t pairs_ = 0;
};

std::optional<std::size_t> nearest_partner(Matching& matching, std::size_t one, std::size_t count) {
  for (std::size_t other = one + 1; other < count; ++other) {
    if (matching.has(other) && matching.edge(one, other) && matching.remove_pair(one, other)) return other;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> paired_in_order(
    std::size_t count, const std::function<bool(std::size_t one, std::size_t other)>& may_meet) {
  Matching matching(count, may_meet);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t> left;  // without a partner that they may meet
  for (std::size_t one = 0; one < count; ++one) {
    if (!matching.has(one)) continue;
    if (const auto other = nearest_partner(matching, one, count)) {
      pairs.emplace_back(one, *other);
    } else {
      matching.remove(one);
      left.push_back(one);
    }
  }
  for (std::size_t i = 0; i + 1 < left.size(); i += 2) pairs.emplace_back(left[i], left[i + 1]);
  return pairs;
}

namespace {

constexpr std::uint64_t draw_stream = 1;  // of the seed; see SeatingRule

/// Advances to the next group in lexicographic order, whose members differ by at least `apart`. Returns false if there
/// is none.
bool next_group(Seating& group, std::size_t participants, std::size_t apart) {
  for (std::size_t seat = group.size(); seat-- > 0;) {
    std::size_t member = group[seat] + 1;
    for (std::size_t later = seat; later < group.size(); ++later, member += apart) group[later] = member;
    if (member - apart < participants) return true;
  }
  return false;
}

class RoundRobin final : public Format {
 public:
  RoundRobin(std::size_t participants, std::size_t seats, bool with_first)
      : participants_(participants), seats_(seats), with_first_(with_first && seats > 1) {}

  [[nodiscard]] std::vector<Seating> next(const std::vector<RoundResults>& /*results*/) const override {
    const std::size_t apart = participants_ >= seats_ ? 1 : 0;
    std::vector<Seating> found;
    Seating group;
    for (std::size_t seat = 0; seat < seats_; ++seat) group.push_back(seat * apart);
    do {
      const bool several =
          std::any_of(group.begin(), group.end(), [&](std::size_t one) { return one != group.front(); });
      if ((several || seats_ == 1) && !(with_first_ && group.front() != 0)) found.push_back(group);
    } while (next_group(group, participants_, apart));
    return found;
  }

 private:
  std::size_t participants_;
  std::size_t seats_;
  bool with_first_;
};

std::vector<std::size_t> drawn_order(std::size_t participants, std::uint64_t seed) {
  std::vector<std::size_t> order(participants);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return drawn(std::move(order), seed, draw_stream);
}

/// Returns the points and the sums of all rounds, in the order of `draw`. Who does not play in one of the first
/// `rounds_with_byes` rounds has a bye.
std::vector<Placed> scored(const std::vector<RoundResults>& results, const std::vector<std::size_t>& draw,
                           std::size_t rounds_with_byes,
                           const std::function<double(const Meeting& meeting, std::size_t side)>& points_of) {
  std::vector<Placed> by_number(draw.size());
  std::vector<std::vector<std::size_t>> opponents(draw.size());
  for (std::size_t round = 0; round < results.size(); ++round) {
    std::set<std::size_t> played;
    for (const Meeting& meeting : results[round]) {
      for (const std::size_t side : {0U, 1U}) {
        const std::size_t player = meeting.players.at(side);
        by_number[player].points += points_of(meeting, side);
        by_number[player].match_points += meeting.points.at(side);
        opponents[player].push_back(meeting.players.at(1 - side));
        played.insert(player);
      }
    }
    for (std::size_t player = 0; player < draw.size() && round < rounds_with_byes; ++player) {
      if (!played.contains(player)) by_number[player].points += 1;
    }
  }
  std::vector<Placed> all;
  for (const std::size_t player : draw) {
    Placed& one = by_number[player];
    one.participant = player;
    one.buchholz = 0;
    for (const std::size_t opponent : opponents[player]) *one.buchholz += by_number[opponent].points;
    all.push_back(one);
  }
  return all;
}

class Swiss final : public Format {
 public:
  Swiss(std::size_t participants, std::size_t rounds, std::uint64_t seed)
      : rounds_(rounds), draw_(drawn_order(participants, seed)) {}

  [[nodiscard]] std::vector<Seating> next(const std::vector<RoundResults>& results) const override {
    std::vector<Placed> order = scores(results);
    std::stable_sort(order.begin(), order.end(),
                     [](const Placed& one, const Placed& other) { return one.points > other.points; });
    // Who is paired with this one, behind the last, has a bye; as if all had met there who had one.
    const std::size_t bye = draw_.size();
    std::set<std::pair<std::size_t, std::size_t>> met;
    for (const RoundResults& round : results) {
      std::set<std::size_t> idle(draw_.begin(), draw_.end());
      for (const Meeting& meeting : round) {
        met.insert(std::minmax(meeting.players[0], meeting.players[1]));
        for (const std::size_t player : meeting.players) idle.erase(player);
      }
      for (const std::size_t player : idle) met.insert({player, bye});
    }
    const auto player_at = [&](std::size_t place) { return place < order.size() ? order[place].participant : bye; };
    std::vector<Seating> pairs;
    for (const auto& [one, other] : paired_in_order(bye + bye % 2, [&](std::size_t a, std::size_t b) {
           return !met.contains(std::minmax(player_at(a), player_at(b)));
         })) {
      if (other < bye) pairs.push_back({player_at(one), player_at(other)});
    }
    return pairs;
  }

  [[nodiscard]] std::vector<std::size_t> later_rounds() const override {
    return std::vector<std::size_t>(rounds_ - 1, draw_.size() / 2);
  }

  [[nodiscard]] std::vector<Placed> places(const std::vector<RoundResults>& results) const override {
    std::vector<Placed> order = scores(results);
    std::stable_sort(order.begin(), order.end(), [](const Placed& one, const Placed& other) {
      return std::tie(one.points, one.buchholz, one.match_points) >
             std::tie(other.points, other.buchholz, other.match_points);
    });
    return order;
  }

  [[nodiscard]] std::string rule() const override {
    return "Places: by points (a round won 1, tied 1/2, a bye 1), then Buchholz (the points\n"
           "of all opponents), then the points of single matches, then the draw.\n";
  }

 private:
  [[nodiscard]] std::vector<Placed> scores(const std::vector<RoundResults>& results) const {
    return scored(results, draw_, results.size(), [](const Meeting& meeting, std::size_t side) {
      const double own = meeting.points.at(side);
      const double other = meeting.points.at(1 - side);
      return own > other ? 1 : own < other ? 0 : 0.5;
    });
  }

  std::size_t rounds_;
  std::vector<std::size_t> draw_;
};

class Knockout final : public Format {
 public:
  Knockout(std::size_t participants, std::uint64_t seed)
      : draw_(drawn_order(participants, seed)), places_in_draw_(participants) {
    for (std::size_t place = 0; place < draw_.size(); ++place) places_in_draw_[draw_[place]] = place;
  }

  [[nodiscard]] std::vector<Seating> next(const std::vector<RoundResults>& results) const override {
    std::vector<std::size_t> alive(draw_.begin(), draw_.begin() + static_cast<std::ptrdiff_t>(byes()));
    std::vector<std::size_t> playing(draw_.begin() + static_cast<std::ptrdiff_t>(byes()), draw_.end());
    for (std::size_t round = 0; round < results.size(); ++round) {
      if (round > 0) alive.clear();
      for (const Meeting& meeting : results[round]) alive.push_back(meeting.players.at(winner(meeting)));
      playing = alive;
    }
    std::vector<Seating> pairs;
    for (std::size_t i = 0; i < playing.size() / 2; ++i)  // the first against the last: a bye's holder against a winner
      pairs.push_back({playing[i], playing[playing.size() - 1 - i]});
    return pairs;
  }

  [[nodiscard]] std::vector<std::size_t> later_rounds() const override {
    std::vector<std::size_t> sizes;
    for (std::size_t pairs = std::bit_ceil(draw_.size()) / 4; pairs > 0; pairs /= 2) sizes.push_back(pairs);
    return sizes;
  }

  [[nodiscard]] std::vector<Placed> places(const std::vector<RoundResults>& results) const override {
    std::vector<Placed> order = scored(results, draw_, 1, [&](const Meeting& meeting, std::size_t side) {
      return side == winner(meeting) ? 1.0 : 0.0;
    });
    for (Placed& each : order) each.buchholz.reset();
    std::stable_sort(order.begin(), order.end(), [](const Placed& one, const Placed& other) {
      return std::tie(one.points, one.match_points) > std::tie(other.points, other.match_points);
    });
    return order;
  }

  [[nodiscard]] std::string rule() const override {
    return "A pair's winner has more points in its matches, then the higher sum in the\n"
           "game's contest, then the better place in the draw. Places: by rounds won (a bye\n"
           "counts), then the points of single matches, then the draw.\n";
  }

 private:
  [[nodiscard]] std::size_t byes() const { return std::bit_ceil(draw_.size()) - draw_.size(); }

  [[nodiscard]] std::size_t winner(const Meeting& meeting) const {
    const auto key = [&](std::size_t side) {
      return std::tuple(meeting.points.at(side), meeting.contest.at(side),
                        draw_.size() - places_in_draw_[meeting.players.at(side)]);
    };
    return key(0) > key(1) ? 0 : 1;
  }

  std::vector<std::size_t> draw_;
  std::vector<std::size_t> places_in_draw_;
};

}  // namespace

Seating drawn(Seating order, std::uint64_t seed, std::uint64_t stream) {
  agon::Random random(mix(seed, stream));
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  return order;
}

std::shared_ptr<const Format> round_robin(std::size_t participants, std::size_t seats) {
  return std::make_shared<RoundRobin>(participants, seats, false);
}

std::shared_ptr<const Format> gauntlet(std::size_t participants, std::size_t seats) {
  return std::make_shared<RoundRobin>(participants, seats, true);
}

std::shared_ptr<const Format> swiss(std::size_t participants, std::size_t rounds, std::uint64_t seed) {
  return std::make_shared<Swiss>(participants, rounds, seed);
}

std::shared_ptr<const Format> knockout(std::size_t participants, std::uint64_t seed) {
  return std::make_shared<Knockout>(participants, seed);
}

std::size_t knockout_rounds(std::size_t participants) {
  return static_cast<std::size_t>(std::bit_width(std::bit_ceil(participants)) - 1);
}

}  // namespace host
