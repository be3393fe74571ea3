// agon/game.hpp - a game as a C++ class.
//
//     class MyGame {
//      public:
//       using Observation = mygame_observation;             // the protocol's C structs
//       using Action = mygame_action;
//       explicit MyGame(agon::Setup& setup);                // may throw agon::BadSetting
//       int32_t to_move() const;                            // a seat, or AGON_OVER
//       void observe(int32_t seat, Observation& out) const; // out is zeroed before
//       void act(int32_t seat, const Action& action);       // throws agon::Illegal before it changes anything
//       void forfeit(int32_t seat, int32_t outcome, std::string_view reason);
//       double score(int32_t seat) const;
//
//       // agon.notation/1, all four or none
//       static constexpr uint64_t text_capacity = ...;
//       std::string position(int32_t seat) const;           // or AGON_ALL_SEATS, AGON_SPECTATOR
//       std::string action_text(const Action& action) const;
//       Action parse_action(std::string_view text) const;   // throws agon::Illegal
//       std::string revealed() const;                       // or, if the seats may not know the same,
//       std::string revealed(int32_t seat) const;           // for a seat, AGON_ALL_SEATS or AGON_SPECTATOR
//
//       void draw(agon::Canvas& canvas) const;              // agon.scene/1, or, if the seats may not know the same,
//       void draw(agon::Canvas& canvas, int32_t seat) const; // for a seat, AGON_ALL_SEATS or AGON_SPECTATOR
//
//       // agon.steps/1: what people may choose after `begun`, or what a click on a cell means; see agon/ext/steps.h
//       void choices(std::string_view begun, int32_t row, int32_t column, agon::Choices& list) const;
//       static constexpr const char* for_people = "rows=8"; // parameters of a match of their size, if defaults are not
//
//       // agon.uci/1, for engines, all four or none; see agon/ext/uci.h
//       static constexpr uint64_t uci_capacity = ...;
//       std::string uci_settings() const;                   // "name NAME value VALUE\n"
//       std::string uci_position() const;                   // "startpos moves ..."
//       Action parse_uci(std::string_view text) const;      // throws agon::Illegal
//
//       // agon.exchange/1, matches in the game's own world's format, all three or none; see agon/ext/exchange.h
//       static constexpr const char* exchange_endings = "pgn|epd";
//       std::string written(const agon::Record& record) const;  // of the state before the first action
//       static void read_openings(std::string_view text, std::string_view ending,
//                                 agon::Openings& list);        // throws agon::Illegal: "line 7: ..."
//
//       // agon.gtp/1, for engines, all four or none; see agon/ext/gtp.h
//       static constexpr uint64_t gtp_capacity = ...;
//       std::string gtp_settings() const;                   // "boardsize 9\nkomi 7.5\n"
//       std::string gtp_position() const;                   // "play black D4\ngenmove white"
//       Action parse_gtp(std::string_view text) const;      // throws agon::Illegal
//
//       // agon.model/1, for search: see agon/game_model.hpp
//
//       // agon.layout/1, the structs above as data: see agon/game_layout.hpp
//       static constexpr const agon_layout& layout = my_layout;
//     };
//     AGON_GAME(MyGame, .id = "mygame", .protocol = "mygame/1", ...)
//
// to_move(), forfeit(), score() and report_usage() can't fail, nor can leads_to_chance(), undo(), key(), score_range()
// and preference() of a model: an exception in them ends the process. observe() is called for any seat at any time: for
// one that is not to move, for one that has forfeited, after the match is over.
//
// The Setup lives as long as the game and its copies. A game that keeps a pointer to it can call its log() in any
// function.
//
// A longer Action than the class's own is accepted; the bytes behind it are ignored. A class whose Action has got new
// fields names the size of the protocol's first struct; fields that a shorter action lacks are then 0:
//
//       static constexpr uint64_t least_action_size = ...;                       // bytes; else sizeof(Action)
//
// A game whose actions reply adds `using Reply = ...;` and takes a third argument `Reply& reply` in act(). A game whose
// observation varies in size has, in place of Observation and observe() above,
//
//       static constexpr uint64_t observation_capacity = ...;                    // bytes
//       uint64_t observe(int32_t seat, std::span<std::byte> out) const;          // returns how many it wrote
//
// A game that writes every byte of its observation, every time, saves the zeroing before:
//
//       static constexpr bool observes_all = true;
//
// A game whose scores depend on the strategies' time has `void report_usage(int32_t seat, int64_t cpu_us)`
// (agon.usage/1). One whose scores do not tell what the seats have has `double points(int32_t seat)
// const` (agon.points/1).
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/exchange.h>
#include <agon/ext/gtp.h>
#include <agon/ext/layout.h>
#include <agon/ext/log.h>
#include <agon/ext/model.h>
#include <agon/ext/notation.h>
#include <agon/ext/points.h>
#include <agon/ext/scene.h>
#include <agon/ext/steps.h>
#include <agon/ext/uci.h>
#include <agon/ext/usage.h>
#include <agon/plugin.h>
#include <agon/choices.hpp>
#include <agon/exchange.hpp>
#include <agon/failure.hpp>
#include <agon/game_layout.hpp>
#include <agon/game_model.hpp>
#include <agon/limits.hpp>
#include <agon/scene.hpp>
#include <agon/settings.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace agon {

