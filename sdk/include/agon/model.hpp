// agon/model.hpp - search over a game's states, in C++.
//
//     const agon::Model model(session);               // throws Unsupported if the game has no model
//     const agon::State root = model.determinise(seats, seat, observation, seed);
//     for (const mygame_action& action : root.actions_as<mygame_action>()) {
//       agon::State after = root;                     // a copy
//       after.act(action);
//       ... after.over() ... after.to_move() ... after.score(seat) ...
//     }
//
// The strategy's class needs `static constexpr bool needs_game = true;`: the host then loads the game's library.
// Functions throw agon::Failure if the C function fails. A state may be used by one thread at a time.
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/game.h>
#include <agon/ext/model.h>
#include <agon/failure.hpp>
#include <agon/random.hpp>
#include <agon/score_range.hpp>
#include <agon/strategy.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace agon {

namespace detail {

/// Memory for one action of any game, aligned to 16 bytes.
class ActionRoom {
 public:
  explicit ActionRoom(std::uint64_t size) {  // NOLINT(*-member-init): near_ is written before it is read
    if (size > sizeof near_) far_ = std::make_unique<std::byte[]>(size);  // operator new aligns it
  }
  [[nodiscard]] std::byte* data() { return far_ ? far_.get() : near_; }

 private:
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 16);
  alignas(16) std::byte near_[64];
  std::unique_ptr<std::byte[]> far_;
};

inline constexpr agon_host silent_host = {nullptr,
                                          [](const agon_host*, const char*) -> const void* { return nullptr; }};

}  // namespace detail

/// A list of actions of one game, as bytes. All have the same size.
class Actions {
 public:
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Returns an action. Valid until the list changes.
  [[nodiscard]] agon_bytes operator[](std::size_t index) const {
    return {room_.get() + index * action_size_, action_size_};
  }

 private:
  friend class State;

  void reserve(std::uint64_t bytes) {
    if (bytes <= capacity_) return;
    room_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    capacity_ = bytes;
  }

  std::uint64_t action_size_ = 0;  // bytes
  std::uint64_t count_ = 0;
  std::uint64_t capacity_ = 0;  // bytes
  std::unique_ptr<std::byte[]> room_;
};

