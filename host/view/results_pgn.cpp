#include "host/view/results_pgn.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

namespace host {

namespace {

/// Returns a line [NAME "VALUE"]. Other programs read names up to the next quote.
std::string pgn_tag(const std::string& name, const std::string& value) {
  std::string text = "[" + name + " \"";
  for (const char letter : plain(value)) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + "\"]\n";
}

}  // namespace

std::string pgn_game(const std::string& game, const std::vector<std::string>& names, const PairedResult& result) {
  const char* const points = result.first_score > result.second_score   ? "1-0"
                             : result.first_score < result.second_score ? "0-1"
                                                                        : "1/2-1/2";
  return pgn_tag("Event", game) + pgn_tag("Site", "?") + pgn_tag("Date", "????.??.??") +
         pgn_tag("Round", std::to_string(result.seed)) + pgn_tag("White", names[result.first]) +
         pgn_tag("Black", names[result.second]) + pgn_tag("Result", points) +
         pgn_tag("WhiteScore", decimal(result.first_score)) + pgn_tag("BlackScore", decimal(result.second_score)) +
         "\n" + points + "\n\n";
}

}  // namespace host
