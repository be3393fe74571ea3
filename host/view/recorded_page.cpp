#include "host/view/recorded_page.hpp"

#include "host/arena/run_in_child.hpp"
#include "host/failure.hpp"

#include <utility>
#include <vector>

namespace host {

RecordedPage recorded_page(const Transcript& transcript, const Game& game, const std::string& where,
                           const std::optional<SitePlace>& site, nlohmann::ordered_json more) {
  GameState state(game, setup_of(transcript, game, where));
  Steps steps;
  steps.show_usage(transcript.usage);
  ReplayAdvance advance;
  std::vector<Spectator*> spectators = {&advance, &steps};
  RecordedPage page;
  page.difference = replay(transcript, state, spectators);
  if (steps.blocks() == 0) throw Failure(Exit::transcript, where + ": " + page.difference->what);
  const std::string problem = page.difference ? "This match does not play as recorded: " + page.difference->what : "";
  page.html = match_page(transcript, game.description, steps, problem, site, std::move(more));
  return page;
}

}  // namespace host
