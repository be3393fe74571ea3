// What a game.toml says: a contest's own tester as a game (docs/testers.md).
#pragma once

#include <agon/types.h>

#include <cstdint>
#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace host {

// An extension of games that have a picture of a match that is over. It is the host's own, for the library of testers.

inline constexpr const char* picture_extension = "agon.picture/1";
inline constexpr std::uint64_t most_picture_bytes = 4 << 20;

/// Offered by a game: agon_game_type.extension(picture_extension). Constant data.
struct GamePicture {
  /// Writes a picture, SVG or HTML, of a match that is over. Returns AGON_OK; AGON_ABSENT if there is none;
  /// AGON_FAILED.
  agon_status (*picture)(const void* state, agon_buffer* picture, agon_error* error);
};

/// A kind of contest score beside AGON_CONTEST_..., which only testers have: a score counts as the share of the other
/// scores of its test that it beats, where a tie counts half; then the sum.
inline constexpr std::int32_t contest_ranked = -1;

/// Where a tester writes the scores.
enum class ScoreSource { both, output, errors, file };

struct TesterSettings {
  std::string id;
  std::string title;
  std::string input;      // the file of a case, with {seed}; empty: it has none
  std::string generator;  // the command that prints a case, with {seed}; empty: it has none
  std::string tester;     // the command that judges
  std::string referee;    // the command that leads matches turn by turn, in place of all others; empty: there is none
  bool joins = false;     // whether that command starts the solutions itself
  std::string score;      // the regular expression whose groups are the scores
  ScoreSource source = ScoreSource::both;
  std::string illegal;   // the regular expression of a line that says that the output breaks the rules; empty: none
  std::string picture;   // the command that prints a picture of a match; empty: there is none
  bool lower = false;    // whether lower scores are better
  double failed = 0;     // the score of a solution that fails
  bool refuses = false;  // whether game.toml says which that is: then an output with this score is refused
  std::int32_t contest = 0;
  std::uint32_t seats = 1;
  agon_limits limits{};
};

/// Reads a game.toml. `folder` is the name of its folder, of which the game's id is made if the text has none. Throws
/// Failure(plugin) with a sentence that lacks the file's name.
TesterSettings read_tester(std::string_view text, std::string_view folder);

/// Returns the regular expression of a pattern of game.toml; one that begins with "(?i)" ignores case.
std::regex pattern_of(const std::string& pattern);

/// Returns the seeds whose cases are files that exist, in order. `folder` is that of the game.toml. Empty if the
/// tester's cases are no files.
std::vector<std::uint64_t> cases_in(const TesterSettings& settings, const std::filesystem::path& folder);

/// Returns "0-9,12" for these seeds, which are in order, with `to` in place of "-" and `comma` of ",".
std::string ranges_of(const std::vector<std::uint64_t>& seeds, const std::string& to = "-",
                      const std::string& comma = ",");

/// What a command says in place of `{NAME}`, and of `{NAME:WIDTH}` for a number with leading zeros.
struct Placeholder {
  std::string name;
  std::string value;
};

/// Replaces the placeholders; other braces stay.
std::string fill_in(std::string_view text, const std::vector<Placeholder>& placeholders);

/// Returns whether the text has that placeholder.
bool has_placeholder(std::string_view text, std::string_view name);

/// Returns a placeholder of one seat, such as "solution" if there is one seat, else "solution1" and so on.
std::string seat_placeholder(const char* what, std::uint32_t seat, std::uint32_t seats);

}  // namespace host
