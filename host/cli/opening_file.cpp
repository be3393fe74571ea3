#include "host/cli/opening_file.hpp"

#include "host/archive.hpp"
#include "host/arena/run_in_child.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace host {

template <class Archive>
void fields(Archive& archive, BookOpening& opening) {
  archive(opening.line, opening.parameters, opening.actions);
}

namespace {

std::string trimmed(const std::string& text) {
  constexpr const char* blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Removes a comment: a '#' at the start or after a blank, and what follows it.
std::string without_comment(const std::string& text) {
  if (text.starts_with('#')) return {};
  return text.substr(0, std::min(text.find(" #"), text.find("\t#")));
}

/// Takes the first word from a text.
std::string next_word(std::string& text) {
  const std::size_t end = text.find_first_of(" \t");
  std::string word = text.substr(0, end);
  text = end == std::string::npos ? "" : trimmed(text.substr(end));
  return word;
}

bool sets_parameter(const std::string& word, const GameDescription& game) {
  return std::any_of(game.parameters.begin(), game.parameters.end(),
                     [&](const SettingDescription& each) { return word.starts_with(each.name + "="); });
}

/// Reads "n=8 d4; c3": parameters, then actions between semicolons.
BookOpening read_own(std::string rest, std::size_t number, const GameDescription& game) {
  BookOpening opening{.line = number, .parameters = {}, .actions = {}};
  while (sets_parameter(rest, game)) {
    const std::string word = next_word(rest);
    const std::size_t equals = word.find('=');
    opening.parameters.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  for (const std::string& each : split(rest, ';')) {
    if (const std::string action = trimmed(each); !action.empty()) opening.actions.push_back(action);
  }
  return opening;
}

std::vector<BookOpening> read_own_format(std::istream& text, const GameDescription& game) {
  std::vector<BookOpening> openings;
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    line = trimmed(without_comment(line));
    if (!line.empty()) openings.push_back(read_own(line, number, game));
  }
  return openings;
}

/// What a process that has loaded the game answers.
struct BookAnswer {
  bool known = false;  // whether the game has the format
  std::vector<BookOpening> openings;
  int code = 0;        // of the failure
  std::string failed;  // empty: it has not
};

template <class Archive>
void fields(Archive& archive, BookAnswer& answer) {
  archive(answer.known, answer.openings, answer.code, answer.failed);
}

BookAnswer ask_game(const GameBuild& build, const std::string& text, const std::string& ending) {
  BookAnswer answer;
  try {
    const Game game = load_game(build);
    const std::vector<std::string> known = exchange_endings(game);
    answer.known = std::find(known.begin(), known.end(), ending) != known.end();
    if (answer.known) answer.openings = read_book(game, text, ending);
  } catch (const Failure& failure) {
    answer.code = static_cast<int>(failure.code());
    answer.failed = failure.what();
  }
  return answer;
}

/// Lets the game read a file, in a process of its own, if it knows the file's ending.
BookAnswer read_with_game(const std::string& name, const std::string& text, const std::string& ending,
                          const GameBuild& build, const GameLimits& limits) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::tmpfile(), close);
  if (!file) throw Failure(Exit::internal, std::string("no temporary file can be made: ") + std::strerror(errno));
  run_in_child(limits, [&] {
    name_own_work("the game " + build.description.id + ", reading openings,");
    const std::string bytes = pack(ask_game(build, text, ending));
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    return written && std::fflush(file.get()) == 0 ? 0 : 1;
  });
  std::rewind(file.get());
  std::string bytes;
  std::array<char, 1 << 16> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), file.get())) bytes.append(part.data(), size);
  BookAnswer answer;
  Unpacker unpacker(bytes);
  unpacker(answer);
  if (!answer.failed.empty()) throw Failure(static_cast<Exit>(answer.code), name + ", " + answer.failed);
  return answer;
}

}  // namespace

std::vector<BookOpening> read_opening_file(const std::string& name, const GameBuild& game, const GameLimits& limits) {
  std::ifstream file(name);
  if (!file) throw Failure(Exit::usage, "--openings " + name + ": the file can't be opened: " + std::strerror(errno));
  if (file.peek() == std::ifstream::traits_type::eof())
    throw Failure(Exit::usage, "--openings " + name + ": the file is empty, or is a folder");
  std::string ending = std::filesystem::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  if (!ending.empty() && ending != ".txt") {
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (BookAnswer answer = read_with_game(name, text, ending, game, limits); answer.known) return answer.openings;
    file.seekg(0);
  }
  return read_own_format(file, game.description);
}

}  // namespace host
