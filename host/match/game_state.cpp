#include "host/match/game_state.hpp"

#include "host/plugin/library.hpp"
#include "host/plugin/outcome.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/util/failure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace host {

namespace {

constexpr std::uint64_t parameter_capacity = 1 << 16;

}  // namespace

GameState::GameState(const Game& game, Setup setup, std::shared_ptr<GameHost> host)
    : game_(game),
      type_(*game.type),
      setup_(std::move(setup)),
      notation_(static_cast<const agon_notation*>(type_.extension(AGON_NOTATION))),
      scene_(static_cast<const agon_scene*>(type_.extension(AGON_SCENE))),
      uci_(static_cast<const agon_uci*>(type_.extension(AGON_UCI))),
      gtp_(static_cast<const agon_gtp*>(type_.extension(AGON_GTP))),
      usage_(static_cast<const agon_usage*>(type_.extension(AGON_USAGE))),
      points_(static_cast<const agon_points*>(type_.extension(AGON_POINTS))),
      model_(static_cast<const agon_model*>(type_.extension(AGON_MODEL))),
      host_(std::move(host)) {}

GameState::GameState(const Game& game, Setup setup) : GameState(game, std::move(setup), std::make_shared<GameHost>()) {
  std::vector<agon_setting> settings;
  settings.reserve(setup_.parameters.size());
  for (std::size_t index = 0; index < setup_.parameters.size(); ++index) {
    const auto& value = setup_.parameters[index];
    settings.push_back({game.description.parameters.at(index).name.c_str(), value ? value->c_str() : nullptr});
  }
  const agon_setup raw = {setup_.seed, setup_.seats, static_cast<std::uint32_t>(settings.size()), settings.data(),
                          host_->raw()};
  agon_error error;  // not zeroed as a whole: saves half a kilobyte per match
  error.text[0] = '\0';
  void* made = nullptr;
  const agon_status status = type_.create(&raw, &made, &error);
  switch (checked_creation(status, made, "a state", error)) {
    case AGON_OK:
      state_ = made;
      break;
    case AGON_BAD_SETTING:
    case AGON_UNSUPPORTED:
      throw SetupRefused(game.description.id + ", seed " + std::to_string(setup_.seed) + ": " +
                         sentence(error, "the game gave no reason"));
    default:
      broken("can't set up the match", error);
  }
}

GameState::~GameState() {
  if (state_ != nullptr) type_.destroy(state_);
}

std::unique_ptr<GameState> GameState::determinised(const Game& game, std::int32_t seats, std::int32_t seat,
                                                   agon_bytes observation, std::uint64_t seed) {
  std::unique_ptr<GameState> made(new GameState(game, {seed, seats, {}}, std::make_shared<GameHost>()));
  agon_error error{};
  void* state = nullptr;
  const agon_status status =
      made->needed_model().determinise(made->host_->raw(), seats, seat, observation, seed, &state, &error);
  if (checked_creation(status, state, "a state", error) != AGON_OK)
    made->broken("can't make a state from an observation", error);
  made->state_ = state;
  return made;
}

std::unique_ptr<GameState> GameState::copy() const {
  std::unique_ptr<GameState> made(new GameState(game_, setup_, host_));
  agon_error error{};
  void* state = nullptr;
  const agon_status status = needed_model().copy(state_, &state, &error);
  if (checked_creation(status, state, "a state", error) != AGON_OK) broken("can't copy a state", error);
  made->state_ = state;
  return made;
}

void GameState::broken(const std::string& what, const std::string& why) const {
  throw Failure(Exit::game, "the game " + game_.description.id + ", seed " + std::to_string(setup_.seed) + ", " + what +
                                (why.empty() ? "" : ": " + why));
}

void GameState::broken(const std::string& what, const agon_error& error) const {
  broken(what, sentence(error, ""));
}

void GameState::broken_by_seat(std::int32_t seat) const {
  broken("says that seat " + std::to_string(seat) + " is to move");
}

