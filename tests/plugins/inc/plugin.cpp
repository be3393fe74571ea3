#include "plugin.hpp"

#include <agon/ext/log.h>

#include <dlfcn.h>
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <limits>

namespace inc::test {

namespace {

const agon_plugin_type& load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  REQUIRE_MESSAGE(library != nullptr, path);
  const void* plugin = dlsym(library, "agon_plugin");
  REQUIRE(plugin != nullptr);
  return *static_cast<const agon_plugin_type*>(plugin);
}

const agon_notation& notation() {
  const void* extension = game().extension(AGON_NOTATION);
  REQUIRE(extension != nullptr);
  return *static_cast<const agon_notation*>(extension);
}

/// Room for a text, no more of it than the game asks for.
class Room {
 public:
  Room() : bytes_(notation().text_capacity), buffer{bytes_.data(), bytes_.size(), 0} {}
  [[nodiscard]] std::string text() const { return {bytes_.data(), buffer.size}; }

 private:
  std::vector<char> bytes_;

 public:
  agon_buffer buffer;
};

/// What create() gets.
struct Settings {
  explicit Settings(const Values& values) {
    for (std::uint32_t i = 0; i < game().parameter_count; ++i) {
      const agon_setting_type& type = game().parameters[i];
      const auto set = values.find(type.name);
      list.push_back({type.name, set == values.end() ? type.fallback : set->second.c_str()});
    }
  }
  [[nodiscard]] agon_setup setup(std::uint64_t seed) const {
    return {seed, INC_SEATS, static_cast<std::uint32_t>(list.size()), list.data()};
  }
  std::vector<agon_setting> list;
};

agon_status no_act(const agon_session*, agon_bytes, agon_buffer*, agon_error*) {
  return AGON_FAILED;
}
std::int64_t no_clock(const agon_session*) {
  return std::numeric_limits<std::int64_t>::max();
}
std::int32_t no_hurry(const agon_session*) {
  return 0;
}
const void* only_log(const agon_session*, const char* id) {
  static constexpr agon_log log = {[](const agon_session* session, agon_bytes text) {
    static_cast<std::vector<std::string>*>(session->host)->emplace_back(static_cast<const char*>(text.data), text.size);
  }};
  return std::string_view(id) == AGON_LOG ? &log : nullptr;
}

}  // namespace

const agon_game_type& game() {
  static const agon_game_type& type = *load(INC_GAME).games[0];
  return type;
}

const agon_strategy_type& strategy(std::string_view id) {
  static const std::array plugins = {&load(INC_RANDOM), &load(INC_OPTIMAL)};
  for (const agon_plugin_type* plugin : plugins) {
    if (id == plugin->strategies[0]->id) return *plugin->strategies[0];
  }
  FAIL("no such strategy");
  return *plugins[0]->strategies[0];
}

Answer creation(const Values& values) {
  const Settings settings(values);
  const agon_setup setup = settings.setup(1);
  void* state = nullptr;
  agon_error error{};
  const agon_status status = game().create(&setup, &state, &error);
  if (state != nullptr) game().destroy(state);
  return {status, error.text};
}

Played::Played(std::uint64_t seed, const Values& values) {
  const Settings settings(values);
  const agon_setup setup = settings.setup(seed);
  agon_error error{};
  const agon_status status = game().create(&setup, &state_, &error);
  REQUIRE_MESSAGE(status == AGON_OK, error.text);
}

Played::~Played() {
  game().destroy(state_);
}

std::int32_t Played::to_move() const {
  return game().to_move(state_);
}

double Played::score(std::int32_t seat) const {
  return game().score(state_, seat);
}

Values Played::parameters() const {
  Values values;
  for (std::uint32_t i = 0; i < game().parameter_count; ++i) {
    Room room;
    agon_error error{};
    const agon_status status = game().parameter(state_, i, &room.buffer, &error);
    REQUIRE((status == AGON_OK || status == AGON_ABSENT));
    values[game().parameters[i].name] = room.text();
  }
  return values;
}

