#include "plugin.hpp"

#include <dlfcn.h>
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <limits>

namespace tonga::test {

namespace {

const agon_plugin_type& load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  REQUIRE_MESSAGE(library != nullptr, path);
  const void* plugin = dlsym(library, "agon_plugin");
  REQUIRE(plugin != nullptr);
  return *static_cast<const agon_plugin_type*>(plugin);
}

// Room for any text of the game, and for any action a test makes up.
struct Room {
  alignas(16) std::array<char, 512> bytes{};
  agon_buffer buffer{bytes.data(), bytes.size(), 0};
  [[nodiscard]] std::string text() const { return {bytes.data(), buffer.size}; }
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
const void* no_extension(const agon_session*, const char*) {
  return nullptr;
}

}  // namespace

const agon_game_type& game() {
  static const agon_game_type& type = *load(TONGA_GAME).games[0];
  return type;
}

const agon_strategy_type& strategy(std::string_view id) {
  static const std::array plugins = {&load(TONGA_RANDOM), &load(TONGA_GREEDY), &load(TONGA_SERVER)};
  for (const agon_plugin_type* plugin : plugins) {
    if (id == plugin->strategies[0]->id) return *plugin->strategies[0];
  }
  FAIL("no such strategy");
  return *plugins[0]->strategies[0];
}

Match::Match(std::uint64_t seed, int size) {
  const std::string value = std::to_string(size);
  const agon_setting setting = {"n", size == 0 ? nullptr : value.c_str()};
  const agon_setup setup = {seed, 2, 1, &setting};
  agon_error error{};
  REQUIRE(game().create(&setup, &state_, &error) == AGON_OK);
}

Match::~Match() {
  game().destroy(state_);
}

std::int32_t Match::to_move() const {
  return game().to_move(state_);
}

double Match::score(std::int32_t seat) const {
  return game().score(state_, seat);
}

std::string Match::parameter(std::uint32_t index) const {
  Room room;
  agon_error error{};
  REQUIRE(game().parameter(state_, index, &room.buffer, &error) == AGON_OK);
  return room.text();
}

tonga_observation Match::observe() const {
  alignas(16) tonga_observation seen;
  std::memset(&seen, 0x55, sizeof seen);  // what the game does not write shows
  agon_buffer buffer = {&seen, sizeof seen, 0};
  agon_error error{};
  REQUIRE(game().observe(state_, to_move(), &buffer, &error) == AGON_OK);
  REQUIRE(buffer.size == sizeof seen);
  return seen;
}

std::string Match::position() const {
  Room room;
  agon_error error{};
  REQUIRE(notation().position(state_, AGON_ALL_SEATS, &room.buffer, &error) == AGON_OK);
  return room.text();
}

Answer Match::act(int row, int column) {
  const tonga_action action = {row, column};
  return act(std::string(reinterpret_cast<const char*>(&action), sizeof action));
}

Answer Match::act(const std::string& bytes) {
  alignas(16) std::array<char, 64> aligned{};
  REQUIRE(bytes.size() <= aligned.size());
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  agon_error error{};
  const agon_status status = game().act(state_, to_move(), {aligned.data(), bytes.size()}, nullptr, &error);
  return {status, error.text};
}

void Match::forfeit(std::int32_t seat) {
  game().forfeit(state_, seat, AGON_OUTCOME_CRASH, "it crashed");
}

std::optional<tonga_action> Match::parse(std::string_view text) const {
  alignas(16) tonga_action action{};
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

std::string Match::write(tonga_action action) const {
  alignas(16) const tonga_action aligned = action;
  Room room;
  agon_error error{};
  REQUIRE(notation().action_to_text(state_, {&aligned, sizeof aligned}, &room.buffer, &error) == AGON_OK);
  return room.text();
}

std::string Match::revealed() const {
  Room room;
  agon_error error{};
  REQUIRE(notation().revealed(state_, &room.buffer, &error) == AGON_OK);
  return room.text();
}

const agon_notation& Match::notation() {
  const void* extension = game().extension(AGON_NOTATION);
  REQUIRE(extension != nullptr);
  return *static_cast<const agon_notation*>(extension);
}

Player::Player(std::string_view id, std::int32_t seat, std::uint64_t seed, const char* perimeter)
    : type_(strategy(id)),
      option_{"perimeter", perimeter},
      session_{.host = nullptr,
               .game = "tonga",
               .protocol = TONGA_PROTOCOL,
               .seat = seat,
               .seats = 2,
               .seed = seed,
               .limits = {0, 0},
               .option_count = type_.option_count,
               .reserved = 0,
               .options = type_.option_count == 0 ? nullptr : &option_,
               .act = no_act,
               .time_left_ns = no_clock,
               .should_stop = no_hurry,
               .extension = no_extension} {
  agon_error error{};
  const agon_status status = type_.create(&session_, &self_, &error);
  REQUIRE_MESSAGE(status == AGON_OK, error.text);
}

Player::~Player() {
  type_.destroy(self_);
}

tonga_action Player::move(const tonga_observation& observation) {
  alignas(16) const tonga_observation seen = observation;
  alignas(16) tonga_action action{};
  agon_buffer buffer = {&action, sizeof action, 0};
  agon_error error{};
  const agon_status status = type_.turn(self_, {&seen, sizeof seen}, &buffer, &error);
  REQUIRE_MESSAGE(status == AGON_OK, error.text);
  REQUIRE(buffer.size == sizeof action);
  return action;
}

}  // namespace tonga::test
