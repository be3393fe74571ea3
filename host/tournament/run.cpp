#include "host/tournament/run.hpp"

#include "host/plugin/settings.hpp"
#include "host/plugin/sha256.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace host {

Entrant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue) {
  Entrant entrant{.file = catalogue.strategy(spec.plugin, game), .options = {}, .identity = {}};
  const StrategyDescription& strategy = entrant.file.description;
  const auto values = resolve(strategy.options, spec.options, "strategy " + strategy.id, "option");
  entrant.identity = {.strategy = strategy.id,
                      .name = spec.name.empty() ? strategy.id : spec.name,
                      .version = strategy.version,
                      .sha256 = sha256(entrant.file.path),
                      .options = {}};
  for (std::size_t index = 0; index < values.size(); ++index) {
    entrant.options.push_back(values[index].value());  // every option has a default
    entrant.identity.options.emplace_back(strategy.options[index].name, *values[index]);
  }
  return entrant;
}

std::size_t play_run(const RunPlan& plan, std::span<Spectator* const> spectators,
                     const std::function<void(const FinishedMatch&)>& finished,
                     const std::function<bool()>& should_stop) {
  // A match that an interruption finds running is played to its end as always: hurried, it would be another match under
  // the same seed.
  const auto not_to_be_hurried = [] { return false; };
  std::vector<std::unique_ptr<Seat>> opened;
  for (const Entrant& entrant : plan.entrants)
    opened.push_back(open_seat(plan.custody, entrant.file, entrant.options, not_to_be_hurried));

  std::size_t played = 0;
  for (const std::uint64_t seed : plan.seeds) {
    if (should_stop()) break;
    const Seating seating = plan.seating.seating(seed, played);
    std::vector<Seat*> seats;
    std::vector<SeatIdentity> identities;
    std::vector<const std::string*> logs;
    for (const std::size_t entrant : seating) {
      seats.push_back(opened[entrant].get());
      identities.push_back(plan.entrants[entrant].identity);
      logs.push_back(&opened[entrant]->log());
    }
    GameState state(plan.game, {seed, static_cast<std::int32_t>(seats.size()), plan.parameters});
    std::vector<Spectator*> watching(spectators.begin(), spectators.end());
    std::optional<Recorder> recorder;
    if (plan.record) watching.push_back(&recorder.emplace(identities));
    MatchResult result = play_match(state, seats, plan.limits, watching);
    const Transcript transcript = recorder ? recorder->finish(state, std::move(result))
                                           : summary(state, std::move(identities), std::move(result));
    finished({state, transcript, seating, logs});
    ++played;
  }
  return played;
}

}  // namespace host
