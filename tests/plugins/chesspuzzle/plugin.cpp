#include "plugin.hpp"

#include <dlfcn.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace chesspuzzle::test {

namespace {

const agon_plugin_type& load(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(CHESSPUZZLE_PLUGINS) / (name + ".so");
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  return *static_cast<const agon_plugin_type*>(::dlsym(library, "agon_plugin"));
}

/// Room for anything that the game writes.
struct Room {
  alignas(16) std::array<char, 4096> bytes{};
  agon_buffer buffer{bytes.data(), bytes.size(), 0};
  agon_error error{};

  [[nodiscard]] Answer answer(agon_status status) const {
    if (status != AGON_OK) return {status, error.text};
    return {status, std::string(bytes.data(), buffer.size)};
  }
};

const agon_notation& notation() {
  return *static_cast<const agon_notation*>(game().extension(AGON_NOTATION));
}

/// Room of exactly the size that the game declares for texts.
Room text_room() {
  Room room;
  room.buffer.capacity = notation().text_capacity;
  return room;
}

struct Created {
  Answer answer;
  void* state = nullptr;
};

Created create(std::uint64_t seed, const Match::Values& values) {
  std::vector<agon_setting> settings;
  for (std::size_t index = 0; index < values.size(); ++index) {
    settings.push_back({game().parameters[index].name, values[index] ? values[index]->c_str() : nullptr});
  }
  const agon_setup setup = {seed, 1, static_cast<std::uint32_t>(settings.size()), settings.data()};
  agon_error error{};
  Created created;
  const agon_status status = game().create(&setup, &created.state, &error);
  created.answer = {status, error.text};
  return created;
}

}  // namespace

const agon_game_type& game() {
  static const agon_plugin_type& plugin = load("chesspuzzle");
  return *plugin.games[0];
}

const agon_strategy_type& shipped(const std::string& id) {
  return *load(id).strategies[0];
}

std::string text_of(int row, int column) {
  return std::to_string(row) + " " + std::to_string(column);
}

Match::Match(std::uint64_t seed, const Values& values) {
  const Created created = create(seed, values);
  if (created.answer.status != AGON_OK) throw std::runtime_error(created.answer.text);
  state_ = {created.state, game().destroy};
}

Answer Match::creation(std::uint64_t seed, const Values& values) {
  const Created created = create(seed, values);
  if (created.state != nullptr) game().destroy(created.state);
  return created.answer;
}

bool Match::over() const {
  return game().to_move(state_.get()) == AGON_OVER;
}

chesspuzzle_observation Match::see() const {
  Room room;
  room.buffer.capacity = game().observation_capacity;
  const Answer answer = room.answer(game().observe(state_.get(), 0, &room.buffer, &room.error));
  if (answer.text.size() != sizeof(chesspuzzle_observation)) throw std::runtime_error("no observation");
  chesspuzzle_observation seen;
  std::memcpy(&seen, answer.text.data(), sizeof(seen));
  return seen;
}

Answer Match::act(chesspuzzle_action action) {
  return act(agon_bytes{&action, sizeof(action)});
}

Answer Match::act(agon_bytes action) {
  Room room;
  return room.answer(game().act(state_.get(), 0, action, nullptr, &room.error));
}

void Match::forfeit(std::int32_t outcome) {
  game().forfeit(state_.get(), 0, outcome, "it had to be");
}

double Match::score() const {
  return game().score(state_.get(), 0);
}

std::string Match::parameter(std::uint32_t index) const {
  Room room;
  return room.answer(game().parameter(state_.get(), index, &room.buffer, &room.error)).text;
}

std::string Match::position() const {
  Room room = text_room();
  return room.answer(notation().position(state_.get(), AGON_ALL_SEATS, &room.buffer, &room.error)).text;
}

std::string Match::revealed() const {
  Room room = text_room();
  return room.answer(notation().revealed(state_.get(), &room.buffer, &room.error)).text;
}

Answer Match::action_text(agon_bytes action) const {
  Room room = text_room();
  return room.answer(notation().action_to_text(state_.get(), action, &room.buffer, &room.error));
}

Answer Match::parse(std::string_view text) const {
  Room room;
  room.buffer.capacity = game().action_capacity;
  return room.answer(notation().action_from_text(state_.get(), {text.data(), text.size()}, &room.buffer, &room.error));
}

void Match::draw(const agon_canvas& canvas) const {
  static_cast<const agon_scene*>(game().extension(AGON_SCENE))->draw(state_.get(), AGON_ALL_SEATS, &canvas);
}

Player::Player(const agon_strategy_type& type, std::uint64_t seed) : type_(type) {
  session_.game = "chesspuzzle";
  session_.protocol = CHESSPUZZLE_PROTOCOL;
  session_.seats = 1;
  session_.seed = seed;
  session_.act = [](const agon_session*, agon_bytes, agon_buffer*, agon_error*) -> agon_status { return AGON_ILLEGAL; };
  session_.time_left_ns = [](const agon_session*) { return INT64_MAX; };
  session_.should_stop = [](const agon_session*) { return std::int32_t{0}; };
  session_.extension = [](const agon_session*, const char*) -> const void* { return nullptr; };
  agon_error error{};
  if (type_.create(&session_, &self_, &error) != AGON_OK) throw std::runtime_error(error.text);
}

Player::~Player() {
  type_.destroy(self_);
}

Player::Click Player::click(const chesspuzzle_observation& seen) {
  Room room;
  room.buffer.capacity = sizeof(chesspuzzle_action);
  alignas(16) const chesspuzzle_observation aligned = seen;
  Click click;
  click.answer = room.answer(type_.turn(self_, {&aligned, sizeof(aligned)}, &room.buffer, &room.error));
  if (click.answer.text.size() == sizeof(click.action)) {
    std::memcpy(&click.action, click.answer.text.data(), sizeof(click.action));
  }
  return click;
}

}  // namespace chesspuzzle::test