template <class Call>
std::optional<std::string> GameState::optional_text(std::uint64_t capacity, const char* what, Call&& call) const {
  // The buffer is reused between texts, and the text is copied out: a game may request far more than a usual text
  // needs.
  agon_buffer buffer = text_room_.buffer(capacity);
  agon_error error;  // not zeroed as a whole, as in observe()
  error.text[0] = '\0';
  const agon_status status = call(&buffer, &error);
  if (status == AGON_ABSENT) return std::nullopt;
  if (status != AGON_OK) broken(what, error);
  if (buffer.size > capacity) broken(std::string(what) + ": it wrote more than its text_capacity");
  return std::string(reinterpret_cast<const char*>(text_room_.data()), buffer.size);
}

template <class Table, class Call>
std::string GameState::text(const Table& table, const char* what, Call&& call) const {
  auto text = optional_text(table.text_capacity, what, std::forward<Call>(call));
  if (!text) broken(what, "it says that there is none");
  return std::move(*text);
}

std::vector<std::optional<std::string>> GameState::parameters() const {
  std::vector<std::optional<std::string>> values;
  for (std::uint32_t index = 0; index < type_.parameter_count; ++index) {
    const auto value = optional_text(
        parameter_capacity, "can't tell its parameters",
        [&](agon_buffer* buffer, agon_error* error) { return type_.parameter(state_, index, buffer, error); });
    if (!value) {
      values.emplace_back();
      continue;
    }
    try {
      values.emplace_back(checked_value(game_.description.parameters.at(index), *value));
    } catch (const Failure& failure) {
      broken("has a parameter that its own declaration refuses", failure.what());
    }
  }
  return values;
}

void GameState::forfeit(std::int32_t seat, std::int32_t outcome, const std::string& reason) {
  type_.forfeit(state_, seat, known_to_games(outcome), reason.c_str());
}

std::optional<StreamEnds> GameState::join(std::int32_t seat) {
  const auto* const stream = static_cast<const GameStream*>(type_.extension(stream_extension));
  StreamEnds ends;
  agon_error error{};
  const agon_status status = stream == nullptr ? AGON_ABSENT : stream->join(state_, seat, &ends, &error);
  if (status == AGON_ABSENT) return std::nullopt;
  if (status != AGON_OK) broken("can't play", error);
  return ends;
}

std::int32_t GameState::refusal() const {
  const auto* const stream = static_cast<const GameStream*>(type_.extension(stream_extension));
  return stream == nullptr ? std::int32_t{AGON_OUTCOME_ILLEGAL} : stream->refusal(state_);
}

std::optional<MatchPicture> GameState::picture() const {
  const auto* const pictures = static_cast<const GamePicture*>(type_.extension(picture_extension));
  if (pictures == nullptr) return std::nullopt;
  agon_buffer buffer = text_room_.buffer(most_picture_bytes);
  agon_error error{};
  const agon_status status = pictures->picture(state_, &buffer, &error);
  if (status == AGON_ABSENT) return std::nullopt;
  if (status != AGON_OK) return MatchPicture{"", sentence(error, "the game gave no reason")};
  if (buffer.size > most_picture_bytes) broken("wrote more than a picture's capacity");
  return MatchPicture{std::string(reinterpret_cast<const char*>(text_room_.data()), buffer.size), ""};
}

void GameState::report_usage(std::int32_t seat, std::int64_t cpu_us) {
  if (usage_ != nullptr) usage_->report_usage(state_, seat, cpu_us);
}

double GameState::score(std::int32_t seat) const {
  constexpr double most = 1e100;  // sums of squares are numbers, too
  const double score = type_.score(state_, seat);
  if (!std::isfinite(score)) broken("has a score that is no number");
  if (std::abs(score) > most) broken("has a score beyond 1e100");
  return score;
}

std::vector<double> GameState::scores() const {
  std::vector<double> scores;
  scores.reserve(static_cast<std::size_t>(setup_.seats));
  for (std::int32_t seat = 0; seat < setup_.seats; ++seat) scores.push_back(score(seat));
  return scores;
}

std::vector<double> GameState::points() const {
  std::vector<double> points;
  if (points_ == nullptr) return points;
  for (std::int32_t seat = 0; seat < setup_.seats; ++seat) {
    points.push_back(points_->points(state_, seat));
    if (!std::isfinite(points.back())) broken("gave points that are not finite");
  }
  return points;
}

const agon_model& GameState::needed_model() const {
  if (model_ == nullptr) broken("has no model (agon.model/1), so its states can't be copied or searched");
  return *model_;
}

