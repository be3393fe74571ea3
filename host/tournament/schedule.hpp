// Who plays whom on which seed: pure functions, the same on every machine and for any number of jobs.
#pragma once

#include "host/tournament/seating.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

/// One match to be played.
struct Fixture {
  std::uint64_t seed = 0;
  Seating seating;        // which entrant takes each seat
  std::size_t block = 0;  // matches of one block are the same entrants on one seed, in different seats
};

enum class Format {
  round_robin,  // every group of entrants that fills the seats
  gauntlet      // those groups that the first entrant is in
};

enum class Seatings {
  all,  // each group plays a seed in every order of seats
  one   // in one order, drawn from the seed
};

/// The matches of a run, in the order in which they count. They are made when they are asked for, so that millions of
/// them take no memory.
class Schedule {
 public:
  /// One match a seed; all entrants take part, and `rule` says where each sits.
  static Schedule matches(std::vector<std::uint64_t> seeds, SeatingRule rule);

  /// Each of `entrants` alone on every seed, for games with one seat.
  static Schedule alone(std::vector<std::uint64_t> seeds, std::size_t entrants);

  /// All groups of `seats` entrants on every seed. With fewer entrants than seats, some take several: every group in
  /// which at least two take part. `entrants` is at least 2, `seats` at least 1; with one seat it is as alone().
  static Schedule tournament(Format format, Seatings seatings, std::vector<std::uint64_t> seeds, std::size_t entrants,
                             std::size_t seats);

  [[nodiscard]] std::size_t size() const { return seeds_.size() * orders_.size(); }
  /// `index` below size(). Matches of one seed follow each other.
  [[nodiscard]] Fixture at(std::size_t index) const;

  [[nodiscard]] const std::vector<std::uint64_t>& seeds() const { return seeds_; }

 private:
  /// What is played on each seed.
  struct Order {
    Seating entrants;
    std::size_t group = 0;
  };

  std::vector<std::uint64_t> seeds_;
  std::vector<Order> orders_;
  std::size_t groups_ = 1;
  bool ruled_ = false;  // whether rule_ says where in its order each entrant sits
  SeatingRule rule_;
};

}  // namespace host
