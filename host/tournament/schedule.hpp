// Determines the matches of a run and who sits where: pure functions, with the same result on every machine and for any
// number of jobs.
#pragma once

#include "host/arena/job.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace host {

// The seeds of a run.

/// The maximum number of seeds of a run.
inline constexpr std::uint64_t most_seeds = 10'000'000;

/// The seeds of a run.
struct Seeds {
  std::vector<std::uint64_t> list;
  std::string text;    // parse_seeds() accepts it: the text as written, with the key of random seeds
  std::string secret;  // for strategy_seed(); only for random seeds
  bool drawn = false;  // whether the key was drawn rather than written
};

/// Parses "7", "1-20" or "1,3,5-7": each seed once, in the order written. Also parses "random:100:KEY": 100 seeds of 64
/// bits, derived from the key of 32 hexadecimal digits. If the key is missing, as in "random:100", calls `draw_key`.
/// The first 100 seeds of "random:1000:KEY" are those of "random:100:KEY". Throws Failure(usage) if the text is
/// malformed, a range is descending, or there are more than ten million seeds.
///
/// The secret is the first 16 bytes, in hexadecimal digits, of the SHA-256 of "agon secret" and KEY. It reveals nothing
/// about the key, so it may be published together with one of the seeds.
Seeds parse_seeds(const std::string& text, const std::function<std::string()>& draw_key);

/// Returns seed number `index`, from 0, of a key: the first 8 bytes, big-endian, of the SHA-256 of the lines "agon
/// seed", KEY and the index.
std::uint64_t random_seed(const std::string& key, std::uint64_t index);

// Who meets whom, and where.

/// order[i] is the number of the strategy on seat i; strategies are numbered from 0 in the order of the command line.
using Seating = std::vector<std::size_t>;

/// Returns the order shuffled, with equal probability, by a stream of the seed: see mix().
Seating drawn(Seating order, std::uint64_t seed, std::uint64_t stream);

/// Returns all groups of `seats` participants. With fewer participants than seats, some take several seats: all groups
/// with at least two different participants. `participants` is at least 2, or 1 for one seat; `seats` at least 1.
std::vector<Seating> round_robin(std::size_t participants, std::size_t seats);

/// Returns those of them that contain the first participant; with one seat, all.
std::vector<Seating> gauntlet(std::size_t participants, std::size_t seats);

/// The assignment selected by --seats.
class SeatingRule {
 public:
  /// Parses the rule. "draw": a random order from the match's seed, with equal probability. "listed": the order of the
  /// command line. "rotate": as listed in the first match of a run, rotated by one seat in each following match. "1,0":
  /// this order. Throws Failure(usage) for anything else.
  static SeatingRule parse(const std::string& text, std::size_t seats);

  [[nodiscard]] std::size_t seats() const { return order_.size(); }
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
  Seating seating;                      // the participant on each seat
  std::size_t block = 0;                // matches of one block have the same participants and seed, but different seats
  std::optional<BranchPoint> branch{};  // of a match that goes on from Job::origin

  [[nodiscard]] MatchRequest request() const { return {seed, seating, branch}; }
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

  /// Returns a schedule in which these groups, of `seats` participants each, play every seed. Of two participants on
  /// three seats or more, rotated, it contains the groups in which one of the two has one seat, and the other one all
  /// others. With one seat, it is the same as alone().
  static Schedule tournament(std::vector<Seating> groups, Seatings seatings, std::vector<std::uint64_t> seeds,
                             std::size_t seats);

  /// Returns part number `part`, from 1, of `parts`: every `parts`-th seed, with all its matches. Numbers and blocks
  /// stay those of the whole schedule.
  [[nodiscard]] Schedule shard(std::size_t part, std::size_t parts) const;

  /// Returns a schedule of these matches, in this order. seeds() is empty.
  static Schedule listed(std::vector<ScheduledMatch> scheduled_matches);
  /// Adds a match at the end of such a schedule.
  void add(ScheduledMatch match);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Returns match number `index`, below size(). Matches of one seed are adjacent.
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
  SeatingRule rule_;
  std::size_t size_ = 0;
  std::vector<Order> orders_;              // the matches of each seed
  std::size_t groups_ = 0;                 // likewise
  std::vector<ScheduledMatch> scheduled_;  // if not empty, these matches
};

}  // namespace host