const agon_notation& GameState::notation() const {
  if (notation_ == nullptr) broken("has no notation (agon.notation/1), so its matches can't be written down");
  return *notation_;
}

std::string GameState::position(std::int32_t seat) const {
  return text(notation(), "can't write the position",
              [&](agon_buffer* buffer, agon_error* error) { return notation_->position(state_, seat, buffer, error); });
}

std::string GameState::action_text(agon_bytes action) const {
  return text(notation(), "can't write an action that it accepted", [&](agon_buffer* buffer, agon_error* error) {
    return notation_->action_to_text(state_, action, buffer, error);
  });
}

std::optional<agon_bytes> GameState::parse_action(std::string_view text, std::string& reason) const {
  return parse_with(notation().action_from_text, text, reason);
}

bool GameState::is_known_in(EngineProtocol protocol) const {
  return protocol == EngineProtocol::gtp ? gtp_ != nullptr : uci_ != nullptr;
}

std::optional<agon_bytes> GameState::parse_engine(EngineProtocol protocol, std::string_view text,
                                                  std::string& reason) const {
  return for_engines(protocol, [&](const auto& table) { return parse_with(table.move, text, reason); });
}

std::optional<agon_bytes> GameState::parse_with(ReadsAction read, std::string_view text, std::string& reason) const {
  agon_buffer buffer = action_room_.buffer(type_.action_capacity);
  agon_error error{};
  const agon_status status = read(state_, {text.data(), text.size()}, &buffer, &error);
  if (status == AGON_OK && buffer.size <= buffer.capacity) return agon_bytes{buffer.data, buffer.size};
  if (status != AGON_ILLEGAL) broken("can't read an action", error);
  reason = sentence(error, "the game gave no reason");
  return std::nullopt;
}

std::string GameState::revealed(std::int32_t seat) const {
  return text(notation(), "can't write what an action revealed",
              [&](agon_buffer* buffer, agon_error* error) { return notation_->revealed(state_, seat, buffer, error); });
}

std::optional<std::vector<std::byte>> GameState::legal_bytes(std::size_t most, std::uint64_t& count) const {
  if (model_ == nullptr || model_->actions == nullptr) return std::nullopt;
  agon_error error{};
  const auto fail = [&] { broken("can't list the legal actions", error); };
  if (model_->actions(state_, 0, nullptr, &count, &error) != AGON_OK) fail();
  std::vector<std::byte> all(std::min<std::uint64_t>(count, most) * model_->action_size);
  agon_buffer list{all.data(), all.size(), 0};
  if (!all.empty() && model_->actions(state_, 0, &list, &count, &error) != AGON_OK) fail();
  all.resize(std::min<std::uint64_t>(list.size, all.size()));
  return all;
}

std::optional<LegalActions> GameState::legal_actions(std::size_t most) const {
  LegalActions legal;
  const auto all = legal_bytes(most, legal.count);
  if (!all) return std::nullopt;
  const std::uint64_t one = model_->action_size;
  AlignedMemory aligned;  // as the game's notation requires it
  for (std::uint64_t at = 0; at + one <= all->size(); at += one)
    legal.texts.push_back(action_text(aligned.hold({all->data() + at, one})));
  return legal;
}

agon_bytes GameState::sample(std::uint64_t bits) const {
  const std::uint64_t capacity = std::max(type_.action_capacity, needed_model().action_size);
  agon_buffer action = action_room_.buffer(capacity);
  agon_error error{};
  if (model_->sample(state_, bits, &action, &error) != AGON_OK || action.size > capacity)
    broken("can't draw an action", error);
  return {action.data, action.size};
}

std::string GameState::engine_settings(EngineProtocol protocol) const {
  return for_engines(protocol, [&](const auto& table) {
    return this->text(table, "can't write an engine's settings",
                      [&](agon_buffer* buffer, agon_error* error) { return table.settings(state_, buffer, error); });
  });
}

std::string GameState::engine_position(EngineProtocol protocol) const {
  return for_engines(protocol, [&](const auto& table) {
    return this->text(table, "can't write the position for an engine",
                      [&](agon_buffer* buffer, agon_error* error) { return table.position(state_, buffer, error); });
  });
}

}  // namespace host