/// One match before its first move: its seed, its seats, the values of its parameters, and what the host offers. Valid
/// as long as the game.
class Setup {
 public:
  explicit Setup(const agon_setup& raw)
      : seed_(raw.seed),
        seats_(raw.seats),
        settings_({raw.settings, raw.setting_count}),
        host_(raw.host),
        log_(static_cast<const agon_log*>(raw.host->extension(raw.host, AGON_LOG))) {}

  /// Of a state that is made from an observation: there are no parameters, and the seed is for what is not known.
  Setup(const agon_host& host, std::int32_t seats, std::uint64_t seed)
      : Setup(agon_setup{seed, seats, 0, nullptr, &host}) {}

  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
  [[nodiscard]] std::int32_t seats() const noexcept { return seats_; }

  /// The value that was set, else `otherwise`, which then is the parameter's value in this match. Draw it whether it is
  /// needed or not, so that setting a parameter changes nothing else.
  std::int64_t integer(std::string_view name, std::int64_t otherwise) {
    return settings_.settle(name, std::to_string(otherwise)) ? otherwise : settings_.integer(name);
  }

  /// Likewise for text. Borrowed: valid as long as the setup.
  const std::string& text(std::string_view name, std::string otherwise) {
    settings_.settle(name, std::move(otherwise));
    return *settings_.find(name);
  }

  /// The value that was set, if any, of a parameter that only stands for others, as a file stands for the board in it.
  /// The match is then reported without it: settle the others, so that a record needs nothing else. Its fallback is
  /// agon::drawn.
  std::optional<std::string> take(std::string_view name) { return settings_.take(name); }

  /// The values as they are now: set, defaulted or settled above.
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }

  /// Adds a line to the game's log of this match, if the host keeps one. In any function of the game.
  void log(std::string_view text) const {
    if (log_ != nullptr) log_->write(host_, {text.data(), text.size()});
  }

  /// What the host offers, for extensions that have no function here.
  [[nodiscard]] const agon_host& host() const noexcept { return *host_; }

 private:
  std::uint64_t seed_;
  std::int32_t seats_;
  Settings settings_;
  const agon_host* host_;
  const agon_log* log_;  // NULL: the host keeps none
};

/// What a game says of itself; see agon_game_type.
struct GameDescription {
  const char* id = nullptr;
  const char* version = "1.0.0";
  const char* protocol = nullptr;
  const char* title = "";
  const char* summary = "";
  const char* rules = "";
  const char* opponent = nullptr;
  std::uint32_t min_seats = 1;
  std::uint32_t max_seats = 1;
  const char* const* seat_names = nullptr;
  Limits limits = {};
  std::int32_t contest = AGON_CONTEST_MEAN;
  std::span<const agon_setting_type> parameters = {};
};

