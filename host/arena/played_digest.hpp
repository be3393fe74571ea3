// Computes the digest of a match while it is played.
#pragma once

#include "host/match/digest.hpp"
#include "host/match/match.hpp"
#include "host/match/transcript.hpp"

#include <bit>
#include <string_view>

namespace host {

/// Hashes what each seat was shown and did. Actions count in the game's notation: their bytes can differ where a struct
/// has padding. Without a notation, an action counts only by what the seats are shown afterwards.
class PlayedDigest final : public Spectator {
 public:
  void begun(const GameState& /*state*/) override {}
  void observed(std::int32_t seat, agon_bytes observation) override {
    shown_ = true;
    add(seat);
    hash_.add(std::string_view(static_cast<const char*>(observation.data), observation.size));
  }
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override {
    add(seat);
    if (state.has_notation()) hash_.add(state.action_text(action));
  }
  void forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) override {
    add(seat);
    hash_.add(std::string_view(outcome_name(outcome.kind)));
  }

  /// Returns the digest of the match, which is over.
  [[nodiscard]] MatchDigest of(const Transcript& transcript) {
    // If a seat failed before any was shown the start, nothing tells whether other seeds have the same.
    if (!shown_) hash_.add(transcript.seed);
    for (const std::string* const text : {&transcript.game, &transcript.version}) hash_.add(*text);
    add(transcript.parameters);
    for (const SeatIdentity& seat : transcript.seats) {
      for (const std::string* const text : {&seat.strategy, &seat.version, &seat.sha256}) hash_.add(*text);
      add(seat.options);
    }
    for (const SeatResult& seat : transcript.result.seats) {
      hash_.add(std::bit_cast<std::uint64_t>(seat.score));
      add(seat.outcome.kind);
    }
    return MatchDigest::played(hash_.value());
  }

 private:
  void add(std::int32_t number) { hash_.add(static_cast<std::uint64_t>(number)); }
  void add(const std::vector<std::pair<std::string, std::string>>& settings) {
    hash_.add(static_cast<std::uint64_t>(settings.size()));
    for (const auto& [name, value] : settings) {
      hash_.add(name);
      hash_.add(value);
    }
  }

  QuickHash hash_;
  bool shown_ = false;
};

}  // namespace host
