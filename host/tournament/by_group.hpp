// The results of matches for each value of one of the game's parameters. No I/O.
#pragma once

#include "host/match/result.hpp"
#include "host/tournament/schedule.hpp"
#include "host/tournament/tally.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace host {

/// Matches in which the parameter had a certain value, or one of several.
struct ValueGroup {
  enum class Kind {
    one,     // `low` is the value
    range,   // numbers from `low` to `high`
    others,  // values not in the other groups
    none     // the parameter has no value
  };
  Kind kind = Kind::one;
  std::string low;
  std::string high;
  std::size_t matches = 0;
  std::vector<Totals> rows;  // by the players' numbers

  /// Returns "10", "20 to 42", "others" or "none".
  [[nodiscard]] std::string label() const;
};

/// Results of a run, grouped by one parameter.
struct ParameterResults {
  std::string parameter;
  std::vector<ValueGroup> groups;
};

class ByParameter {
 public:
  static constexpr std::size_t most_groups = 12;    // with at most this many values, each has a group
  static constexpr std::size_t ranges = 8;          // more numbers are grouped into this many ranges
  static constexpr std::size_t most_values = 4096;  // maximum number of separate values before grouping

  /// `contest` is the game's, AGON_CONTEST_... `before`: of `matches` that did not have the parameter.
  ByParameter(std::string name, std::int32_t contest, Tally before, std::size_t matches)
      : name_(std::move(name)), contest_(contest), none_{std::move(before), {}, {}, matches} {}
  ByParameter(std::string name, std::int32_t contest) : ByParameter(std::move(name), contest, Tally(0, contest), 0) {}

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Adds a match; see Tally::add().
  void add(const Result& match, const Seating& players);

  /// Returns the groups: numbers in ascending order, then texts. More than most_groups numbers are grouped into ranges
  /// with about the same number of matches each. Of more texts, the most frequent are shown separately, and the rest as
  /// one group. No match may be added afterwards.
  [[nodiscard]] ParameterResults results();

 private:
  using Key = std::variant<double, std::string>;  // numbers precede texts
  static constexpr std::size_t text = 1;          // its index
  struct Bucket {
    Tally tally;
    std::string low;
    std::string high;
    std::size_t matches = 0;
  };

  static Key key_of(const std::string& value);
  Bucket& bucket_of(const std::string& value);

  std::string name_;
  std::int32_t contest_;
  std::map<Key, Bucket> buckets_;
  Bucket none_;
  Bucket others_{Tally(0, contest_), {}, {}};  // texts beyond most_values
};

}  // namespace host
