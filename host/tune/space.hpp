// What tuning varies: the declared options of a strategy, their ranges, and points in the space that they form.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/spec.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace host {

enum class ParameterKind { integer, number, flag, choice };

/// One dimension: an option, or a number in the list of an option of kind text.
struct Parameter {
  std::string name;         // "depth"; "weights[3]" for the third number of a list, counted from 0
  std::size_t option = 0;   // its option's place in the declaration
  std::size_t element = 0;  // its place in the list
  ParameterKind kind = ParameterKind::number;
  double low = 0;
  double high = 1;                     // of a flag 1, of a choice the number of its last choice
  double step = 1;                     // between values; of numbers it has no meaning
  bool logarithmic = false;            // whether the search works on the logarithm of the value
  std::vector<std::string> choices{};  // of a choice
  double start = 0;

  /// Returns whether the values have an order, so that there is a direction to go in.
  [[nodiscard]] bool numeric() const { return kind == ParameterKind::integer || kind == ParameterKind::number; }
  /// Returns the valid value nearest to `value`. Numbers are rounded to five digits, of the width of a linear range.
  [[nodiscard]] double nearest(double value) const;
  /// Returns the value as an option takes it.
  [[nodiscard]] std::string text(double value) const;
  /// Maps the range to 0 to 1 and back; logarithmic ranges by their logarithms.
  [[nodiscard]] double to_unit(double value) const;
  [[nodiscard]] double from_unit(double unit) const;
};

/// A value for each parameter of a space. Choices and flags are numbers of their values, from 0.
using Point = std::vector<double>;

struct Space {
  std::vector<Parameter> parameters;
  std::vector<std::string> options;  // the start's values of all declared options
  std::vector<char> separators;      // between the numbers of each option's list; 0: no list
  std::vector<std::string> names;    // of all declared options

  [[nodiscard]] Point start() const;
  /// Returns values for all declared options, in the order of their declaration.
  [[nodiscard]] std::vector<std::string> options_of(const Point& point) const;
  /// Returns the places in the declaration of the options that vary.
  [[nodiscard]] std::vector<std::size_t> tuned() const;
  /// Returns the point with the parameters of one option as in `from`.
  [[nodiscard]] Point with_option(Point point, std::size_t option, const Point& from) const;
  /// Returns the options that vary, with the point's values.
  [[nodiscard]] Assignments assignments(const Point& point) const;
};

// Reads the texts of --tune: which options vary, and in which ranges.

/// What a range of whole numbers means for an option of kind text whose start has whole numbers, too.
enum class TextNumbers {
  any,        // all numbers
  as_written  // whole numbers; "0.0:5" means all
};

/// Parses "depth=1:6,alpha=0.1:10:log,mode,w*=-5:5". A name that ends with '*' means all options whose names begin so.
/// Without a range, the option's declaration gives it. Without texts, all options vary whose declarations give finite
/// ranges. An option of kind text varies if its start is a list of numbers and a range is given, which then applies to
/// each number. `start` has a value for each declared option. `owner` is "strategy mybot". Throws Failure(usage).
Space read_space(const std::vector<SettingDescription>& declared, const std::vector<std::string>& start,
                 const std::vector<std::string>& texts, const std::string& owner,
                 TextNumbers numbers = TextNumbers::any);

}  // namespace host