namespace detail {

template <class Game>
concept RevealsToSeats = requires(const Game& game) {
  { game.revealed(std::int32_t{}) } -> std::convertible_to<std::string>;
};

template <class Game>
concept Reveals = RevealsToSeats<Game> || requires(const Game& game) {
  { game.revealed() } -> std::convertible_to<std::string>;
};

template <class Game>
concept Notated = Reveals<Game> &&
    requires(const Game& game, const typename Game::Action& action, std::string_view text) {
  { Game::text_capacity } -> std::convertible_to<std::uint64_t>;
  { game.position(std::int32_t{}) } -> std::convertible_to<std::string>;
  { game.action_text(action) } -> std::convertible_to<std::string>;
  { game.parse_action(text) } -> std::same_as<typename Game::Action>;
};

template <class Game>
concept KnownToEngines = requires(const Game& game, std::string_view text) {
  { Game::uci_capacity } -> std::convertible_to<std::uint64_t>;
  { game.uci_settings() } -> std::convertible_to<std::string>;
  { game.uci_position() } -> std::convertible_to<std::string>;
  { game.parse_uci(text) } -> std::same_as<typename Game::Action>;
};

template <class Game>
concept Exchanged = requires(const Game& game, const Record& record, std::string_view text, Openings& list) {
  { Game::exchange_endings } -> std::convertible_to<const char*>;
  { game.written(record) } -> std::convertible_to<std::string>;
  Game::read_openings(text, text, list);
};

template <class Game>
concept KnownToGtp = requires(const Game& game, std::string_view text) {
  { Game::gtp_capacity } -> std::convertible_to<std::uint64_t>;
  { game.gtp_settings() } -> std::convertible_to<std::string>;
  { game.gtp_position() } -> std::convertible_to<std::string>;
  { game.parse_gtp(text) } -> std::same_as<typename Game::Action>;
};

template <class Game>
concept DrawnForSeats = requires(const Game& game, Canvas& canvas) {
  game.draw(canvas, std::int32_t{});
};

template <class Game>
concept Drawn = DrawnForSeats<Game> || requires(const Game& game, Canvas& canvas) {
  game.draw(canvas);
};

template <class Game>
concept Stepped = requires(const Game& game, Choices& list) {
  game.choices(std::string_view{}, std::int32_t{}, std::int32_t{}, list);
};

template <class Game>
constexpr const char* parameters_for_people() {
  if constexpr (requires { Game::for_people; }) {
    return Game::for_people;
  } else {
    return nullptr;
  }
}

template <class Game>
concept TakesUsage = requires(Game& game) {
  game.report_usage(std::int32_t{}, std::int64_t{});
};

template <class Game>
concept HasPoints = requires(const Game& game) {
  game.points(std::int32_t{});
};

template <class Game>
concept ObservesAll = requires {
  requires bool{Game::observes_all};
};

/// Room for fields that actions get later: a strategy writes all of its own struct, also if it is longer than the
/// game's.
constexpr std::uint64_t action_growth = 256;  // bytes

}  // namespace detail

/// The functions of the C ABI over one C++ class.
template <class Game>
struct [[gnu::visibility("hidden")]] GameGlue {
  using Action = typename Game::Action;
  static_assert(std::is_trivially_copyable_v<Action>);
  static constexpr std::uint64_t action_capacity = sizeof(Action) + detail::action_growth;
  static constexpr std::uint64_t reply_size = detail::ReplyOf<Game>::size;

  struct State {
    explicit State(const agon_setup& raw) : setup(std::make_shared<Setup>(raw)), game(*setup) {}
    template <class Observation>
    State(const agon_host& host, std::int32_t seats, std::uint64_t seed, std::int32_t seat, const Observation& seen)
        : setup(std::make_shared<Setup>(host, seats, seed)), made_from_observation(true), game(*setup, seat, seen) {}

