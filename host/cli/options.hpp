// The description of options, the only one: parsing, messages about wrong values, --help, the manual and completion
// follow from it.
#pragma once

#include "host/report/report.hpp"
#include "host/seat/limits.hpp"

#include <boost/program_options.hpp>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

using Arguments = std::vector<std::string>;

/// What the Tab key offers beside fixed words.
enum class Offer {
  nothing,
  games,
  strategies,
  swaps,
  parameters,
  parameter_names,
  option_ranges,
  files,
  libraries,
  languages,
  kinds
};

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

/// What an option or a command's arguments take.
struct Takes {
  enum class Kind { nothing, text, texts, choice, whole, number };  // texts: may be repeated
  Kind kind = Kind::nothing;
  const char* words = "";  // of a choice, all that it takes, as in "one|two"; of others, some to offer, first
  Offer offer = Offer::nothing;
  const char* what = "";  // of numbers, for messages: "seconds"
  double least = -unlimited;
  double most = unlimited;
  bool or_none = false;  // whether it also takes 0, which means no limit
};

inline constexpr Takes on_off;

constexpr Takes text(const char* words = "") {
  return {.kind = Takes::Kind::text, .words = words};
}
constexpr Takes text(Offer offer) {
  return {.kind = Takes::Kind::text, .offer = offer};
}
constexpr Takes texts(Offer offer = Offer::nothing) {
  return {.kind = Takes::Kind::texts, .offer = offer};
}
constexpr Takes choice(const char* words) {
  return {.kind = Takes::Kind::choice, .words = words};
}
constexpr Takes whole(double least, double most = unlimited, const char* what = "a whole number") {
  return {.kind = Takes::Kind::whole, .what = what, .least = least, .most = most};
}
constexpr Takes number(double least, double most, const char* what = "a number") {
  return {.kind = Takes::Kind::number, .what = what, .least = least, .most = most};
}
constexpr Takes limit(const LimitRange& range) {
  Takes takes = number(range.least, range.most, range.unit);
  takes.or_none = true;
  return takes;
}
inline constexpr Takes probability = number(1e-6, 0.49, "a probability");

struct Option {
  const char* name = "";   // with the letter of its short form after a comma: "quiet,q"
  const char* value = "";  // how --help calls the value; of a flag ""
  Takes takes{};
  const char* help = "";
  const char* fallback = "";  // the value if the option is not given
  const char* group = "";     // the heading in --help of options that several commands have; of a command's own ""

  [[nodiscard]] std::string long_name() const { return std::string(name).substr(0, std::string_view(name).find(',')); }
};

using Options = std::vector<Option>;

/// Returns all of these options, in this order.
Options together(std::initializer_list<Options> parts);

/// Puts the options into a group.
Options grouped(const char* heading, Options options);

/// Returns the headings of the groups, in the order of --help; the first is "", of the command's own options.
std::vector<std::string> groups_of(const Options& options);

/// Returns the options as --help prints them.
boost::program_options::options_description described(const Options& options);

/// The values of a command line.
class Values {
 public:
  /// Reads the command line. Throws Failure(usage) for a value that an option does not take, and exceptions of Boost
  /// for other faults.
  Values(const Options& options, const Arguments& line);

  /// Returns whether the option is on the command line.
  [[nodiscard]] bool given(std::string_view name) const;
  /// Returns its value or its fallback; "" if it has none.
  [[nodiscard]] std::string text(std::string_view name) const;
  /// Returns all its values.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  /// Returns its number or its fallback, if it has one.
  [[nodiscard]] std::optional<double> number_of(std::string_view name) const;
  /// Returns the same of an option that is given or has a fallback.
  [[nodiscard]] double number(std::string_view name) const { return number_of(name).value(); }
  [[nodiscard]] std::size_t whole(std::string_view name) const { return static_cast<std::size_t>(number(name)); }

  /// Returns the arguments that are no options.
  [[nodiscard]] const Arguments& arguments() const { return arguments_; }
  /// Returns the options of the command line in its order, with the values of those that take one.
  [[nodiscard]] const std::vector<std::pair<std::string, std::optional<std::string>>>& options() const {
    return given_;
  }

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> given_;
  std::vector<std::pair<std::string, std::optional<std::string>>> fallbacks_;
  Arguments arguments_;
};

/// Throws Failure(usage) if one of the options is given: "--seeds REASON".
void refuse_given(const Values& values, std::initializer_list<const char*> names, const std::string& reason);

/// A group that commands have in parts.
inline constexpr const char* database_group = "Database";

/// What --jobs takes.
inline constexpr Takes jobs_taken = whole(1, 1024, "the number of matches at a time");

/// Options that several commands have in the same form.
inline constexpr Option json_option = {"json", "", on_off, "print the result as one JSON object"};

/// Returns the options of the formats that a report can be printed in, with a table for CSV or without.
Options format_options(bool has_table = false);

/// Returns the writer of the format that is asked for, or to_text(). Throws Failure(usage) if two are asked for.
ReportWriter writer_of(const Values& values);

}  // namespace host
