// Live matches of the counting game, in the test's own process.
#pragma once

#include "host/arena/live_match.hpp"
#include "host/match/replay.hpp"
#include "tests/support/scripted_match.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace live {

/// "adder", "twice", "illegal", "choosing" or "refusing" of fixtures/adders.c, from that file.
inline host::Participant strategy(const std::string& id, const std::filesystem::path& file = AGON_TEST_ADDERS) {
  const host::Game game = support::in_program(support::counting);
  return host::enter(host::PluginSpec::parse(file.string() + ":" + id), game.description, host::Catalogue({}));
}

inline host::Participant person(const std::string& name = "human") {
  return host::make_person(host::PluginSpec::parse("human,name=" + name));
}

inline host::LiveSetup setup(std::vector<host::Participant> players, const std::string& target = "20",
                             bool chance = false) {
  host::LiveSetup setup{
      .game = support::in_program(support::counting),
      .setup = {1, static_cast<std::int32_t>(players.size()), support::counting_values(target, chance)},
      .players = std::move(players)};
  setup.sandbox.level = host::Level::none;
  return setup;
}

/// Plays until the match waits or is over.
inline void advance(host::LiveMatch& match) {
  while (match.step()) continue;
}

/// The texts of all actions; forfeits as "out".
inline std::vector<std::string> actions(const host::LiveMatch& match) {
  std::vector<std::string> texts;
  for (const host::Event& event : match.record().events) texts.push_back(event.forfeit ? "out" : event.action);
  return texts;
}

/// Plays the transcript again, and returns the first difference.
inline std::optional<host::Difference> replayed(const host::Transcript& transcript, const host::Game& game) {
  host::GameState state(game, host::setup_of(transcript, game, "it"));
  return host::replay(transcript, state, {});
}

/// "4: seat 1 adder" for each takeover.
inline std::vector<std::string> takeovers(const host::Transcript& transcript) {
  std::vector<std::string> texts;
  for (const host::Takeover& each : transcript.takeovers)
    texts.push_back(std::to_string(each.action) + ": seat " + std::to_string(each.seat) + " " + each.player.name);
  return texts;
}

}  // namespace live
