// A command's options, in groups with headings: --help prints all of them, the manual each common group once.
#pragma once

#include <boost/program_options.hpp>

#include <deque>
#include <string>

namespace host {

struct OptionGroup {
  std::string heading;
  boost::program_options::options_description options;  // with the same caption
};

class Options {
 public:
  Options() { group("Options"); }

  /// Adds to the command's own options: add_options()(NAME, VALUE, DESCRIPTION)...
  boost::program_options::options_description_easy_init add_options() { return groups_.front().options.add_options(); }

  /// Returns the group with this heading, a new one if there is none. The reference is valid as long as this object.
  boost::program_options::options_description& group(const std::string& heading);

  /// Returns the command's own options, then the groups that it has in common with others.
  [[nodiscard]] const std::deque<OptionGroup>& groups() const { return groups_; }

  /// Returns all options, for parsing and for printing in groups.
  [[nodiscard]] boost::program_options::options_description all() const;

 private:
  std::deque<OptionGroup> groups_;
};

/// Headings of the groups that several commands have.
inline constexpr const char* match_options = "Match";
inline constexpr const char* opening_options = "Openings";
inline constexpr const char* limit_options = "Limits and isolation";
inline constexpr const char* game_limit_options = "Limits of the game";
inline constexpr const char* database_options = "Database";
inline constexpr const char* output_options = "Output";
inline constexpr const char* cluster_options = "Cluster";

/// The help of --wide.
inline constexpr const char* wide_help = "print tables in full on a terminal, too, where long cells are cut otherwise";

}  // namespace host
