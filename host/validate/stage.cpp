#include "host/validate/stage.hpp"

#include "host/failure.hpp"
#include "host/match/seeds.hpp"
#include "host/plugin/library.hpp"
#include "host/session/ticks.hpp"
#include "host/validate/setups.hpp"

#include <algorithm>
#include <utility>

namespace host::validate {

namespace {

constexpr std::int64_t most_cpu_ns = 1'000'000'000;  // the default maximum of a check

constexpr std::uint32_t instances = 16;  // the maximum at a time

/// Returns the memory for several instances and the game: far above one match's limit, far below a machine's memory.
std::int64_t memory_for(const GameDescription& game) {
  constexpr std::int64_t least = std::int64_t{256} << 20U;
  return least + instances * (std::max(game.limits.memory_bytes, least) + least);
}

/// Returns how many copies of a single-instance strategy's library a match needs.
std::size_t copies_of(const GameDescription& game) {
  return std::min(game.max_seats, instances);
}

ChildTerms terms_on_stage(const Case& examined) {
  const GameDescription& game = examined.game->description;
  ChildTerms terms = terms_for(examined);
  terms.copies = copies_of(game) - 1;
  terms.game = &*examined.game;
  terms.confinement = Confinement::sandbox;
  terms.memory_bytes = memory_for(game);
  terms.threads = game.limits.threads > 1 ? game.limits.threads * instances : 1;
  // A strategy may use the CPU time of a whole match in one turn.
  terms.cpu_limit_ns = std::max({usual_cpu_limit_ns, game.limits.cpu_ns, game.limits.turn_cpu_ns});
  return terms;
}

}  // namespace

Stage::Stage(const Case& examined)
    : examined_(examined),
      random_(examined.seed),
      type_(&load(0)),
      single_instance_(is_single_instance(*type_)),
      began_(read_clock(CLOCK_PROCESS_CPUTIME_ID)) {
  if (single_instance_)
    unload_library();  // its instances get libraries of their own, which the closed sandbox can't load
  else
    close_sandbox();
}

const agon_strategy_type& Stage::load(std::size_t copy) const {
  const agon_strategy_type* const type = find_strategy_type(load_library(copy), strategy().id, strategy().protocol);
  if (type == nullptr)
    throw Failure(Exit::plugin, "the strategy " + strategy().id + " is gone when the library is loaded");
  if (type->option_count != strategy().options.size())
    throw Failure(Exit::plugin, "the strategy " + strategy().id + " declares other options when it is loaded");
  return *type;
}

std::shared_ptr<const agon_strategy_type> Stage::next() {
  if (!single_instance_) return {std::shared_ptr<void>(), type_};
  const std::size_t copy = loads_++ % copies_of(game().description);
  return {&load(copy), [copy](const agon_strategy_type*) { unload_library(copy); }};
}

bool Stage::enough(std::size_t matches) const {
  if (matches >= examined_.matches) return true;
  const std::int64_t used = read_clock(CLOCK_PROCESS_CPUTIME_ID) - began_;
  return examined_.hurried && matches > 0 && used > most_cpu_ns;
}

std::unique_ptr<GameState> Stage::open() {
  constexpr int most_tries = 100;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    if (auto state = opened(game(), drawn_setup(game().description, random_))) return state;
  }
  throw Failure(Exit::game, "the game refuses a hundred setups one after the other");
}

Place Stage::place() const {
  Place place;
  for (const SettingDescription& option : strategy().options) place.options.push_back(option.fallback.value_or(""));
  return place;
}

Stage::SelfPlay Stage::play(GameState& state, const Place& place, std::size_t most_turns) {
  SelfPlay played;
  const std::string on_board = " (" + spelled(game().description, state.setup());
  std::vector<std::unique_ptr<Instance>> seated;
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    Place here = place;
    here.seat = seat;
    here.seats = state.setup().seats;
    here.seed = strategy_seed(state.setup().seed, seat, state.setup().secret);
    seated.push_back(std::make_unique<Instance>(next(), game(), std::move(here)));
    now("seat " + std::to_string(seat) + on_board + ")");
    if (seated.back()->create() == AGON_OK) continue;
    const std::string why = seated.back()->said();
    played.fault = "create() fails" + (why.empty() ? " without a reason" : ": " + why) + on_board + ")";
    return played;
  }
  std::vector<std::string> actions;
  for (std::size_t turn = 0; turn < most_turns && !state.over(); ++turn) {
    const std::int32_t seat = state.to_move();
    const std::string at = on_board + ", seat " + std::to_string(seat) + ", turn " + std::to_string(turn + 1) + ")";
    now(at.substr(1));
    actions.clear();
    played.fault = seated[static_cast<std::size_t>(seat)]->turn(state, actions);
    for (std::string& action : actions) played.steps.push_back({seat, std::move(action)});
    if (played.fault.empty()) continue;
    played.fault += at;
    return played;
  }
  seated.clear();
  now("");
  return played;
}

Finding on_stage(const Case& examined, const std::function<Finding(Stage& stage)>& body, const Gains& gains) {
  if (!examined.game) return without_game(examined);
  return in_child(
      terms_on_stage(examined),
      [&] {
        Stage stage(examined);
        return body(stage);
      },
      gains);
}

}  // namespace host::validate
