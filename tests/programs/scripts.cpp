#include "tests/programs/scripts.hpp"

#include <stdexcept>

namespace programs {

namespace fs = std::filesystem;

Stage::Stage() {
  fs::permissions(folder_.path(), fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                                      fs::perms::others_read | fs::perms::others_exec);
}

std::string Stage::write(const std::string& name, const std::string& text) const {
  const fs::path file = folder_.write(name, text);
  fs::permissions(file, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read |
                            fs::perms::others_exec);
  return "./" + name;
}

std::string Stage::script(const std::string& name, const std::string& turn, const std::string& start) const {
  return write(name, R"(#!/bin/sh
first_empty() {
  before=${board%%.*}
  rows=
  row=0
  while :; do
    case $before in
      */*) row=$((row + 1)); before=${before#*/} ;;
      *) break ;;
    esac
  done
  cell="$row ${#before}"
}
while read -r word rest; do
  case $word in
    start) )" + start +
                         R"( echo ready ;;
    turn) left=${rest%% *}; board=${rest#* }
      )" + turn + R"( ;;
    quit) exit 0 ;;
  esac
done
)");
}

support::Result Stage::host(Words words, const std::string& input) const {
  words.insert(words.begin(), std::string(AGON_TEST_BUILT) + "/host");
  return support::run({.words = std::move(words), .folder = folder_.path(), .environment = {}, .input = input});
}

support::Json Stage::match(const std::string& plugin, const Words& more, const std::string& other) const {
  Words words = {"--game", "tonga",    "--set", "n=6",      "--seats",    "listed", "--plugin",
                 plugin,   "--plugin", other,   "--record", "match.json", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  const support::Result result = host(words);
  if (result.code != 0) throw std::runtime_error(result.err);
  return support::parse_json(support::content(folder_.path() / "match.json"));
}

std::string kind_of(const support::Json& match) {
  return match.at("result").at("outcomes").at(0).at("kind").get<std::string>();
}

std::string reason_of(const support::Json& match) {
  return match.at("result").at("outcomes").at(0).value("reason", "");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string complaints(const support::Result& result) {
  const std::string first = result.err.substr(0, result.err.find('\n'));
  const bool warned = contains(first, "warning: ") && contains(first, "this system gives programs no ");
  return warned ? result.err.substr(first.size() + 1) : result.err;
}

}  // namespace programs