    /// As an assignment; most are between copies of one state.
    void take(const State& other) {
      if (setup != other.setup) setup = other.setup;
      made_from_observation = other.made_from_observation;
      game = other.game;
    }

    std::shared_ptr<Setup> setup;  // shared by all copies
    bool made_from_observation = false;
    Game game;
  };

  static Game& game(void* state) noexcept {
    return static_cast<State*>(state)->game;
  }
  static const Game& game(const void* state) noexcept {
    return static_cast<const State*>(state)->game;
  }

  static agon_status create(const agon_setup* setup, void** state, agon_error* error) noexcept {
    return detail::guarded(error, [&] { *state = new State(*setup); });
  }

  static void destroy(void* state) noexcept {
    detail::contract(state != nullptr, "the host", "destroy() needs a state");
    delete static_cast<State*>(state);
  }

  static agon_status parameter(const void* state, std::uint32_t index, agon_buffer* text, agon_error* error) noexcept {
    bool absent = false;
    const agon_status status = detail::guarded(error, [&] {
      if (static_cast<const State*>(state)->made_from_observation)
        throw Failure(AGON_FAILED, "a state that was made from an observation has no parameters");
      const auto& value = static_cast<const State*>(state)->setup->settings().at(index);
      absent = !value;
      detail::write(*text, value ? std::string_view(*value) : std::string_view());
    });
    return status == AGON_OK && absent ? AGON_ABSENT : status;
  }

  static std::int32_t to_move(const void* state) noexcept {
    return game(state).to_move();
  }

  static agon_status observe(const void* state, std::int32_t seat, agon_buffer* observation,
                             agon_error* error) noexcept {
    detail::contract(seat >= 0 && seat < static_cast<const State*>(state)->setup->seats(), "the host",
                     "observe() needs a seat of the match");
    return detail::guarded(error, [&] {
      if constexpr (requires { typename Game::Observation; }) {
        using Observation = typename Game::Observation;
        if (observation->capacity < sizeof(Observation))
          throw Failure(AGON_FAILED, "the host left too little room for an observation");
        if constexpr (detail::ObservesAll<Game>) {
          game(state).observe(seat, *::new (observation->data) Observation);
        } else {
          game(state).observe(seat, *::new (observation->data) Observation{});
        }
        observation->size = sizeof(Observation);
      } else {
        observation->size =
            game(state).observe(seat, {static_cast<std::byte*>(observation->data), observation->capacity});
      }
    });
  }

  static agon_status act(void* state, std::int32_t seat, agon_bytes action, [[maybe_unused]] agon_buffer* reply,
                         agon_error* error) noexcept {
    detail::contract(seat == to_move(state), "the host", "act() needs the seat that is to move");
    return detail::guarded(error, [&] {
      Action completed;
      const Action& typed = read(action, completed);
      if constexpr (reply_size > 0) {
        typename Game::Reply answer{};
        game(state).act(seat, typed, answer);
        if (reply == nullptr) return;
        if (reply->capacity < sizeof(answer)) throw Failure(AGON_FAILED, "the host left too little room for a reply");
        std::memcpy(reply->data, &answer, sizeof(answer));
        reply->size = sizeof(answer);
      } else {
        game(state).act(seat, typed);
      }
    });
  }

  static void forfeit(void* state, std::int32_t seat, std::int32_t outcome, const char* reason) noexcept {
    detail::contract(to_move(state) != AGON_OVER, "the host", "forfeit() needs a match that is not over");
    game(state).forfeit(seat, outcome, reason);
  }

  static double score(const void* state, std::int32_t seat) noexcept {
    return game(state).score(seat);
  }

  static agon_status position(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) noexcept {
    return detail::guarded(error, [&] { detail::write(*text, game(state).position(seat)); });
  }

