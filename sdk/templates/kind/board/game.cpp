// MyGame as a plugin: the rules behind the SDK's game interface. agon/game.hpp says what each function is for.
#include "layout.hpp"
#include "rules.hpp"

#include <mygame/mygame.h>

#include <agon/game.hpp>
#include <agon/random.hpp>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace mygame {
namespace {

/// Chance comes from the match's seed alone: one seed is one match, on every machine.
std::int64_t draw_stones(std::uint64_t seed) {
  agon::Random random(seed);
  return 15 + static_cast<std::int64_t>(random.below(16));
}

class Game {
 public:
  using Observation = mygame_observation;
  using Action = mygame_action;
  static constexpr const agon_layout& layout = protocol_layout;  // for programs in other languages: layout.hpp

  explicit Game(agon::Setup& setup)
      : heap_(static_cast<int>(setup.integer("stones", draw_stones(setup.seed()))),
              static_cast<int>(setup.integer("most", 3))) {}

  [[nodiscard]] std::int32_t to_move() const { return heap_.winner() >= 0 ? AGON_OVER : heap_.to_move(); }

  /// All that a seat may know: in this game everything, so it is the same for both. It is called at any time, also for
  /// the seat that is not to move, and when the match is over.
  void observe(std::int32_t /*seat*/, Observation& out) const {
    out.seat = heap_.to_move();
    out.stones = heap_.stones();
    out.taken = heap_.taken();
    out.most = heap_.most();
    for (int count = 1; count <= max_stones; ++count) {
      if (heap_.allows(count)) out.allowed |= std::uint64_t{1} << static_cast<unsigned>(count);
    }
  }

  /// An illegal action is refused before anything changes.
  void act(std::int32_t /*seat*/, const Action& action) {
    if (!heap_.allows(action.count)) {
      throw agon::Illegal("to take " + std::to_string(action.count) + " is not allowed now: there are " +
                          std::to_string(heap_.stones()) + " stones; allowed are " + allowed());
    }
    heap_.take(action.count);
  }

  void forfeit(std::int32_t seat, std::int32_t /*outcome*/, std::string_view /*reason*/) { heap_.give_up(seat); }

  /// Higher is better.
  [[nodiscard]] double score(std::int32_t seat) const { return heap_.winner() == seat ? 1 : 0; }

  // For search: strategies for any game play with this. agon/game_model.hpp has more, for games with chance.

  static constexpr std::uint32_t model = AGON_MODEL_CONSTANT_SUM;

  /// The position that a seat sees.
  Game(agon::Setup& /*setup*/, std::int32_t /*seat*/, const Observation& seen)
      : heap_(seen.stones, seen.most, seen.taken, seen.seat) {}

  /// All that is legal now, each once.
  void actions(agon::ActionList<Action>& list) const {
    for (int count = 1; count <= max_stones; ++count) {
      if (heap_.allows(count)) list.add({count});
    }
  }

  /// Positions that go on alike have the same key, so that a search need not look at both.
  [[nodiscard]] std::uint64_t key() const {
    return agon::hashed(std::array{heap_.stones(), heap_.most(), heap_.taken(), heap_.to_move()});
  }

  // As text, for records, replays and people: positions and actions in one line each.

  static constexpr std::uint64_t text_capacity = 160;

  /// Complete, since programs on a pipe see nothing else: "17: 1 2 3", the stones and the numbers that may be taken.
  /// Seats may know different things in other games: `seat` says for whom the text is, or is AGON_ALL_SEATS or
  /// AGON_SPECTATOR.
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const {
    std::string text = std::to_string(heap_.stones());
    text += ':';
    for (int count = 1; count <= max_stones; ++count) {
      if (heap_.winner() < 0 && heap_.allows(count)) text.append(" ").append(std::to_string(count));
    }
    return text;
  }

  [[nodiscard]] static std::string action_text(const Action& action) { return std::to_string(action.count); }

  [[nodiscard]] static Action parse_action(std::string_view text) {
    Action action{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, action.count);
    // One text for each action: no leading zeros.
    if (read.ec == std::errc{} && read.ptr == end && action_text(action) == text) return action;
    throw agon::Illegal("'" + std::string(text) + "' is no move: write how many stones, as in '2'");
  }

  /// What the last action made known, such as a card that chance drew: nothing in this game. If the seats may not know
  /// the same, it takes a seat, as position() does.
  [[nodiscard]] static std::string revealed() { return {}; }

  // As a picture: a grid of cells, and lines of text below it.

  void draw(agon::Canvas& canvas) const {
    constexpr int columns = 10;
    canvas.grid(max_stones / columns, columns);
    for (int stone = 0; stone < max_stones; ++stone) {
      agon::SceneCell cell{.glyph = ".", .role = AGON_ROLE_FAINT};
      if (stone < heap_.stones()) {
        cell = {.glyph = "o"};
      } else if (stone < heap_.stones() + heap_.taken()) {
        cell = {.glyph = "x", .role = AGON_ROLE_SEAT + 1 - heap_.to_move(), .marks = AGON_MARK_LAST};
      }
      canvas.cell(static_cast<std::uint32_t>(stone / columns), static_cast<std::uint32_t>(stone % columns), cell);
    }
    std::string text = std::to_string(heap_.stones()) + " stones left";
    if (heap_.winner() < 0) text += "; allowed are " + allowed();
    canvas.text(text);
  }

 private:
  /// The numbers of stones that may be taken now: "1, 2, 3".
  [[nodiscard]] std::string allowed() const {
    std::string numbers;
    for (int count = 1; count <= max_stones; ++count) {
      if (heap_.allows(count)) numbers.append(numbers.empty() ? "" : ", ").append(std::to_string(count));
    }
    return numbers;
  }

  Heap heap_;
};

constexpr std::array parameters = {
    agon::integer("stones", "stones on the heap", agon::drawn, 1, max_stones),
    agon::integer("most", "stones that may be taken at a time", "3", 1, max_stones),
};

}  // namespace
}  // namespace mygame

// `opponent` takes the seats that nobody asked for: mcts plays any game that has a model, in the time that it has. The
// limits are those of a seat for a whole match: nanoseconds of CPU time, and bytes; agon/limits.hpp has more.
AGON_GAME(mygame::Game, .id = "mygame", .version = mygame::version, .protocol = MYGAME_PROTOCOL, .title = "MyGame",
          .summary = mygame::summary, .rules = mygame::rules_text, .opponent = "mcts", .min_seats = 2, .max_seats = 2,
          .limits = {.cpu_ns = 10'000'000'000, .memory_bytes = 64 << 20}, .contest = AGON_CONTEST_MEAN,
          .parameters = mygame::parameters)
