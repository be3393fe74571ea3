// Regular expressions (ECMAScript's) in tests. The library takes seconds to compile wherever it is used, so it is
// compiled once, here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace support {

class Pattern {
 public:
  /// Throws std::regex_error if it is none.
  explicit Pattern(const std::string& expression);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  /// Returns the first place of `text` that matches, then its groups, "" for those without a part in it. Empty: none
  /// matches.
  [[nodiscard]] std::vector<std::string> find(const std::string& text) const;

  /// Returns the same for every place that matches, from left to right.
  [[nodiscard]] std::vector<std::vector<std::string>> find_all(const std::string& text) const;

  /// Returns the same for the whole text.
  [[nodiscard]] std::vector<std::string> match(const std::string& text) const;

  /// Returns `text` with every place that matches replaced; "$1" stands for the first group.
  [[nodiscard]] std::string replaced(const std::string& text, const std::string& replacement) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace support