/// Owns a state of a game. Copies are independent.
class State {
 public:
  /// Takes ownership of a state that the game or its model made.
  State(const agon_game_type& game, const agon_model& model, void* raw) : game_(&game), model_(&model), raw_(raw) {}
  State(const State& other) : State(*other.game_, *other.model_, nullptr) {
    checked([&](agon_error* error) { return model_->copy(other.raw_, &raw_, error); });
  }
  State(State&& other) noexcept : State(*other.game_, *other.model_, std::exchange(other.raw_, nullptr)) {}
  /// Reuses the memory if both are states of the same game.
  State& operator=(const State& other) {
    if (raw_ == nullptr || game_ != other.game_) return *this = State(other);
    checked([&](agon_error* error) { return model_->assign(raw_, other.raw_, error); });
    return *this;
  }
  State& operator=(State&& other) noexcept {
    std::swap(game_, other.game_);
    std::swap(model_, other.model_);
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~State() {
    if (raw_ != nullptr) game_->destroy(raw_);
  }

  /// Returns the seat to move, or AGON_OVER.
  [[nodiscard]] std::int32_t to_move() const { return game_->to_move(raw_); }
  [[nodiscard]] bool over() const { return to_move() == AGON_OVER; }
  [[nodiscard]] double score(std::int32_t seat) const { return game_->score(raw_, seat); }
  [[nodiscard]] ScoreRange score_range(std::int32_t seat) const {
    ScoreRange range;
    if (model_->score_range != nullptr) model_->score_range(raw_, seat, &range.least, &range.most);
    return range;
  }
  /// Returns agon_model.preference, or the score if the game has none. Only after the match is over.
  [[nodiscard]] double preference(std::int32_t seat) const {
    return model_->preference != nullptr ? model_->preference(raw_, seat) : score(seat);
  }
  /// Returns the protocol's observation struct for `seat`, aligned to 16 bytes.
  [[nodiscard]] std::vector<std::byte> observation(std::int32_t seat) const {
    const auto bytes = std::make_unique_for_overwrite<std::byte[]>(game_->observation_capacity);
    agon_buffer room = {bytes.get(), game_->observation_capacity, 0};
    checked([&](agon_error* error) { return game_->observe(raw_, seat, &room, error); });
    std::vector<std::byte> seen(room.size);
    std::memcpy(seen.data(), bytes.get(), seen.size());
    return seen;
  }

  /// Applies an action of the seat to move. The bytes need no alignment. Throws Failure with AGON_ILLEGAL if it is
  /// illegal.
  void act(agon_bytes action) {
    if (reinterpret_cast<std::uintptr_t>(action.data) % 16 == 0) return act_aligned(action);
    detail::ActionRoom room(action.size);
    std::memcpy(room.data(), action.data, action.size);
    act_aligned({room.data(), action.size});
  }
  /// Likewise, with the protocol's struct.
  template <class Struct>
  requires std::is_class_v<Struct>
  void act(const Struct& action) {
    static_assert(std::is_trivially_copyable_v<Struct> && !std::is_same_v<Struct, agon_buffer>);
    act(agon_bytes{&action, sizeof action});
  }
  /// Likewise, but returns false if the action is illegal; the state is then unchanged.
  bool try_act(agon_bytes action) {
    detail::ActionRoom room(action.size);
    std::memcpy(room.data(), action.data, action.size);
    agon_error error;
    error.text[0] = '\0';
    const agon_status status = game_->act(raw_, to_move(), {room.data(), action.size}, nullptr, &error);
    if (status != AGON_ILLEGAL) check(status, error);
    return status == AGON_OK;
  }
  /// Reverts the last action. Requires Model::has_undo().
  void undo() { model_->undo(raw_); }

  /// Writes the legal actions to `list`, whose memory is reused. Requires Model::lists_actions().
  void actions(Actions& list) const {
    constexpr std::uint64_t usual = 64;  // actions
    list.action_size_ = model_->action_size;
    list.reserve(usual * list.action_size_);
    for (;;) {
      agon_buffer room = {list.room_.get(), list.capacity_, 0};
      checked([&](agon_error* error) { return model_->actions(raw_, 0, &room, &list.count_, error); });
      if (room.size == list.count_ * list.action_size_) return;
      list.reserve(list.count_ * list.action_size_);
    }
  }
  [[nodiscard]] Actions actions() const {
    Actions list;
    actions(list);
    return list;
  }
  /// Returns them as the protocol's structs.
  template <class Struct>
  [[nodiscard]] std::vector<Struct> actions_as() const {
    const Actions list = actions();
    std::vector<Struct> typed(list.size());
    for (std::size_t index = 0; index < typed.size(); ++index) read(list[index], typed[index]);
    return typed;
  }
  /// Writes the game's estimates of the legal actions' values, in the order of actions(), to `values`, whose memory is
  /// reused. Requires Model::has_action_values() and a match that is not over.
  void action_values(std::vector<double>& values) const {
    constexpr std::size_t usual = 64;  // actions
    values.resize(std::max(values.capacity(), usual));
    for (;;) {
      agon_buffer room = {values.data(), values.size() * sizeof(double), 0};
      std::uint64_t count = 0;
      checked([&](agon_error* error) { return model_->action_values(raw_, &room, &count, error); });
      const bool complete = room.size == count * sizeof(double);
      values.resize(count);
      if (complete) return;
    }
  }
  [[nodiscard]] std::vector<double> action_values() const {
    std::vector<double> values;
    action_values(values);
    return values;
  }
  [[nodiscard]] std::uint64_t action_count() const {
    std::uint64_t count = 0;
    checked([&](agon_error* error) { return model_->actions(raw_, 0, nullptr, &count, error); });
    return count;
  }

  /// Writes one legal action, chosen by the random `bits`, to `room`: action_size bytes, aligned to 16.
  void sample(std::uint64_t bits, void* room) const {
    agon_buffer action = {room, model_->action_size, 0};
    checked([&](agon_error* error) { return model_->sample(raw_, bits, &action, error); });
  }
  template <class Struct>
  [[nodiscard]] Struct sample_as(std::uint64_t bits) const {
    detail::ActionRoom room(model_->action_size);
    sample(bits, room.data());
    Struct typed;
    read({room.data(), model_->action_size}, typed);
    return typed;
  }

  /// Returns whether the result of `action` can depend on chance.
  [[nodiscard]] bool leads_to_chance(agon_bytes action) const {
    detail::ActionRoom room(action.size);
    std::memcpy(room.data(), action.data, action.size);
    return model_->leads_to_chance(raw_, {room.data(), action.size}) != 0;
  }
  /// Draws again what `seat` does not know; for AGON_ALL_SEATS, only what no seat knows.
  void resample(std::int32_t seat, std::uint64_t seed) {
    checked([&](agon_error* error) { return model_->resample(raw_, seat, seed, error); });
  }
  /// Returns a hash of the position. Requires Model::has_keys().
  [[nodiscard]] std::uint64_t key() const { return model_->key(raw_); }

  /// Applies uniformly random actions until the match is over, at most `most`. Returns their number.
  template <class Generator>
  std::uint64_t play_out(Generator& random, std::uint64_t most = UINT64_MAX) {
    detail::ActionRoom room(model_->action_size);
    agon_error error;
    error.text[0] = '\0';
    agon_buffer action = {room.data(), model_->action_size, 0};
    std::uint64_t taken = 0;
    for (std::int32_t seat = to_move(); taken < most && seat != AGON_OVER; seat = to_move(), ++taken) {
      check(model_->sample(raw_, random.next(), &action, &error), error);
      check(game_->act(raw_, seat, {action.data, action.size}, nullptr, &error), error);
    }
    return taken;
  }

  [[nodiscard]] void* raw() { return raw_; }
  [[nodiscard]] const void* raw() const { return raw_; }

 private:
  static void check(agon_status status, const agon_error& error) {
    if (status != AGON_OK) throw Failure(status, error.text);
  }
  template <class Call>
  static void checked(Call&& call) {
    agon_error error;
    error.text[0] = '\0';
    check(call(&error), error);
  }
  void act_aligned(agon_bytes action) {
    checked([&](agon_error* error) { return game_->act(raw_, to_move(), action, nullptr, error); });
  }
  template <class Struct>
  static void read(agon_bytes action, Struct& typed) {
    static_assert(std::is_trivially_copyable_v<Struct>);
    if (action.size < sizeof typed) throw Failure(AGON_FAILED, "the game's actions are shorter than the struct");
    std::memcpy(&typed, action.data, sizeof typed);
  }

  const agon_game_type* game_;
  const agon_model* model_;
  void* raw_;
};

/// A game that can be searched.
class Model {
 public:
  /// Uses the game of the session's match. Throws Unsupported if it has no model.
  explicit Model(const Session& session) : Model(game_of(session.raw())) {}
  explicit Model(const agon_game_type& game)
      : game_(&game), model_(static_cast<const agon_model*>(game.extension(AGON_MODEL))) {
    if (model_ == nullptr) throw Unsupported(std::string(game.id) + " has no model (" AGON_MODEL ")");
  }