  static agon_status action_to_text(const void* state, agon_bytes action, agon_buffer* text,
                                    agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      Action completed;
      detail::write(*text, game(state).action_text(read(action, completed)));
    });
  }

  static agon_status action_from_text(const void* state, agon_bytes text, agon_buffer* action,
                                      agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      const Action typed = game(state).parse_action(detail::view(text));
      detail::write(*action, {reinterpret_cast<const char*>(&typed), sizeof(typed)});
    });
  }

  static agon_status revealed(const void* state, [[maybe_unused]] std::int32_t seat, agon_buffer* text,
                              agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      if constexpr (detail::RevealsToSeats<Game>) {
        detail::write(*text, game(state).revealed(seat));
      } else {
        detail::write(*text, game(state).revealed());
      }
    });
  }

  static agon_status uci_settings(const void* state, agon_buffer* text, agon_error* error) noexcept {
    return detail::guarded(error, [&] { detail::write(*text, game(state).uci_settings()); });
  }

  static agon_status uci_position(const void* state, agon_buffer* text, agon_error* error) noexcept {
    return detail::guarded(error, [&] { detail::write(*text, game(state).uci_position()); });
  }

  static agon_status uci_move(const void* state, agon_bytes text, agon_buffer* action, agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      const Action typed = game(state).parse_uci(detail::view(text));
      detail::write(*action, {reinterpret_cast<const char*>(&typed), sizeof(typed)});
    });
  }

  static agon_status write_record(const void* state, const agon_record* record, const agon_text_list* list,
                                  agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      const std::string text = game(state).written(Record(*record));
      list->add(list->host, {text.data(), text.size()});
    });
  }

  static agon_status read_openings(agon_bytes text, const char* ending, const agon_opening_list* raw,
                                   agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      Openings list(*raw);
      Game::read_openings(detail::view(text), ending, list);
    });
  }

  static agon_status gtp_settings(const void* state, agon_buffer* text, agon_error* error) noexcept {
    return detail::guarded(error, [&] { detail::write(*text, game(state).gtp_settings()); });
  }

  static agon_status gtp_position(const void* state, agon_buffer* text, agon_error* error) noexcept {
    return detail::guarded(error, [&] { detail::write(*text, game(state).gtp_position()); });
  }

  static agon_status gtp_move(const void* state, agon_bytes text, agon_buffer* action, agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      const Action typed = game(state).parse_gtp(detail::view(text));
      detail::write(*action, {reinterpret_cast<const char*>(&typed), sizeof(typed)});
    });
  }

  static void draw(const void* state, [[maybe_unused]] std::int32_t seat, const agon_canvas* raw) noexcept {
    // A picture that can't be drawn is no reason to end a match; the canvas keeps what it has got so far.
    static_cast<void>(detail::guarded(nullptr, [&] {
      Canvas canvas(*raw);
      if constexpr (detail::DrawnForSeats<Game>) {
        game(state).draw(canvas, seat);
      } else {
        game(state).draw(canvas);
      }
    }));
  }

  static agon_status choices(const void* state, agon_bytes begun, std::int32_t row, std::int32_t column,
                             const agon_choice_list* raw, agon_error* error) noexcept {
    return detail::guarded(error, [&] {
      Choices list(*raw);
      game(state).choices(detail::view(begun), row, column, list);
    });
  }

  static void report_usage(void* state, std::int32_t seat, std::int64_t cpu_us) noexcept {
    game(state).report_usage(seat, cpu_us);
  }

  static double points(const void* state, std::int32_t seat) noexcept {
    return game(state).points(seat);
  }

  static const void* extension(const char* id) noexcept {
    if constexpr (detail::HasPoints<Game>) {
      static constexpr agon_points table = {points};
      if (std::string_view(id) == AGON_POINTS) return &table;
    }
    if constexpr (detail::TakesUsage<Game>) {
      static constexpr agon_usage usage = {report_usage};
      if (std::string_view(id) == AGON_USAGE) return &usage;
    }
    if constexpr (detail::Modelled<Game>) {
      static constexpr agon_model model = detail::ModelGlue<Game, State>::table();
      if (std::string_view(id) == AGON_MODEL) return &model;
    }
    if constexpr (detail::Notated<Game>) {
      static constexpr agon_notation notation = {Game::text_capacity, position, action_to_text, action_from_text,
                                                 revealed};
      if (std::string_view(id) == AGON_NOTATION) return &notation;
    }
    if constexpr (detail::KnownToEngines<Game>) {
      static constexpr agon_uci uci = {Game::uci_capacity, uci_settings, uci_position, uci_move};
      if (std::string_view(id) == AGON_UCI) return &uci;
    }
    if constexpr (detail::Exchanged<Game>) {
      static constexpr agon_exchange exchange = {Game::exchange_endings, write_record, read_openings};
      if (std::string_view(id) == AGON_EXCHANGE) return &exchange;
    }
    if constexpr (detail::KnownToGtp<Game>) {
      static constexpr agon_gtp gtp = {Game::gtp_capacity, gtp_settings, gtp_position, gtp_move};
      if (std::string_view(id) == AGON_GTP) return &gtp;
    }
    if constexpr (detail::LaidOut<Game>) {
      static_assert(detail::has_sizes_of<Game>(Game::layout), "the layout must have the sizes of the class's structs");
      if (std::string_view(id) == AGON_LAYOUT) return &Game::layout;
    }
    if constexpr (detail::Drawn<Game>) {
      static constexpr agon_scene scene = {draw};
      if (std::string_view(id) == AGON_SCENE) return &scene;
    }
    if constexpr (detail::Stepped<Game>) {
      static constexpr agon_steps steps = {detail::parameters_for_people<Game>(), choices};
      if (std::string_view(id) == AGON_STEPS) return &steps;
    }
    return nullptr;
  }

 private:
  /// Returns the action that the bytes begin with. `completed` holds one that is shorter than the class's own.
  static const Action& read(agon_bytes action, Action & completed) {
    constexpr std::uint64_t least = detail::LeastAction<Game>::size;
    if (action.size < least) {
      throw Illegal("an action of " + std::to_string(action.size) + " bytes: it needs at least " +
                    std::to_string(least));
    }
    if (action.size >= sizeof(Action)) return *static_cast<const Action*>(action.data);
    completed = Action{};
    std::memcpy(&completed, action.data, action.size);
    return completed;
  }
};

