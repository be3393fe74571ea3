#include "host/validate/strategy_harness.hpp"

#include "host/match/seeds.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/outcome.hpp"
#include "host/plugin/session.hpp"
#include "host/util/failure.hpp"
#include "host/validate/game_harness.hpp"
#include "host/validate/matches.hpp"
#include "host/validate/memory.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

namespace host::validate {

using channel::Phase;

namespace {

/// Returns the CPU time that instances are told for each query of the time. After 1000 queries, their time is up.
std::int64_t time_of_question(const agon_limits& limits) {
  constexpr std::int64_t questions = 1000;
  const std::int64_t least = limits.cpu_ns > 0 && limits.turn_cpu_ns > 0 ? std::min(limits.cpu_ns, limits.turn_cpu_ns)
                                                                         : std::max(limits.cpu_ns, limits.turn_cpu_ns);
  return least / questions;
}

}  // namespace

struct Instance::Turn {
  GameState& state;
  std::int32_t seat;
  std::vector<std::string>& actions;
  bool over = false;
  std::string fault{};          // why the seat has lost
  std::string revealed{};       // by the last action
  std::exception_ptr thrown{};  // by the game, and not to be thrown across the strategy

  /// Applies an action to the game.
  Answer apply(std::string_view action) {
    actions.emplace_back(action);
    Answer answer = answer_to(state, seat, action.substr(0, state.game().type->action_capacity));
    if (answer.status != AGON_OK)
      fault = "illegal: " + (answer.reason.empty() ? "the game gave no reason" : answer.reason);
    return answer;
  }

