#include "plugin.hpp"

#include <dlfcn.h>

#include <cstring>
#include <stdexcept>

namespace polyomino::test {

const agon_plugin_type& load(const std::filesystem::path& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  const void* const symbol = ::dlsym(library, "agon_plugin");
  if (symbol == nullptr) throw std::runtime_error(path.string() + " exports no agon_plugin");
  return *static_cast<const agon_plugin_type*>(symbol);
}

const agon_game_type& game() {
  static const agon_game_type& type = *load(plugin_folder / "polyomino.so").games[0];
  return type;
}

const agon_strategy_type& strategy(const std::filesystem::path& path) {
  return *load(path).strategies[0];
}

const std::vector<const agon_strategy_type*>& shipped() {
  static const std::vector<const agon_strategy_type*> all = {&strategy(plugin_folder / "random.so"),
                                                             &strategy(plugin_folder / "triomino.so"),
                                                             &strategy(plugin_folder / "sampler.so")};
  return all;
}

Match::Match(std::uint64_t seed, const Values& values)
    : room_(std::make_unique_for_overwrite<std::byte[]>(game().observation_capacity)) {
  std::vector<agon_setting> settings;
  std::size_t used = 0;
  for (std::uint32_t index = 0; index < game().parameter_count; ++index) {
    const agon_setting_type& type = game().parameters[index];
    const auto value = values.find(type.name);
    used += value == values.end() ? 0U : 1U;
    settings.push_back({type.name, value == values.end() ? type.fallback : value->second.c_str()});
  }
  if (used != values.size()) throw std::logic_error("a test sets a parameter that there is not");
  const agon_setup setup = {seed, 1, game().parameter_count, settings.data()};
  agon_error error{};
  if (game().create(&setup, &state_, &error) != AGON_OK) throw std::runtime_error(error.text);
}

void Match::spent(std::int64_t cpu_us) {
  static_cast<const agon_usage*>(game().extension(AGON_USAGE))->spent(state_, 0, cpu_us);
}

std::string Match::act_bytes(agon_bytes action) {
  alignas(16) std::byte copy[64];  // as the ABI promises
  if (action.size > sizeof copy) throw std::logic_error("a test acts with too many bytes");
  if (action.size > 0) std::memcpy(copy, action.data, action.size);
  alignas(16) polyomino_reply reply{};
  agon_buffer buffer = {&reply, sizeof reply, 0};
  agon_error error{};
  switch (game().act(state_, 0, {copy, action.size}, &buffer, &error)) {
    case AGON_OK:
      if (buffer.size != sizeof reply) throw std::logic_error("a reply of another size");
      reply_ = reply;
      return "";
    case AGON_ILLEGAL:
      if (buffer.size != 0) throw std::logic_error("a reply to an illegal action");
      return error.text[0] == '\0' ? "(no reason)" : error.text;
    default:
      throw std::logic_error(error.text);
  }
}

std::string Match::parameter(std::string_view name) const {
  std::vector<char> room(std::size_t{1} << 16);
  for (std::uint32_t index = 0; index < game().parameter_count; ++index) {
    if (game().parameters[index].name != name) continue;
    agon_buffer buffer = {room.data(), room.size(), 0};
    agon_error error{};
    const agon_status status = game().parameter(state_, index, &buffer, &error);
    if (status != AGON_OK && status != AGON_ABSENT) throw std::logic_error(error.text);
    return {room.data(), buffer.size};
  }
  throw std::logic_error("no such parameter");
}

Values Match::parameters() const {
  Values values;
  for (std::uint32_t index = 0; index < game().parameter_count; ++index) {
    const char* const name = game().parameters[index].name;
    if (std::string value = parameter(name); !value.empty()) values.emplace(name, std::move(value));
  }
  return values;
}

const polyomino_observation& Match::observe() {
  agon_buffer buffer = {room_.get(), game().observation_capacity, 0};
  agon_error error{};
  if (game().observe(state_, 0, &buffer, &error) != AGON_OK) throw std::logic_error(error.text);
  const auto& seen = *reinterpret_cast<const polyomino_observation*>(room_.get());
  if (buffer.size != static_cast<std::uint64_t>(seen.size)) throw std::logic_error("an observation of another size");
  size_ = buffer.size;
  return seen;
}

std::string Match::observed() {
  observe();
  return {reinterpret_cast<const char*>(room_.get()), size_};
}

const agon_notation& Match::notation() {
  return *static_cast<const agon_notation*>(game().extension(AGON_NOTATION));
}

std::string Match::position() const {
  std::vector<char> room(notation().text_capacity);
  agon_buffer buffer = {room.data(), room.size(), 0};
  agon_error error{};
  if (notation().position(state_, AGON_ALL_SEATS, &buffer, &error) != AGON_OK) throw std::logic_error(error.text);
  return {room.data(), buffer.size};
}

std::string Match::revealed() const {
  std::vector<char> room(notation().text_capacity);
  agon_buffer buffer = {room.data(), room.size(), 0};
  agon_error error{};
  if (notation().revealed(state_, &buffer, &error) != AGON_OK) throw std::logic_error(error.text);
  return {room.data(), buffer.size};
}

std::string Match::text_of(const polyomino_action& action) const {
  return text_of_bytes({&action, sizeof action});
}

std::string Match::text_of_bytes(agon_bytes action) const {
  char room[256];
  agon_buffer buffer = {room, sizeof room, 0};
  agon_error error{};
  switch (notation().action_to_text(state_, action, &buffer, &error)) {
    case AGON_OK:
      return {room, buffer.size};
    case AGON_ILLEGAL:
      return std::string("refused: ") + error.text;
    default:
      throw std::logic_error(error.text);
  }
}

std::string Match::parse(std::string_view text, polyomino_action& action) const {
  agon_buffer buffer = {&action, sizeof action, 0};
  agon_error error{};
  switch (notation().action_from_text(state_, {text.data(), text.size()}, &buffer, &error)) {
    case AGON_OK:
      if (buffer.size != sizeof action) throw std::logic_error("an action of another size");
      return "";
    case AGON_ILLEGAL:
      return error.text[0] == '\0' ? "(no reason)" : error.text;
    default:
      throw std::logic_error(error.text);
  }
}

Player::Player(const agon_strategy_type& type, Match& match, std::uint64_t seed, std::size_t acts)
    : type_(type), match_(match), acts_(acts) {
  for (std::uint32_t index = 0; index < type.option_count; ++index)
    options_.push_back({type.options[index].name, type.options[index].fallback});
  session_.host = this;
  session_.game = game().id;
  session_.protocol = game().protocol;
  session_.seats = 1;
  session_.seed = seed;
  session_.option_count = type.option_count;
  session_.options = options_.data();
  session_.act = act;
  session_.time_left_ns = [](const agon_session*) { return INT64_MAX; };
  session_.should_stop = [](const agon_session*) { return 0; };
  session_.extension = [](const agon_session*, const char*) -> const void* { return nullptr; };
  agon_error error{};
  if (type.create(&session_, &self_, &error) != AGON_OK) throw std::runtime_error(error.text);
}

Player::~Player() {
  type_.destroy(self_);
}

agon_status Player::act(const agon_session* session, agon_bytes action, agon_buffer* reply, agon_error* error) {
  Player& self = *static_cast<Player*>(session->host);
  if (self.left_ == 0 || self.match_.over()) return AGON_TURN_OVER;
  self.trouble_ = self.match_.act_bytes(action);
  if (!self.trouble_.empty()) {
    std::strncpy(error->text, self.trouble_.c_str(), sizeof error->text - 1);
    return AGON_ILLEGAL;
  }
  ++self.actions_;
  if (reply != nullptr) {
    std::memcpy(reply->data, &self.match_.reply(), sizeof(polyomino_reply));
    reply->size = sizeof(polyomino_reply);
  }
  return --self.left_ == 0 || self.match_.over() ? AGON_TURN_OVER : AGON_OK;
}

std::string Player::turn() {
  ++turns_;
  left_ = acts_;
  trouble_.clear();
  const polyomino_observation& seen = match_.observe();
  alignas(16) polyomino_action action{};
  agon_buffer buffer = {&action, sizeof action, 0};
  agon_error error{};
  const agon_status status = type_.turn(self_, {&seen, static_cast<std::uint64_t>(seen.size)}, &buffer, &error);
  if (!trouble_.empty()) return trouble_;
  if (status != AGON_OK) return error.text[0] == '\0' ? "(no reason)" : error.text;
  if (left_ == 0 || match_.over()) return "";  // its turn has ended inside
  ++actions_;
  return match_.act_bytes({&action, buffer.size});
}

std::string Player::play() {
  std::string trouble;
  while (trouble.empty() && !match_.over()) trouble = turn();
  return trouble;
}

}  // namespace polyomino::test