/// The C ABI's table for a game's class.
template <class Game>
constexpr agon_game_type game_type(const GameDescription& description) {
  using Glue = GameGlue<Game>;
  return {description.id,
          description.version,
          description.protocol,
          description.title,
          description.summary,
          description.rules,
          description.opponent,
          description.min_seats,
          description.max_seats,
          description.seat_names,
          description.limits,
          description.contest,
          static_cast<std::uint32_t>(description.parameters.size()),
          description.parameters.data(),
          detail::ObservationOf<Game>::capacity,
          Glue::action_capacity,
          Glue::reply_size,
          Glue::create,
          Glue::destroy,
          Glue::parameter,
          Glue::to_move,
          Glue::observe,
          Glue::act,
          Glue::forfeit,
          Glue::score,
          Glue::extension};
}

}  // namespace agon

/// Makes the library a plugin with one game: `Class`, described by designated initialisers of agon::GameDescription.
#define AGON_GAME(Class, ...)                                                           \
  namespace {                                                                           \
  constexpr ::agon::GameDescription agon_description{__VA_ARGS__};                      \
  constexpr agon_game_type agon_only_game = ::agon::game_type<Class>(agon_description); \
  constexpr const agon_game_type* agon_games[] = {&agon_only_game};                     \
  }                                                                                     \
  constinit const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR,                       \
                                                  AGON_ABI_NEEDED_MINOR,                \
                                                  agon_description.id,                  \
                                                  agon_description.version,             \
                                                  1,                                    \
                                                  0,                                    \
                                                  agon_games,                           \
                                                  nullptr};
