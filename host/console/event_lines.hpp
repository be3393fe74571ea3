// Lines about the events of a match, for the people who play it.
#pragma once

#include "host/match/match.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// Remembers what each seat may know of each event. If seats can know different things, nobody is told another seat's
/// action: only the game knows what such an action shows.
class EventLines final : public Spectator {
 public:
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

  /// Returns the number of events.
  [[nodiscard]] std::size_t size() const { return events_.size(); }

  /// Returns "3. Black: 2 4 -> a bonus" for an event, numbered from 0, as `viewer` may know it. For AGON_ALL_SEATS,
  /// returns what its own seat knows.
  [[nodiscard]] std::string text(std::size_t event, std::int32_t viewer) const;

  /// Returns the part of text() after the action: "-> a bonus", or "".
  [[nodiscard]] std::string revealed(std::size_t event, std::int32_t viewer) const;

 private:
  struct Event {
    std::int32_t seat = 0;
    std::string action;                 // empty for a forfeit
    std::string fate;                   // of a forfeit
    std::vector<std::string> revealed;  // to each seat
  };

  bool hidden_ = false;
  std::vector<std::string> seat_names_;
  std::vector<Event> events_;
};

}  // namespace host
