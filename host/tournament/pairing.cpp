#include "host/tournament/pairing.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

#include <optional>
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
      : count_(count), edges_(count * count), there_(count, true), mates_(count, nobody) {
    for (std::size_t one = 0; one < count; ++one) {
      for (std::size_t other = 0; other < one; ++other)
        edges_[one * count + other] = edges_[other * count + one] = edge(other, one);
    }
    // Begins with the nearest partners, who will mostly stay together.
    const Graph all = graph();
    boost::matching<Graph, std::size_t*, Indices, boost::edmonds_augmenting_path_finder, boost::greedy_matching,
                    boost::no_matching_verifier>(all, mates_.data(), boost::get(boost::vertex_index, all));
  }

  [[nodiscard]] bool edge(std::size_t one, std::size_t other) const { return edges_[one * count_ + other]; }
  [[nodiscard]] bool has(std::size_t vertex) const { return there_[vertex]; }
  void remove(std::size_t vertex) { there_[vertex] = false; }

  /// Removes two neighbours, if the others can still be matched as well as with these two as a pair.
  bool remove_pair(std::size_t one, std::size_t other) {
    const std::vector<std::size_t> before = mates_;
    const std::size_t left = mates_[one];
    const std::size_t right = mates_[other];
    for (const std::size_t vertex : {one, other}) {
      if (mates_[vertex] != nobody) mates_[mates_[vertex]] = nobody;
      mates_[vertex] = nobody;
      there_[vertex] = false;
    }
    if (left == other || left == nobody || right == nobody || augment()) return true;
    mates_ = before;
    there_[one] = there_[other] = true;
    return false;
  }

 private:
  [[nodiscard]] Graph graph() const {
    Graph graph(count_);
    for (std::size_t one = 0; one < count_; ++one) {
      for (std::size_t other = one + 1; other < count_; ++other)
        if (there_[one] && there_[other] && edge(one, other)) boost::add_edge(one, other, graph);
    }
    return graph;
  }

  /// Matches two more vertices, if that is possible.
  bool augment() {
    const Graph rest = graph();
    boost::edmonds_augmenting_path_finder<Graph, std::size_t*, Indices> finder(rest, mates_.data(),
                                                                               boost::get(boost::vertex_index, rest));
    if (!finder.augment_matching()) return false;
    finder.get_current_matching(mates_.data());
    return true;
  }

  std::size_t count_;
  std::vector<bool> edges_;
  std::vector<bool> there_;
  std::vector<std::size_t> mates_;
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

}  // namespace host
