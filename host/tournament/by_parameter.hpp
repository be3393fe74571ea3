// The results of matches for each value that a parameter of the game had in them. No I/O.
#pragma once

#include "host/tournament/tally.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Matches whose parameter had one value, or one of some values.
struct ValueGroup {
  enum class Kind {
    one,     // `low` is the value
    range,   // numbers from `low` to `high`
    others,  // what is not among the other groups
    none     // the parameter has no value
  };
  Kind kind = Kind::one;
  std::string low;
  std::string high;
  std::size_t matches = 0;
  std::vector<TallyRow> rows;  // as the fixtures seat them

  /// "10", "20 to 42", "others", "none".
  [[nodiscard]] std::string label() const;
};

/// Results of a run by one parameter.
struct ParameterResults {
  std::string parameter;
  std::vector<ValueGroup> groups;
};

class ByParameter {
 public:
  static constexpr std::size_t most_groups = 12;    // up to so many values have a group each
  static constexpr std::size_t ranges = 8;          // into which more numbers than that are put
  static constexpr std::size_t most_values = 4096;  // that are kept apart before they are grouped

  /// `contest` is the game's, AGON_CONTEST_...
  ByParameter(std::string name, std::int32_t contest) : name_(std::move(name)), contest_(contest) {}
  ByParameter(const ByParameter&) = delete;
  ByParameter& operator=(const ByParameter&) = delete;

  /// In the order of the schedule, as Tally::add().
  void add(const Transcript& transcript, const Fixture& fixture);

  /// As Tally::end_seed().
  void end_seed();

  /// Numbers in ascending order, then texts. More than most_groups numbers become ranges with about as many matches
  /// each; of more texts the most frequent are shown, and the others together. Ends the adding.
  [[nodiscard]] ParameterResults results();

 private:
  /// Numbers come first.
  struct Key {
    bool is_text = false;
    double number = 0;
    std::string text;
    std::partial_ordering operator<=>(const Key&) const = default;
  };
  struct Bucket {
    Tally tally;
    std::string low;
    std::string high;
    std::size_t matches = 0;
  };

  static Key key_of(const std::string& value);
  Bucket& bucket_of(const std::string& value);
  [[nodiscard]] std::vector<ValueGroup> in_ranges(std::vector<ValueGroup> all) const;
  [[nodiscard]] std::vector<ValueGroup> most_frequent(std::vector<ValueGroup> all) const;

  std::string name_;
  std::int32_t contest_;
  std::map<Key, Bucket> buckets_;
  Bucket none_{Tally(0, contest_), {}, {}};
  Bucket others_{Tally(0, contest_), {}, {}};  // texts beyond most_values
  Bucket* last_ = nullptr;                     // of the last match
};

}  // namespace host
