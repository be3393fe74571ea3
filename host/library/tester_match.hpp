// A match of a tester, and what it has of its library's blank.
#pragma once

#include "host/library/tester_command.hpp"
#include "host/plugin/stream.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/util/descriptor.hpp"

#include <agon/failure.hpp>
#include <agon/game.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host::tester {

inline constexpr std::size_t most_bytes = 8 << 20;  // of a case, and of what a solution writes

/// Returns the blank as the host has filled it in.
const TesterBlank& filled_blank();

/// Returns what its game.toml says.
const TesterSettings& settings();

/// Writes bytes as one line of text: what is no visible character of UTF-8 becomes an escape, of at most 4 letters.
std::string line_of(std::string_view bytes);

/// Returns the tester's number as Agon's score, of which higher ones are better.
double signed_score(double score);

/// What the functions of a game ask of one match. A function that throws leaves the match unchanged. Each may throw
/// TesterFailed; act() also agon::Illegal, with the tester's own line.
class Match {
 public:
  Match() = default;
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;
  virtual ~Match() = default;

  [[nodiscard]] virtual std::int32_t to_move() const = 0;
  [[nodiscard]] virtual std::string observation(std::int32_t seat) const = 0;
  virtual void act(std::size_t seat, std::string_view action) = 0;
  virtual void forfeit(std::size_t seat) noexcept = 0;
  [[nodiscard]] virtual double score(std::size_t seat) const = 0;
  /// Texts of one line, for a seat, AGON_ALL_SEATS or AGON_SPECTATOR.
  [[nodiscard]] virtual std::string position(std::int32_t seat) const = 0;
  [[nodiscard]] virtual std::string revealed(std::int32_t seat) const = 0;
  /// SVG or HTML, of a match that is over; nothing if there is none.
  [[nodiscard]] virtual std::optional<std::string> picture() const = 0;
  /// For a tester that starts the solutions itself.
  virtual StreamEnds join(std::size_t seat) = 0;
  /// As GameStream::refusal.
  [[nodiscard]] virtual std::int32_t refusal() const { return AGON_OUTCOME_ILLEGAL; }
};

/// A case that solutions solve without knowing of Agon. Throws agon::Unsupported if there is no such case.
std::unique_ptr<Match> new_case(const agon::Setup& setup);

/// A match that a referee leads, turn by turn (docs/testers.md).
std::unique_ptr<Match> new_refereed(const agon::Setup& setup);

/// The relays of a tester that starts its solutions itself: a relay is what it starts instead. It sends its standard
/// input and output here, and ends when the solution has ended.
class Relays {
 public:
  explicit Relays(std::uint32_t seats);

  /// Returns the command of a seat's relay.
  [[nodiscard]] std::string command(const char* executable, std::uint32_t seat) const;

  /// Waits for a seat's relay, and gives its ends away. Throws TesterFailed if the tester ends before it starts it.
  StreamEnds take(std::uint32_t seat, Command& tester);

  /// Writes these outputs to the relays of all seats whose ends were not taken, until the tester has ended.
  void feed(const std::vector<std::string>& outputs, Command& tester);

 private:
  struct Relay {
    Descriptor input;
    Descriptor output;
    Descriptor connection;
    bool connected = false;
  };
  void accept();
  void wait_for(std::uint32_t seat, Command& tester);

  Descriptor socket_;
  std::string name_;
  std::vector<Relay> relays_;
};

}  // namespace host::tester
