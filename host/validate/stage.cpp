#include "host/validate/stage.hpp"

#include "host/failure.hpp"
#include "host/match/seating.hpp"
#include "host/plugin/shared_object.hpp"
#include "host/seat/ticks.hpp"
#include "host/validate/load.hpp"
#include "host/validate/setups.hpp"

#include <agon/ext/solitary.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <utility>

namespace host::validate {

namespace {

constexpr std::size_t most_copies = 16;              // instances that a strategy with globals can have in one check
constexpr std::int64_t most_cpu_ns = 1'000'000'000;  // that a check takes, unless it is told to play more

/// A copy of the library that only this process has, under a path that can be loaded.
std::string copied(const std::filesystem::path& library) {
  const int file = ::open(library.c_str(), O_RDONLY | O_CLOEXEC);
  const int copy = ::memfd_create("library", MFD_CLOEXEC);
  struct stat status {};
  if (file >= 0 && copy >= 0 && ::fstat(file, &status) == 0) {
    for (off_t at = 0; at<status.st_size&& ::sendfile(copy, file, &at, static_cast<std::size_t>(status.st_size))> 0;) {
    }
  }
  if (file >= 0) ::close(file);
  return "/proc/self/fd/" + std::to_string(copy);
}

const agon_strategy_type& type_in(const SharedObject& library, const StrategyDescription& strategy) {
  const agon_plugin_type& plugin = library.plugin();
  for (std::uint32_t index = 0; index < plugin.strategy_count; ++index) {
    const agon_strategy_type& type = *plugin.strategies[index];
    if (type.id == strategy.id && type.protocol == strategy.protocol) return type;
  }
  throw Failure(Exit::plugin, "the strategy " + strategy.id + " is gone when the library is loaded");
}

/// What several instances may use, and what is handed to and fro: far above one match's limit, far below a machine's.
std::int64_t memory_for(const Game& game) {
  constexpr std::int64_t least = std::int64_t{256} << 20U;
  constexpr std::int64_t instances = 16;
  const auto handed = static_cast<std::int64_t>(game.type->observation_capacity + game.type->action_capacity);
  return least + instances * (std::max(game.description.limits.memory_bytes, least) + 2 * handed);
}

}  // namespace

/// They stay loaded until the process ends, which is without destructors.
struct Stage::Libraries {
  std::deque<SharedObject> loaded;
  std::vector<const agon_strategy_type*> types;
};

Stage::Stage(const Case& examined)
    : examined_(examined),
      game_(load_game(examined)),
      random_(examined.seed),
      libraries_(std::make_unique<Libraries>()) {
  std::vector<std::string> copies;
  for (std::size_t copy = 0; copy < most_copies; ++copy) copies.push_back(copied(examined.file));
  const std::string path = confine(examined.file, memory_for(game_));
  const auto load = [&](const std::string& from) {
    now(channel::Phase::loading);
    const SharedObject& library = libraries_->loaded.emplace_back(from, examined.file.filename().string());
    libraries_->types.push_back(&type_in(library, *examined.strategy));
    now(channel::Phase::ready);
  };
  load(path);
  solitary_ = libraries_->types.front()->extension(AGON_SOLITARY) != nullptr;
  for (std::size_t copy = 1; solitary_ && copy < most_copies; ++copy) load(copies[copy]);
  confine_further();
  began_ = read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

Stage::~Stage() {
  static_cast<void>(libraries_.release());  // NOLINT(bugprone-unused-return-value): see Libraries
}

bool Stage::has_room_for(std::int32_t instances) const {
  return !solitary_ || used_ + static_cast<std::size_t>(instances) <= libraries_->types.size();
}

const agon_strategy_type& Stage::next() {
  return *libraries_->types.at(solitary_ ? used_++ : 0);
}

bool Stage::enough(std::size_t matches) const {
  if (matches >= examined_.matches || !has_room_for(static_cast<std::int32_t>(game_.description.max_seats)))
    return true;
  return examined_.hurried && matches > 0 && read_clock(CLOCK_PROCESS_CPUTIME_ID) - began_ > most_cpu_ns;
}

std::unique_ptr<GameState> Stage::open() {
  constexpr int most_tries = 100;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    if (auto state = opened(game_, drawn_setup(game_.description, random_))) return state;
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
  const std::string where = " (" + spelled(game_.description, state.setup());
  std::vector<std::unique_ptr<Instance>> instances;
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    Place here = place;
    here.seat = seat;
    here.seats = state.setup().seats;
    here.seed = strategy_seed(state.setup().seed, seat);
    instances.push_back(std::make_unique<Instance>(next(), game_, std::move(here)));
    now("seat " + std::to_string(seat) + where + ")");
    if (instances.back()->create() == AGON_OK) continue;
    const std::string why = instances.back()->said();
    played.fault = "create() fails" + (why.empty() ? " without a reason" : ": " + why) + where + ")";
    return played;
  }
  std::vector<std::string> actions;
  for (std::size_t turn = 0; turn < most_turns && !state.over(); ++turn) {
    const std::int32_t seat = state.to_move();
    const std::string at = where + ", seat " + std::to_string(seat) + ", turn " + std::to_string(turn + 1) + ")";
    now(at.substr(1));
    actions.clear();
    played.fault = instances[static_cast<std::size_t>(seat)]->turn(state, actions);
    for (std::string& action : actions) played.steps.push_back({seat, std::move(action)});
    if (played.fault.empty()) continue;
    played.fault += at;
    return played;
  }
  instances.clear();
  now("");
  return played;
}

Answer on_stage(const Case& examined, const std::function<Finding(Stage& stage, std::string& data)>& body) {
  if (!examined.game) return {unchecked("the game " + game_of(examined.strategy->protocol) + " is not found"), {}, {}};
  return run_apart(patience_for(examined), [&](std::string& data) {
    Stage stage(examined);
    return body(stage, data);
  });
}

Finding on_stage(const Case& examined, const std::function<Finding(Stage& stage)>& body) {
  return on_stage(examined, [&](Stage& stage, std::string&) { return body(stage); }).finding;
}

}  // namespace host::validate
