#include "host/tournament/pairing.hpp"

#include <cstdint>
#include <optional>
#include <queue>
#include <utility>

namespace host {

namespace {

constexpr std::size_t nobody = SIZE_MAX;

/// A maximum matching in a graph, from which vertices are removed: Edmonds' algorithm, in which an odd cycle (a
/// blossom) shrinks to its base.
class Matching {
 public:
  Matching(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& edge)
      : count_(count), edges_(count * count), there_(count, true), mates_(count, nobody) {
    for (std::size_t one = 0; one < count; ++one) {
      for (std::size_t other = 0; other < one; ++other)
        edges_[one * count + other] = edges_[other * count + one] = edge(other, one);
    }
    for (std::size_t vertex = 0; vertex < count; ++vertex) augment(vertex);
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
    if (left == other || left == nobody || right == nobody || augment(left) || augment(right)) return true;
    mates_ = before;
    there_[one] = there_[other] = true;
    return false;
  }

 private:
  /// Looks for a path from a free vertex to another one, on which every second edge is in the matching, and exchanges
  /// its edges.
  bool augment(std::size_t root) {
    if (mates_[root] != nobody) return false;
    for (std::size_t at = path_end(root); at != nobody;) {
      const std::size_t before = parents_[at];
      const std::size_t next = mates_[before];
      mates_[at] = before;
      mates_[before] = at;
      at = next;
      if (at == nobody) return true;
    }
    return false;
  }

  std::size_t path_end(std::size_t root) {
    parents_.assign(count_, nobody);
    used_.assign(count_, false);
    bases_.resize(count_);
    for (std::size_t vertex = 0; vertex < count_; ++vertex) bases_[vertex] = vertex;
    used_[root] = true;
    std::queue<std::size_t> waiting({root});
    for (; !waiting.empty(); waiting.pop()) {
      const std::size_t from = waiting.front();
      for (std::size_t to = 0; to < count_; ++to) {
        if (!there_[to] || !edge(from, to) || bases_[from] == bases_[to] || mates_[from] == to) continue;
        if (to == root || (mates_[to] != nobody && parents_[mates_[to]] != nobody)) {
          shrink(from, to, waiting);
        } else if (parents_[to] == nobody) {
          parents_[to] = from;
          if (mates_[to] == nobody) return to;
          used_[mates_[to]] = true;
          waiting.push(mates_[to]);
        }
      }
    }
    return nobody;
  }

  void shrink(std::size_t one, std::size_t other, std::queue<std::size_t>& waiting) {
    const std::size_t base = common_base(one, other);
    std::vector<bool> blossom(count_);
    mark(blossom, one, base, other);
    mark(blossom, other, base, one);
    for (std::size_t vertex = 0; vertex < count_; ++vertex) {
      if (!blossom[bases_[vertex]]) continue;
      bases_[vertex] = base;
      if (!used_[vertex]) {
        used_[vertex] = true;
        waiting.push(vertex);
      }
    }
  }

  std::size_t common_base(std::size_t one, std::size_t other) {
    std::vector<bool> passed(count_);
    for (std::size_t at = bases_[one];; at = bases_[parents_[mates_[at]]]) {
      passed[at] = true;
      if (mates_[at] == nobody) break;
    }
    std::size_t at = bases_[other];
    while (!passed[at]) at = bases_[parents_[mates_[at]]];
    return at;
  }

  void mark(std::vector<bool>& blossom, std::size_t vertex, std::size_t base, std::size_t child) {
    while (bases_[vertex] != base) {
      blossom[bases_[vertex]] = blossom[bases_[mates_[vertex]]] = true;
      parents_[vertex] = child;
      child = mates_[vertex];
      vertex = parents_[child];
    }
  }

  std::size_t count_;
  std::vector<bool> edges_;
  std::vector<bool> there_;
  std::vector<std::size_t> mates_;
  std::vector<std::size_t> parents_;  // on paths from the root
  std::vector<std::size_t> bases_;    // of the blossom that a vertex is in
  std::vector<bool> used_;
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