  /// Rules on an action that the strategy plays inside its turn. The reply is valid until the next ruling.
  agon_status rule(std::string_view action, agon_bytes& reply, agon_error& error) {
    if (over || !fault.empty() || thrown) return AGON_TURN_OVER;
    try {
      Answer answer = apply(action);
      if (answer.status != AGON_OK) {
        std::strncpy(error.text, answer.reason.c_str(), sizeof error.text - 1);
        return answer.status;
      }
      revealed = std::move(answer.reply);
      reply = {revealed.data(), revealed.size()};
      over = state.to_move() != seat;
      return over ? AGON_TURN_OVER : AGON_OK;
    } catch (...) {
      thrown = std::current_exception();
      return AGON_TURN_OVER;
    }
  }
};

Instance::Instance(std::shared_ptr<const agon_strategy_type> strategy, const Game& game, SeatConfig config)
    : strategy_(std::move(strategy)),
      game_(game),
      config_(std::move(config)),
      limits_(limits_for(game.description)),
      question_ns_(time_of_question(limits_)) {}

agon_status Instance::create() {
  if (config_.poison_byte) {
    fill_free_memory(*config_.poison_byte);
    fill_stack(*config_.poison_byte);
  }
  const InCall inside(Phase::creating);
  agon_error error{};
  const agon_status status =
      session_.create(*strategy_,
                      {.game = game_.description.id.c_str(),
                       .protocol = game_.description.protocol.c_str(),
                       .seat = config_.seat,
                       .seats = config_.seats,
                       .seed = config_.seed,
                       .limits = limits_,
                       .action_capacity = game_.type->action_capacity,
                       .options = &config_.options,
                       .game_type = (strategy_->needs & AGON_NEEDS_GAME) != 0 ? game_.type : nullptr,
                       .began_ns = 0,
                       .clocked_threads = 0},
                      error);
  last_error_ = sentence(error, "");
  return status;
}

void Instance::destroy() {
  if (!session_.exists()) return;
  const InCall inside(Phase::destroying);
  session_.destroy();
}

std::string Instance::turn(GameState& state, std::vector<std::string>& actions) {
  const agon_game_type& type = *game_.type;
  const std::string seen = observation_of(state, config_.seat);
  Turn turn{state, config_.seat, actions};
  turn_ = &turn;
  agon_buffer action = action_.buffer(type.action_capacity);
  agon_error error{};
  agon_status status = AGON_OK;
  {
    const agon_bytes shown = observation_.hold({seen.data(), seen.size()});
    if (config_.poison_byte) fill_stack(*config_.poison_byte);
    const InCall inside(Phase::thinking);
    status = session_.turn(shown, action, error);
    session_.end_turn();
  }
  turn_ = nullptr;
  if (turn.thrown) std::rethrow_exception(turn.thrown);
  last_error_ = sentence(error, "");
  if (!turn.fault.empty()) return turn.fault;
  if (status != AGON_OK)
    return "turn() failed with status " + std::to_string(status) +
           (last_error_.empty() ? ", and gave no reason" : ": " + last_error_);
  if (turn.over) return {};
  if (action.size > type.action_capacity) return "it answered more bytes than an action may have";
  turn.apply({static_cast<const char*>(action.data), action.size});
  return turn.fault;
}

agon_status Instance::act(agon_bytes action, agon_bytes& reply, agon_error& error) {
  const InCall inside(Phase::ready, InCall::Of::game);
  return turn_->rule({static_cast<const char*>(action.data), action.size}, reply, error);
}

namespace {

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

ChildTerms terms_of_instances(const Case& examined) {
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

StrategyHarness::StrategyHarness(const Case& examined)
    : Quota(examined, CLOCK_PROCESS_CPUTIME_ID, 1'000'000'000),
      examined_(examined),
      random_(examined.seed),
      type_(&load(0)),
      single_instance_(is_single_instance(*type_)) {
  if (single_instance_)
    unload_library();  // its instances get libraries of their own, which the closed sandbox can't load
  else
    close_sandbox();
}

const agon_strategy_type& StrategyHarness::load(std::size_t copy) const {
  const agon_strategy_type* const type = find_strategy_type(load_library(copy), strategy().id, strategy().protocol);
  if (type == nullptr)
    throw Failure(Exit::plugin, "the strategy " + strategy().id + " is gone when the library is loaded");
  if (type->option_count != strategy().options.size())
    throw Failure(Exit::plugin, "the strategy " + strategy().id + " declares other options when it is loaded");
  return *type;
}

std::shared_ptr<const agon_strategy_type> StrategyHarness::next() {
  if (!single_instance_) return {std::shared_ptr<void>(), type_};
  const std::size_t copy = loads_++ % copies_of(game().description);
  return {&load(copy), [copy](const agon_strategy_type*) { unload_library(copy); }};
}

std::unique_ptr<GameState> StrategyHarness::open() {
  if (auto state = opened_at_random(game(), random_)) return state;
  throw Failure(Exit::game, "the game refuses a hundred setups one after the other");
}

SeatConfig StrategyHarness::config() const {
  SeatConfig config;
  for (const SettingDescription& option : strategy().options) config.options.push_back(option.fallback.value_or(""));
  return config;
}

SelfPlay StrategyHarness::play(GameState& state, const SeatConfig& config, std::size_t most_turns) {
  SelfPlay match;
  std::vector<std::unique_ptr<Instance>> playing;  // by seat
  const std::string setup = spelled(state);
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    SeatConfig here = config;
    here.seat = seat;
    here.seats = state.setup().seats;
    here.seed = strategy_seed(state.setup().seed, seat, state.setup().secret);
    playing.push_back(std::make_unique<Instance>(next(), game(), std::move(here)));
    set_activity("seat " + std::to_string(seat) + " (" + setup + ")");
    if (playing.back()->create() == AGON_OK) continue;
    const std::string why = playing.back()->last_error();
    match.fault = "create() fails" + (why.empty() ? " without a reason" : ": " + why) + " (" + setup + ")";
    return match;
  }
  for (std::size_t turn = 0; turn < most_turns && match.fault.empty() && !state.over(); ++turn) {
    const std::int32_t seat = state.to_move();
    const std::string at = "(" + setup + ", seat " + std::to_string(seat) + ", turn " + std::to_string(turn + 1) + ")";
    set_activity(at);
    std::vector<std::string> actions;
    match.fault = playing[static_cast<std::size_t>(seat)]->turn(state, actions);
    for (std::string& action : actions) match.steps.push_back({seat, std::move(action)});
    if (!match.fault.empty()) match.fault += " " + at;
  }
  playing.clear();
  set_activity("");
  return match;
}

Finding with_strategy(const Case& examined, const std::function<Finding(StrategyHarness& harness)>& body,
                      std::vector<Record>* records) {
  if (!examined.game) return without_game(examined);
  return in_child(
      terms_of_instances(examined),
      [&] {
        StrategyHarness harness(examined);
        return body(harness);
      },
      records);
}

}  // namespace host::validate
