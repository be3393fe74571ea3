#include "tests/programs/scripts.hpp"

namespace programs {

namespace fs = std::filesystem;

Stage::Stage() {
  fs::permissions(folder_.path(), fs::perms{0755});
}

std::string Stage::write(const std::string& name, const std::string& text) const {
  folder_.write_program(name, text);
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
  words.insert(words.begin(), e2e::built_folder / "host");
  return support::run({.words = std::move(words), .folder = folder_.path(), .environment = {}, .input = input});
}

support::Result Stage::done(const Words& words) const {
  support::Result result = host(words);
  CAPTURE(words);
  REQUIRE_MESSAGE(result.code == 0, result.err);
  return result;
}

void Stage::refuses(const Words& words, int code, const std::string& part) const {
  const support::Result result = host(words);
  CAPTURE(words);
  CHECK(result.code == code);
  check_has(complaints(result), part);
}

std::vector<support::Json> Stage::transcripts(const std::string& file) const {
  return e2e::objects(support::content(folder_.path() / file));
}

support::Json Stage::recorded(const std::string& file) const {
  return transcripts(file).at(0);
}

support::Json Stage::match(const std::string& plugin, const Words& more, const std::string& other) const {
  const Words words =
      e2e::tonga({"--seats", "listed", "--plugin", plugin, "--plugin", other, "--record", "match.json", "--quiet"});
  done(with(words, more));
  return recorded();
}

std::string kind_of(const support::Json& match) {
  return match.at("result").at("outcomes").at(0).at("kind").get<std::string>();
}

std::string reason_of(const support::Json& match) {
  return match.at("result").at("outcomes").at(0).value("reason", "");
}

void check_outcome(const support::Json& match, const std::string& kind, const std::string& reason) {
  CHECK(kind_of(match) == kind);
  check_has(reason_of(match), reason);
}

std::string complaints(const support::Result& result) {
  const std::string first = result.err.substr(0, result.err.find('\n'));
  const bool warned = has(first, "warning: ") && has(first, "this system gives programs no ");
  return warned ? result.err.substr(first.size() + 1) : result.err;
}

}  // namespace programs
