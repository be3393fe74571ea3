// Reads settings that people write as TOML, and says plainly what is wrong with them.
#pragma once

#include "host/util/failure.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// A table of a file. Its reader asks for each key that it knows, then calls refuse_others(). What is wrong is passed
/// to the function that was given with the text, as a sentence without the file's name; it throws.
class TomlTable {
 public:
  using Refuse = std::function<void(const std::string& why)>;

  /// Reads the text of a file.
  TomlTable(std::string_view text, Refuse refuse);

  [[nodiscard]] bool has(const std::string& key) const;
  [[nodiscard]] std::vector<std::string> keys() const;

  /// Returns the text, or nothing if the key is not there.
  std::optional<std::string> text(const std::string& key);
  /// Returns which of the words the value is; 0 if it is not there.
  std::size_t choice(const std::string& key, const std::vector<std::string>& words);
  double number(const std::string& key, double fallback, double least, double most);
  std::size_t whole(const std::string& key, std::size_t fallback, std::size_t least, std::size_t most);
  /// Returns nothing if the value is no truth value.
  std::optional<bool> flag(const std::string& key);
  /// Returns the texts and numbers of a list, or a single one.
  std::vector<std::string> texts(const std::string& key);
  /// Returns a table; an empty one if it is not there.
  TomlTable table(const std::string& key);

  /// Refuses the first key that nobody has asked for.
  void refuse_others() const;

  /// Refuses the file.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  struct Node;
  TomlTable(std::shared_ptr<Node> node, std::string prefix, Refuse refuse);

  std::shared_ptr<Node> node_;
  std::string prefix_;  // of its keys, as in "limits."
  Refuse refuse_;
};

/// Reads a file. What is wrong is thrown as a Failure with this code, after the file's name.
TomlTable toml_file(const std::filesystem::path& file, Exit code);

/// Returns the text as TOML writes it, with quotes.
std::string toml_text(const std::string& text);

}  // namespace host
