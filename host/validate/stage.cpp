#include "host/validate/stage.hpp"

#include "host/failure.hpp"
#include "host/match/seeds.hpp"
#include "host/session/ticks.hpp"
#include "host/validate/setups.hpp"

#include <algorithm>
#include <utility>

namespace host::validate {

namespace {

constexpr std::int64_t most_cpu_ns = 1'000'000'000;  // the default maximum of a check

constexpr std::uint32_t instances = 16;  // the maximum at a time

/// Returns the memory for several instances and for messages: far above one match's limit, far below a machine's
/// memory.
std::int64_t memory_for(const Game& game) {
  constexpr std::int64_t least = std::int64_t{256} << 20U;
  const auto handed = static_cast<std::int64_t>(game.type->observation_capacity + game.type->action_capacity);
  return least + instances * (std::max(game.description.limits.memory_bytes, least) + 2 * handed);
}

}  // namespace

Stage::Stage(const Case& examined)
    : examined_(examined),
      game_(*examined.game, "the game " + examined.game->description.id + ": "),
      random_(examined.seed),
      remote_(open_process()),
      began_(read_clock(CLOCK_PROCESS_CPUTIME_ID)) {}

std::shared_ptr<Remote> Stage::open_process() {
  Remote::Terms terms = terms_for(examined_);
  terms.sandboxed = true;
  if ((strategy().needs & AGON_NEEDS_GAME) != 0) terms.game = &*examined_.game;
  terms.memory_bytes = memory_for(game());
  const std::uint32_t threads = game().description.limits.threads;
  terms.threads = threads > 1 ? threads * instances : 1;
  // A strategy may use the CPU time of a whole match in one turn.
  terms.cpu_limit_ns =
      std::max({usual_cpu_limit_ns, game().description.limits.cpu_ns, game().description.limits.turn_cpu_ns});
  // When the process is no longer used, its output and its end are kept.
  std::shared_ptr<Remote> opened(new Remote(terms), [this](Remote* gone) {
    const std::unique_ptr<Remote> owned(gone);
    try {
      printed_ += gone->printed();
    } catch (const Ended& ended) {
      ended_ = ended;
    }
  });
  opened->load();
  Writer asked(Call::use_strategy);
  asked.text(strategy().id);
  asked.text(strategy().protocol);
  Answer answer = opened->call(channel::Phase::loading, asked);
  if (answer.number<std::uint32_t>() != strategy().options.size())
    throw Failure(Exit::plugin, "the strategy " + strategy().id + " declares other options when it is loaded");
  solitary_ = answer.number<std::uint8_t>() != 0;
  opened->confine_further();
  return opened;
}

std::shared_ptr<Remote> Stage::next() {
  return solitary_ ? std::exchange(remote_, open_process()) : remote_;
}

bool Stage::enough(std::size_t matches) const {
  if (matches >= examined_.matches) return true;
  const std::int64_t used = read_clock(CLOCK_PROCESS_CPUTIME_ID) - began_ + remote_->cpu_ns() + game_.remote().cpu_ns();
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

std::string Stage::printed() {
  return printed_ + remote_->printed();
}

void Stage::check() {
  if (ended_) throw Ended(*ended_);
  remote_->check();
  game_.remote().check();
}

Finding on_stage(const Case& examined, const std::function<Finding(Stage& stage)>& body) {
  if (!examined.game) return without_game(examined);
  return guarded([&] {
    Stage stage(examined);
    Finding finding = body(stage);
    stage.check();
    return finding;
  });
}

}  // namespace host::validate
