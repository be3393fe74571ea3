#include "host/tournament/listed_results.hpp"

#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace host {

namespace {

/// Returns the first player's points; nothing for other texts.
std::optional<double> points_of_result(const std::string& text) {
  if (text == "1-0" || text == "1" || text == "1.0") return 1;
  if (text == "0-1" || text == "0" || text == "0.0") return 0;
  if (text == "1/2-1/2" || text == "1/2" || text == "0.5") return 0.5;
  return std::nullopt;
}

[[noreturn]] void fail(const std::string& file, std::size_t line, const std::string& what) {
  throw Failure(Exit::usage, file + ", line " + std::to_string(line) + ": " + what);
}

/// Splits a line of CSV; a cell may be in double quotes, with "" for one of them.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

bool next_line(std::istream& text, std::string& line) {
  if (!std::getline(text, line)) return false;
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

/// Returns the value of a line [NAME "VALUE"], where a backslash precedes a quote and a backslash; nothing for another.
std::optional<std::string> tag_value(const std::string& line, const std::string& name) {
  const std::string begin = "[" + name + " \"";
  if (!line.starts_with(begin)) return std::nullopt;
  std::string value;
  for (std::size_t i = begin.size(); i < line.size(); ++i) {
    if (line[i] == '"') return value;
    if (line[i] == '\\' && i + 1 < line.size()) ++i;
    value += line[i];
  }
  return std::nullopt;
}

/// Returns a line [NAME "VALUE"]. Other programs read names up to the next quote.
std::string pgn_tag(const std::string& name, const std::string& value) {
  std::string text = "[" + name + " \"";
  for (const char letter : printable(value)) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + "\"]\n";
}

}  // namespace

std::size_t ListedResults::player(const std::string& name) {
  const auto [found, is_new] = players_.emplace(name, names_.size());
  if (is_new) names_.push_back(name);
  return found->second;
}

void ListedResults::add(const std::string& first, const std::string& second, double points, const std::string& round) {
  ListedResult result{player(first), player(second), points, block_count_};
  const bool unknown = round.empty() || round == "?" || round == "-";
  if (!unknown) {
    const auto [low, high] = std::minmax(result.first, result.second);
    const std::string key = std::to_string(low) + " " + std::to_string(high) + " " + round;
    result.block = blocks_.emplace(key, block_count_).first->second;
  }
  if (result.block == block_count_) ++block_count_;
  results_.push_back(result);
}

ListedResults read_results_csv(std::istream& text, const std::string& file) {
  ListedResults results;
  std::string line;
  for (std::size_t number = 1; next_line(text, line); ++number) {
    if (line.empty()) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() < 3 || cells.size() > 4)
      fail(file, number, "it takes FIRST,SECOND,RESULT or FIRST,SECOND,RESULT,ROUND");
    const std::optional<double> points = points_of_result(cells[2]);
    const bool has_digits = cells[2].find_first_of("0123456789") != std::string::npos;
    if (!points && number == 1 && !has_digits) continue;  // the heading
    if (!points) fail(file, number, "'" + cells[2] + "' is no result: 1-0, 0-1, 1/2-1/2, 1, 0.5 or 0");
    if (cells[0] == cells[1]) fail(file, number, "'" + cells[0] + "' plays against itself");
    results.add(cells[0], cells[1], *points, cells.size() == 4 ? cells[3] : "");
  }
  return results;
}

ListedResults read_results_pgn(std::istream& text, const std::string& file) {
  ListedResults results;
  std::string line;
  std::string white;
  std::string black;
  std::string round;
  std::string result;
  const auto end_game = [&](std::size_t number) {
    const std::optional<double> points = points_of_result(result);
    if (points) {
      if (white.empty() || black.empty()) fail(file, number, "the game before it has no White, or no Black");
      if (white == black) fail(file, number, "in the game before it, '" + white + "' plays against itself");
      results.add(white, black, *points, round);
    } else if (!result.empty() && result != "*") {
      fail(file, number, "the game before it has the result '" + result + "', not 1-0, 0-1, 1/2-1/2 or *");
    }
    white = black = round = result = "";
  };
  bool in_tags = false;
  std::size_t number = 1;
  for (; next_line(text, line); ++number) {
    const bool is_tag = line.starts_with('[');
    if (is_tag && !in_tags) end_game(number);
    in_tags = is_tag;
    for (const auto& [name, value] : {std::pair("White", &white), std::pair("Black", &black),
                                      std::pair("Round", &round), std::pair("Result", &result)}) {
      if (const std::optional<std::string> found = tag_value(line, name)) *value = *found;
    }
  }
  end_game(number);
  return results;
}

std::string pgn_game(const std::string& game, const std::vector<std::string>& names, std::uint64_t seed,
                     const stats::Place& white, const stats::Place& black) {
  const char* const result = white.score > black.score ? "1-0" : white.score < black.score ? "0-1" : "1/2-1/2";
  return pgn_tag("Event", game) + pgn_tag("Site", "?") + pgn_tag("Date", "????.??.??") +
         pgn_tag("Round", std::to_string(seed)) + pgn_tag("White", names[white.player]) +
         pgn_tag("Black", names[black.player]) + pgn_tag("Result", result) +
         pgn_tag("WhiteScore", decimal(white.score)) + pgn_tag("BlackScore", decimal(black.score)) + "\n" + result +
         "\n\n";
}

}  // namespace host
