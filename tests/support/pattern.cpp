#include "tests/support/pattern.hpp"

#include <regex>

namespace support {

namespace {

std::vector<std::string> groups_of(const std::smatch& match) {
  return {match.begin(), match.end()};
}

}  // namespace

struct Pattern::Compiled {
  std::regex regex;
};

Pattern::Pattern(const std::string& expression) : compiled_(new Compiled{std::regex(expression)}) {}

Pattern::~Pattern() = default;

std::vector<std::string> Pattern::find(const std::string& text) const {
  std::smatch match;
  std::regex_search(text, match, compiled_->regex);
  return groups_of(match);
}

std::vector<std::vector<std::string>> Pattern::find_all(const std::string& text) const {
  std::vector<std::vector<std::string>> all;
  const std::sregex_iterator end;
  for (std::sregex_iterator each(text.begin(), text.end(), compiled_->regex); each != end; ++each)
    all.push_back(groups_of(*each));
  return all;
}

std::vector<std::string> Pattern::match(const std::string& text) const {
  std::smatch match;
  std::regex_match(text, match, compiled_->regex);
  return groups_of(match);
}

std::string Pattern::replaced(const std::string& text, const std::string& replacement) const {
  return std::regex_replace(text, compiled_->regex, replacement);
}

}  // namespace support