inc_observation Played::observe() const {
  alignas(16) inc_observation seen;
  std::memset(&seen, 0x55, sizeof seen);  // what the game does not write shows
  agon_buffer buffer = {&seen, sizeof seen, 0};
  agon_error error{};
  REQUIRE(game().observe(state_, to_move(), &buffer, &error) == AGON_OK);
  REQUIRE(buffer.size == sizeof seen);
  return seen;
}

std::string Played::position() const {
  Room room;
  agon_error error{};
  REQUIRE(notation().position(state_, AGON_ALL_SEATS, &room.buffer, &error) == AGON_OK);
  return room.text();
}

std::string Played::board() const {
  const std::string text = position();
  return text.substr(0, text.find(' '));
}

Answer Played::act(inc_action action) {
  return act_bytes(std::string(reinterpret_cast<const char*>(&action), sizeof action));
}

Answer Played::act(std::string_view text) {
  const auto action = parse(text);
  REQUIRE(action);
  return act(*action);
}

Answer Played::act_bytes(const std::string& bytes) {
  alignas(16) std::array<char, 64> aligned{};
  REQUIRE(bytes.size() <= aligned.size());
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  agon_error error{};
  const agon_status status = game().act(state_, to_move(), {aligned.data(), bytes.size()}, nullptr, &error);
  return {status, error.text};
}

void Played::forfeit(std::int32_t seat, std::int32_t outcome) {
  game().forfeit(state_, seat, outcome, "it failed");
}

std::optional<inc_action> Played::parse(std::string_view text) const {
  alignas(16) inc_action action{};
  agon_buffer buffer = {&action, sizeof action, 0};
  agon_error error{};
  const agon_status status = notation().action_from_text(state_, {text.data(), text.size()}, &buffer, &error);
  if (status == AGON_OK) {
    CHECK(buffer.size == sizeof action);
    return action;
  }
  CHECK(status == AGON_ILLEGAL);
  CHECK(error.text[0] != '\0');
  return std::nullopt;
}

std::optional<std::string> Played::write(inc_action action) const {
  alignas(16) const inc_action aligned = action;
  Room room;
  agon_error error{};
  const agon_status status = notation().action_to_text(state_, {&aligned, sizeof aligned}, &room.buffer, &error);
  if (status == AGON_OK) return room.text();
  CHECK(status == AGON_ILLEGAL);
  CHECK(error.text[0] != '\0');
  CHECK(room.buffer.size == 0);
  return std::nullopt;
}

std::string Played::revealed() const {
  Room room;
  agon_error error{};
  REQUIRE(notation().revealed(state_, &room.buffer, &error) == AGON_OK);
  return room.text();
}

Player::Player(const agon_strategy_type& type, std::int32_t seat, std::uint64_t seed, std::int64_t cpu_ns)
    : type_(type),
      session_{.host = &log_,
               .game = "inc",
               .protocol = INC_PROTOCOL,
               .seat = seat,
               .seats = INC_SEATS,
               .seed = seed,
               .limits = {cpu_ns, 64'000'000},
               .option_count = 0,
               .reserved = 0,
               .options = nullptr,
               .act = no_act,
               .time_left_ns = no_clock,
               .should_stop = no_hurry,
               .extension = only_log} {
  agon_error error{};
  const agon_status status = type_.create(&session_, &self_, &error);
  REQUIRE_MESSAGE(status == AGON_OK, error.text);
}

Player::~Player() {
  type_.destroy(self_);
}

inc_action Player::move(const inc_observation& observation) {
  inc_action action{};
  const Answer answer = turn(observation, action);
  REQUIRE_MESSAGE(answer.status == AGON_OK, answer.text);
  return action;
}

Answer Player::turn(const inc_observation& observation, inc_action& action) {
  alignas(16) const inc_observation seen = observation;
  alignas(16) inc_action written{};
  agon_buffer buffer = {&written, sizeof written, 0};
  agon_error error{};
  const agon_status status = type_.turn(self_, {&seen, sizeof seen}, &buffer, &error);
  if (status == AGON_OK) REQUIRE(buffer.size == sizeof written);
  action = written;
  return {status, error.text};
}

}  // namespace inc::test
