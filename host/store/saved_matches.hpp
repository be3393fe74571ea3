// What `serve` keeps from one start to the next, in a folder of this user alone: its link, and the matches that are
// played in the browser, each as a file that its process writes.
#pragma once

#include "host/util/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

struct SavedMatch {
  std::string head;  // a JSON object: what a list shows, and how the match goes on
  std::string line;  // its transcript until now
};

/// Writes a match in place of its earlier state. Throws Failure(output).
void save_match(const std::filesystem::path& file, const SavedMatch& match);

/// Thread-safe.
class SavedMatches {
 public:
  /// Makes the folder. Throws Failure(database) if that fails, or if others than this user may read it.
  explicit SavedMatches(std::filesystem::path folder);

  /// Returns the first of "folder", "folder-2", ... that no other process has, and a lock that keeps it: two servers
  /// would play one match twice. Throws as the constructor does.
  static std::pair<SavedMatches, Descriptor> unused(const std::filesystem::path& folder);

  /// Returns the token and the port of the last server; a new token and 0 if there was none.
  [[nodiscard]] std::pair<std::string, std::uint16_t> link() const;
  void keep_link(const std::string& token, std::uint16_t port) const;

  /// Returns the id of a new match, "live-7", whose file is empty until it is saved.
  [[nodiscard]] std::string add() const;
  void remove(const std::string& id) const;
  [[nodiscard]] std::filesystem::path file(const std::string& id) const;

  /// Returns a match, if it is there.
  [[nodiscard]] std::optional<SavedMatch> find(const std::string& id) const;

  /// Returns the heads of the newest matches, the newest first.
  [[nodiscard]] std::vector<std::string> heads(std::size_t most) const;

 private:
  /// Returns the numbers of all, the largest first.
  [[nodiscard]] std::vector<std::uint64_t> numbers() const;

  std::filesystem::path folder_;
};

}  // namespace host
