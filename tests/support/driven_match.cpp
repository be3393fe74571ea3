#include "tests/support/driven_match.hpp"

#include "tests/support/quiet_host.hpp"

#include <agon/ext/notation.h>

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace support {

namespace {

constexpr std::uint64_t parameter_capacity = 1 << 16;  // bytes: the capacity for a value that the ABI guarantees

/// Calls create() with all seats. The caller owns the state, if there is one.
Answer create(const agon_game_type& game, std::uint64_t seed, const Values& values, void** state) {
  const std::vector<agon_setting> list = settings({game.parameters, game.parameter_count}, values);
  const agon_setup setup = {seed, static_cast<std::int32_t>(game.max_seats), game.parameter_count, list.data(),
                            &quiet_host};
  agon_error error{};
  const agon_status status = game.create(&setup, state, &error);
  return {status, error.text};
}

/// An action with the alignment that the ABI guarantees: 16 bytes.
class Aligned {
 public:
  explicit Aligned(agon_bytes action) : size_(action.size) {
    REQUIRE(size_ <= bytes_.size());
    if (size_ > 0) std::memcpy(bytes_.data(), action.data, size_);
  }
  [[nodiscard]] agon_bytes bytes() const { return {bytes_.data(), size_}; }

 private:
  alignas(16) std::array<char, 64> bytes_{};
  std::uint64_t size_;
};

/// Returns the text that `call` writes, with a capacity of `capacity` bytes, or the sentence of its error.
template <class Call>
Answer written(std::uint64_t capacity, Call&& call) {
  const auto room = std::make_unique_for_overwrite<char[]>(capacity);
  agon_buffer buffer = {room.get(), capacity, 0};
  agon_error error{};
  const agon_status status = call(&buffer, &error);
  REQUIRE(buffer.size <= capacity);
  if (status == AGON_OK) return {status, {room.get(), buffer.size}};
  CHECK(buffer.size == 0);
  return {status, error.text};
}

/// Returns the text that `call` writes; the test fails if it writes none.
template <class Call>
std::string text(std::uint64_t capacity, Call&& call) {
  Answer answer = written(capacity, call);
  require_ok(answer);
  return std::move(answer.text);
}

/// Checks that a refused action is refused as illegal, and with a reason.
void check_refusal(const Answer& answer) {
  if (answer.status == AGON_OK) return;
  CHECK(answer.status == AGON_ILLEGAL);
  CHECK(!answer.text.empty());
}

const agon_notation& notation(const agon_game_type& game) {
  const void* const extension = game.extension(AGON_NOTATION);
  REQUIRE(extension != nullptr);
  return *static_cast<const agon_notation*>(extension);
}

}  // namespace

void require_ok(const Answer& answer) {
  REQUIRE_MESSAGE(answer.status == AGON_OK, answer.text);
}

std::vector<agon_setting> settings(std::span<const agon_setting_type> declared, const Values& values) {
  std::vector<agon_setting> list;
  std::size_t used = 0;
  for (const agon_setting_type& type : declared) {
    const auto set = values.find(type.name);
    if (set != values.end()) ++used;
    list.push_back({type.name, set == values.end() ? type.fallback : set->second.c_str()});
  }
  if (used != values.size()) FAIL("a test sets what is not declared");
  return list;
}

Answer DrivenMatch::creation(const agon_game_type& game, std::uint64_t seed, const Values& values) {
  void* state = nullptr;
  Answer answer = create(game, seed, values, &state);
  if (state != nullptr) game.destroy(state);
  return answer;
}

DrivenMatch::DrivenMatch(const agon_game_type& game, std::uint64_t seed, const Values& values) : game_(game) {
  require_ok(create(game, seed, values, &state_));
}

bool DrivenMatch::over() const {
  const std::int32_t seat = to_move();
  CHECK((seat == AGON_OVER || (seat >= 0 && seat < static_cast<std::int32_t>(game_.max_seats))));
  return seat == AGON_OVER;
}

void DrivenMatch::forfeit(std::int32_t seat, std::int32_t outcome) {
  game_.forfeit(state_, seat, outcome, "a test says so");
}

std::optional<std::string> DrivenMatch::parameter(std::string_view name) const {
  for (std::uint32_t index = 0; index < game_.parameter_count; ++index) {
    if (game_.parameters[index].name != name) continue;
    const Answer value = written(parameter_capacity, [&](agon_buffer* buffer, agon_error* error) {
      return game_.parameter(state_, index, buffer, error);
    });
    if (value.status == AGON_ABSENT) return std::nullopt;
    require_ok(value);
    return value.text;
  }
  FAIL(game_.id << " has no parameter " << name);
  return std::nullopt;
}

Values DrivenMatch::parameters() const {
  Values values;
  for (std::uint32_t index = 0; index < game_.parameter_count; ++index) {
    const char* const name = game_.parameters[index].name;
    if (const auto value = parameter(name)) values.emplace(name, *value);
  }
  return values;
}

Answer DrivenMatch::act_bytes(agon_bytes action, agon_buffer* reply) {
  const Aligned aligned(action);
  agon_error error{};
  const agon_status status = game_.act(state_, to_move(), aligned.bytes(), reply, &error);
  return {status, error.text};
}

std::string DrivenMatch::position(std::int32_t seat) const {
  const agon_notation& texts = notation(game_);
  return text(texts.text_capacity,
              [&](agon_buffer* buffer, agon_error* error) { return texts.position(state_, seat, buffer, error); });
}

std::string DrivenMatch::revealed(std::int32_t seat) const {
  const agon_notation& texts = notation(game_);
  return text(texts.text_capacity,
              [&](agon_buffer* buffer, agon_error* error) { return texts.revealed(state_, seat, buffer, error); });
}

Answer DrivenMatch::write_bytes(agon_bytes action) const {
  const agon_notation& texts = notation(game_);
  const Aligned aligned(action);
  Answer answer = written(texts.text_capacity, [&](agon_buffer* buffer, agon_error* error) {
    return texts.action_to_text(state_, aligned.bytes(), buffer, error);
  });
  check_refusal(answer);
  return answer;
}

void DrivenMatch::observe_into(agon_buffer& room) const {
  agon_error error{};
  const std::int32_t seat = to_move() == AGON_OVER ? 0 : to_move();
  const agon_status status = game_.observe(state_, seat, &room, &error);
  require_ok({status, error.text});
}

void DrivenMatch::observe_into(void* observation, std::size_t size) const {
  std::memset(observation, 0x55, size);  // makes bytes visible that the game does not write
  agon_buffer room = {observation, size, 0};
  observe_into(room);
  REQUIRE(room.size == size);
}

Answer DrivenMatch::parse_into(std::string_view text, void* action, std::size_t size) const {
  agon_buffer room = {action, size, 0};
  agon_error error{};
  const agon_status status = notation(game_).action_from_text(state_, {text.data(), text.size()}, &room, &error);
  Answer answer = {status, error.text};
  if (status == AGON_OK) CHECK(room.size == size);
  check_refusal(answer);
  return answer;
}

}  // namespace support
