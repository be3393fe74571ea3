// Determines the matches of a run and who sits where: pure functions, with the same result on every machine and for any
// number of jobs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// order[i] is the number of the strategy on seat i; strategies are numbered from 0 in the order of the command line.
using Seating = std::vector<std::size_t>;

/// The assignment selected by --seats.
class SeatingRule {
 public:
  /// Parses the rule. "draw": a random order from the match's seed, with equal probability. "listed": the order of the
  /// command line. "rotate": as listed in the first match of a run, rotated by one seat in each following match. "1,0":
  /// this order. Throws Failure(usage) for anything else.
  static SeatingRule parse(const std::string& text, std::size_t seats);

  /// Returns the numbers 0, 1, ... of all participants.
  [[nodiscard]] Seating listed() const;

  /// Returns the seating of match number `index` (from 0) of a run.
  [[nodiscard]] Seating seating(std::uint64_t match_seed, std::size_t index) const;

 private:
  enum class Kind { draw, fixed, rotate };
  Kind kind_ = Kind::draw;
  Seating order_;
};

/// One match to play.
struct ScheduledMatch {
  std::size_t number = 0;  // in the schedule of the whole run
  std::uint64_t seed = 0;
  Seating seating;        // the participant on each seat
  std::size_t block = 0;  // matches of one block have the same participants and seed, but different seats
};

enum class Format {
  round_robin,  // every group of participants that fills the seats
  gauntlet      // the groups that contain the first participant
};

enum class Seatings {
  all,     // each group plays a seed in every order of seats
  rotate,  // in an order that is drawn from the seed, and rotated so that each takes each seat once
  one      // in one order, drawn from the seed
};

/// The matches of a run, in order. They are computed on demand, so that millions of them take no memory.
class Schedule {
 public:
  /// Returns a schedule with one match per seed. All participants take part; `rule` assigns the seats.
  static Schedule matches(std::vector<std::uint64_t> seeds, SeatingRule rule);

  /// Returns a schedule in which each participant plays every seed alone, for games with one seat.
  static Schedule alone(std::vector<std::uint64_t> seeds, std::size_t participants);

  /// Returns a schedule of all groups of `seats` participants on every seed. With fewer participants than seats, some
  /// take several seats: it contains every group with at least two different participants. Of two participants on three
  /// seats or more, rotated, it contains the groups in which one of the two has one seat, and the other one all others.
  /// `participants` is at least 2, `seats` at least 1. With one seat, it is the same as alone().
  static Schedule tournament(Format format, Seatings seatings, std::vector<std::uint64_t> seeds,
                             std::size_t participants, std::size_t seats);

  /// Returns part number `part`, from 1, of `parts`: every `parts`-th seed, with all its matches. Numbers and blocks
  /// stay those of the whole schedule.
  [[nodiscard]] Schedule shard(std::size_t part, std::size_t parts) const;

  /// Returns a schedule of these matches, in this order. seeds() is empty.
  static Schedule listed(std::vector<ScheduledMatch> scheduled_matches);

  [[nodiscard]] std::size_t size() const {
    return scheduled_.empty() ? seeds_.size() * orders_.size() : scheduled_.size();
  }
  /// Requires that `index` is below size(). Matches of one seed are adjacent.
  [[nodiscard]] ScheduledMatch at(std::size_t index) const;

  [[nodiscard]] const std::vector<std::uint64_t>& seeds() const { return seeds_; }

 private:
  /// The matches on each seed.
  struct Order {
    Seating participants;
    std::size_t group = 0;
    bool ruled = false;    // whether rule_ assigns the seats
    std::size_t turn = 0;  // by how many seats the order is then rotated
  };

  void add_group(Seating group, Seatings seatings);

  std::vector<std::uint64_t> seeds_;
  std::size_t first_ = 0;  // the place of the first seed in the whole schedule,
  std::size_t step_ = 1;   // and the distance to the next one
  std::vector<Order> orders_;
  std::size_t groups_ = 1;
  SeatingRule rule_;
  std::vector<ScheduledMatch> scheduled_;  // if not empty, these matches
};

}  // namespace host