  [[nodiscard]] bool has_chance() const { return has(AGON_MODEL_CHANCE); }
  [[nodiscard]] bool has_hidden() const { return has(AGON_MODEL_HIDDEN); }
  [[nodiscard]] bool has_many_actions() const { return has(AGON_MODEL_MANY); }
  [[nodiscard]] bool has_constant_sum() const { return has(AGON_MODEL_CONSTANT_SUM); }
  [[nodiscard]] bool lists_actions() const { return model_->actions != nullptr; }
  [[nodiscard]] bool has_undo() const { return model_->undo != nullptr; }
  [[nodiscard]] bool has_keys() const { return model_->key != nullptr; }
  [[nodiscard]] bool has_score_range() const { return model_->score_range != nullptr; }
  [[nodiscard]] bool has_action_values() const { return model_->action_values != nullptr; }
  /// Returns the size of every listed or sampled action in bytes.
  [[nodiscard]] std::uint64_t action_size() const { return model_->action_size; }

  /// Returns a state that agrees with the observation of `seat`, which is aligned to 16 bytes, in a match of `seats`
  /// seats. Draws the rest from `seed`.
  [[nodiscard]] State determinise(std::int32_t seats, std::int32_t seat, agon_bytes observation,
                                  std::uint64_t seed) const {
    void* raw = nullptr;
    agon_error error;
    error.text[0] = '\0';
    const agon_status status = model_->determinise(&detail::silent_host, seats, seat, observation, seed, &raw, &error);
    if (status != AGON_OK) throw Failure(status, error.text);
    return {*game_, *model_, raw};
  }

  [[nodiscard]] const agon_game_type& game() const { return *game_; }
  [[nodiscard]] const agon_model& raw() const { return *model_; }

 private:
  static const agon_game_type& game_of(const agon_session& session) {
    const void* const library = session.host->extension(session.host, AGON_GAME_LIBRARY);
    if (library == nullptr)
      throw Unsupported("the host did not load the library of " + std::string(session.game) +
                        " (" AGON_GAME_LIBRARY "), which the strategy needs");
    return *static_cast<const agon_game_library*>(library)->game;
  }
  [[nodiscard]] bool has(std::uint32_t property) const { return (model_->properties & property) != 0; }

  const agon_game_type* game_;
  const agon_model* model_;
};

}  // namespace agon
