#include "host/util/toml_table.hpp"

#include "host/util/descriptor.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <utility>

// The library asserts of a text what it checks only then, as with "[!" and "x = [}": the check has the sentence.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace host {

struct TomlTable::Node {
  toml::table table;
  std::vector<std::string> known{};  // keys that were asked for

  const toml::node* find(const std::string& key) {
    known.push_back(key);
    return table.get(key);
  }
};

namespace {

constexpr std::ptrdiff_t most_dots = 1000;  // in a line
/// Of a file: its table takes up to 40 times as much memory.
constexpr std::size_t most_text = std::size_t{256} << 10U;

}  // namespace

TomlTable::TomlTable(std::string_view text, Refuse refuse) : refuse_(std::move(refuse)) {
  // The library skips the mark of UTF-8, and would call this an invalid sequence.
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    this->refuse("it is written in UTF-16: save it as UTF-8");
  // The library calls itself for each part of a key: a long one ended the process.
  for (const std::string& line : split(text, '\n')) {
    if (std::ranges::count(line, '.') > most_dots)
      this->refuse("a line has more than " + std::to_string(most_dots) + " dots");
  }
  try {
    node_ = std::make_shared<Node>(Node{toml::parse(text)});
  } catch (const toml::parse_error& error) {
    this->refuse("line " + std::to_string(error.source().begin.line) + ": " + std::string(error.description()));
  }
}

TomlTable::TomlTable(std::shared_ptr<Node> node, std::string prefix, Refuse refuse)
    : node_(std::move(node)), prefix_(std::move(prefix)), refuse_(std::move(refuse)) {}

bool TomlTable::has(const std::string& key) const {
  return node_->table.contains(key);
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::string> all;
  for (const auto& [key, value] : node_->table) all.emplace_back(key.str());
  return all;
}

std::optional<std::string> TomlTable::text(const std::string& key) {
  const toml::node* const node = node_->find(key);
  if (node == nullptr) return std::nullopt;
  auto text = node->value<std::string>();
  if (!text) refuse(prefix_ + key + " takes a text in quotes");
  return text;
}

std::size_t TomlTable::choice(const std::string& key, const std::vector<std::string>& words) {
  const auto value = text(key);
  if (!value) return 0;
  const auto found = std::find(words.begin(), words.end(), *value);
  if (found == words.end()) refuse(prefix_ + key + " is one of " + join(words) + ", and not '" + *value + "'");
  return static_cast<std::size_t>(found - words.begin());
}

double TomlTable::number(const std::string& key, double fallback, double least, double most) {
  const toml::node* const node = node_->find(key);
  const auto number = node == nullptr ? fallback : node->value<double>();
  if (!number || !(*number >= least && *number <= most))
    refuse(prefix_ + key + " takes a number from " + decimal(least) + " to " + decimal(most));
  return *number;
}

std::size_t TomlTable::whole(const std::string& key, std::size_t fallback, std::size_t least, std::size_t most) {
  const toml::node* const node = node_->find(key);
  if (node == nullptr) return fallback;
  const auto number = node->value_exact<std::int64_t>();
  if (!number || *number < 0 || static_cast<std::size_t>(*number) < least || static_cast<std::size_t>(*number) > most)
    refuse(prefix_ + key + " takes a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return static_cast<std::size_t>(*number);
}

std::optional<bool> TomlTable::flag(const std::string& key) {
  const toml::node* const node = node_->find(key);
  return node == nullptr ? std::nullopt : node->value_exact<bool>();
}

std::vector<std::string> TomlTable::texts(const std::string& key) {
  std::vector<std::string> texts;
  const auto take = [&](const toml::node& node) {
    if (const auto text = node.value_exact<std::string>())
      texts.push_back(*text);
    else if (const auto number = node.value<double>())
      texts.push_back(decimal(*number));
    else
      refuse(prefix_ + key + " takes a text, a number or a list of them");
  };
  const toml::node* const node = node_->find(key);
  if (node == nullptr) return texts;
  if (const toml::array* const array = node->as_array()) {
    for (const toml::node& each : *array) take(each);
  } else {
    take(*node);
  }
  return texts;
}

TomlTable TomlTable::table(const std::string& key) {
  const toml::node* const node = node_->find(key);
  if (node != nullptr && node->as_table() == nullptr) refuse("write [" + prefix_ + key + "] as a table");
  return {std::make_shared<Node>(Node{node == nullptr ? toml::table() : *node->as_table()}), prefix_ + key + ".",
          refuse_};
}

void TomlTable::refuse_others() const {
  for (const std::string& key : keys()) {
    if (std::find(node_->known.begin(), node_->known.end(), key) == node_->known.end())
      refuse("there is no key " + prefix_ + key + did_you_mean(key, node_->known) + "; there is " + join(node_->known));
  }
}

void TomlTable::refuse(const std::string& why) const {
  refuse_(why);
  throw std::logic_error("what refuses a setting has not thrown: " + why);
}

TomlTable toml_file(const std::filesystem::path& file, Exit code) {
  const auto refuse = [name = file.filename().string(), code](const std::string& why) {
    throw Failure(code, name + ": " + why);
  };
  const Descriptor open = open_regular(file);
  if (!open.is_open()) refuse(why_unread());
  const std::optional<std::string> text = read_all(open, most_text);
  if (!text) refuse(errno == EFBIG ? "has more than 256 KiB" : why_unread());
  return {*text, refuse};
}

std::string toml_text(const std::string& text) {
  std::ostringstream out;
  out << toml::value<std::string>(text);
  return out.str();
}

}  // namespace host
