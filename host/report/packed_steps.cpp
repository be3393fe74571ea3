#include "host/report/packed_steps.hpp"

#include "host/report/step_parts.hpp"
#include "host/util/json.hpp"

#include <agon/ext/scene.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr std::uint32_t least_bits = 12;  // of the table's index
constexpr std::uint32_t most_bits = 20;
constexpr std::uint32_t modelled = 8;  // leading digits of a number; the others are taken as random
constexpr std::uint32_t most_counted = 40;
constexpr std::int32_t most_stretched = 2047;
constexpr std::int32_t learning = 64;
constexpr std::int32_t most_weight = 1 << 18;

/// The logistic function: from 256 times the logarithm of the odds to a probability in 2^-12.
std::int32_t squashed(std::int32_t stretched) {
  constexpr std::array<std::int32_t, 33> points = {1,    2,    3,    6,    10,   16,   27,   45,   73,   120,  194,
                                                   310,  488,  747,  1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785,
                                                   3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094};
  if (stretched > most_stretched) return 4095;
  if (stretched < -most_stretched) return 1;
  const std::int32_t within = (stretched + 2048) % 128;
  const auto at = static_cast<std::size_t>((stretched + 2048) / 128);
  return (points[at] * (128 - within) + points[at + 1] * within + 64) / 128;
}

/// Its inverse, for each probability.
const std::array<std::int32_t, 4096>& stretched() {
  static const auto table = [] {
    std::array<std::int32_t, 4096> all{};
    std::int32_t next = 0;
    for (std::int32_t x = -most_stretched; x <= most_stretched; ++x)
      for (const std::int32_t end = squashed(x); next <= end; ++next) all[static_cast<std::size_t>(next)] = x;
    for (; next < 4096; ++next) all[static_cast<std::size_t>(next)] = most_stretched;
    return all;
  }();
  return table;
}

/// Contexts of a number: what is likely after what is known. Each is a hash of its own.
using Contexts = std::array<std::uint32_t, 3>;

/// Returns a hash of a context and one more value.
constexpr std::uint32_t mixed(std::uint32_t context, std::uint32_t value) {
  context = (context * 0x85EBCA6BU + value) * 0x9E3779B1U;
  return context ^ context >> 15U;
}

/// Codes numbers in few bits, most of them by less than a bit: an arithmetic coder with adaptive contexts. The client's
/// numbers.js reads them. All arithmetic is in integers, so that both do the same.
class NumberCoder {
 public:
  /// For about as many numbers as `steps` have.
  explicit NumberCoder(std::size_t steps)
      : shift_(32 - std::clamp(static_cast<std::uint32_t>(std::bit_width(steps)) + 8, least_bits, most_bits)),
        states_(std::size_t{1} << (32 - shift_), 1U << 23U) {
    for (auto& each : weights_) each.fill(1 << 15);
  }

  /// Adds a number less than 2^31. `kind`, less than 16: numbers of one kind weigh their contexts alike.
  void add(std::uint32_t kind, std::uint32_t number, Contexts contexts) {
    for (std::uint32_t i = 0; i < contexts.size(); ++i) contexts[i] = mixed(contexts[i], 16 * i + kind);
    ++number;
    const auto digits = static_cast<std::uint32_t>(std::bit_width(number)) - 1;
    for (std::uint32_t i = 0; i < digits; ++i) add_bit(kind, i, contexts, true);
    add_bit(kind, digits, contexts, false);
    std::uint32_t prefix = 1;
    for (std::uint32_t i = 0; i < digits; ++i) {
      const bool bit = (number >> (digits - 1 - i) & 1U) != 0;
      if (i < modelled) {
        add_bit(kind, 32 + 256 * digits + prefix, contexts, bit);
        prefix = 2 * prefix + (bit ? 1 : 0);
      } else {
        encode(bit, 2048);
      }
    }
  }

  /// Likewise a number of either sign.
  void add_signed(std::uint32_t kind, std::int64_t number, const Contexts& contexts) {
    add(kind, static_cast<std::uint32_t>(number >= 0 ? 2 * number : -2 * number - 1), contexts);
  }

  /// Returns all that was added.
  std::vector<std::uint8_t> finish() {
    for (int i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::uint8_t>(low_ >> (24 - 8 * i)));
    return std::move(bytes_);
  }

 private:
  void add_bit(std::uint32_t kind, std::uint32_t node, const Contexts& contexts, bool bit) {
    Contexts slots{};
    std::array<std::int32_t, std::tuple_size_v<Contexts>> inputs{};
    std::int32_t sum = 0;
    auto& weights = weights_[kind];
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      slots[i] = mixed(contexts[i], node) >> shift_;
      inputs[i] = stretched()[states_[slots[i]] >> 12U];
      sum += weights[i] * inputs[i];
    }
    const std::int32_t likely = squashed(sum >> 16);
    encode(bit, static_cast<std::uint32_t>(likely));
    const std::int32_t error = ((bit ? 4095 : 0) - likely) * learning;
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      weights[i] = std::clamp(weights[i] + ((inputs[i] * error + 32768) >> 16), -most_weight, most_weight);
      // How fast the probability follows depends on the number of bits that it has been learnt from.
      const std::uint32_t count = states_[slots[i]] & 255U;
      const auto probability = static_cast<std::int32_t>(states_[slots[i]] >> 8U);
      const auto rate = static_cast<std::int32_t>(327680 / (10 * count + 16));
      const auto next = static_cast<std::uint32_t>(probability + (((bit ? 65535 : 0) - probability) * rate >> 15));
      states_[slots[i]] = next << 8U | std::min(count + 1, most_counted);
    }
  }

  void encode(bool bit, std::uint32_t probability) {
    const std::uint32_t middle = low_ + (((high_ - low_) >> 12U)) * probability;
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    for (; ((low_ ^ high_) >> 24U) == 0; low_ <<= 8U, high_ = high_ << 8U | 255U)
      bytes_.push_back(static_cast<std::uint8_t>(high_ >> 24U));
  }

  std::uint32_t shift_;                // a hash is an index of these after it
  std::vector<std::uint32_t> states_;  // the probability of a one in 2^-16, and in the lowest byte a count
  std::array<std::array<std::int32_t, std::tuple_size_v<Contexts>>, 16> weights_{};  // in 2^-16
  std::uint32_t low_ = 0;
  std::uint32_t high_ = ~0U;
  std::vector<std::uint8_t> bytes_;
};

/// The kinds of numbers.
enum Kind : std::uint32_t {
  pattern_kind,
  mode_kind,
  value_kind,
  listed_kind,
  look_kind,
  marks_kind,
  count_kind,
  place_kind
};

constexpr std::uint32_t no_number = ~0U;

// How the pattern of a text is told: there is no text, the next pattern that is new, the one that a word of what was
// revealed had last, or else this and its number.
constexpr std::uint32_t no_text = 0;
constexpr std::uint32_t new_pattern = 1;
constexpr std::uint32_t as_word = 2;
constexpr std::uint32_t others = 3;

constexpr std::uint32_t fading = AGON_MARK_LAST | AGON_MARK_HIGHLIGHT;  // marks that a cell seldom has twice

template <class Integer>
std::uint32_t word(Integer value) {
  return static_cast<std::uint32_t>(value);
}

/// Writes the numbers of the steps.
class Numbers {
 public:
  Numbers(const StepParts& parts, const StepPrediction& prediction)
      : coder_(parts.rows().size()), prediction_(prediction), lines_from_(parts.fields() + prediction.offset) {
    for (const auto& modes : prediction.modes) before_.emplace_back(modes.size());
    add_board(parts.board(), parts.across());
    for (const StepRow& row : parts.rows()) {
      add_texts(row);
      if (row.board) {
        add_board(*row.board, row.across);
      } else {
        add_cells(row);
      }
    }
  }

  std::vector<std::uint8_t> finish() { return coder_.finish(); }

 private:
  /// A cell that the step's texts have named: the first one, the second one and so on of each pattern are alike.
  struct Named {
    std::size_t cell;
    std::uint32_t slot;
    std::uint32_t number;  // that the text tells next
  };

  void add_board(const StepBoard& board, std::size_t across) {
    across_ = across;
    board_ = board;
    marked_.clear();
    for (std::size_t i = 0; i < board.size(); ++i) {
      const StepCell left = i > 0 ? board[i - 1] : StepCell();
      const StepCell up = i >= across ? board[i - across] : StepCell();
      coder_.add(look_kind, board[i].look, {left.look, mixed(left.look, up.look), 0});
      coder_.add(marks_kind, board[i].marks,
                 {board[i].look, mixed(board[i].look, left.marks), mixed(left.marks, up.marks)});
      if ((board[i].marks & fading) != 0) marked_.push_back(i);
    }
  }

  void add_texts(const StepRow& row) {
    named_.clear();
    said_.clear();
    difference_ = 0;
    std::uint32_t last_pattern = 0;
    coder_.add_signed(count_kind, row.lines, {0, lines_, 1});
    lines_ = word(row.lines);
    for (const StepText& text : row.texts) {
      add_pattern(text, row, last_pattern);
      last_pattern = columns_[text.column];
      if (!text.pattern) continue;
      const std::vector<std::uint32_t>& modes = prediction_.modes[*text.pattern];
      if (text.is_new)
        for (const std::uint32_t mode : modes) coder_.add(mode_kind, mode, {word(text.column), 0, 0});
      for (std::size_t i = 0; i < modes.size(); ++i)
        add_value(text.values[i], modes[i], before_[*text.pattern][i], mixed(last_pattern, word(i)));
    }
  }

  void add_pattern(const StepText& text, const StepRow& row, std::uint32_t last_pattern) {
    const std::uint32_t number = text.pattern ? word(*text.pattern) + 1 : 0;
    const std::uint32_t column = word(std::min(text.column, lines_from_));  // lines from there on are alike
    columns_.resize(std::max(columns_.size(), text.column + 1));
    const std::size_t at = text.column - lines_from_;  // huge for those before
    std::uint32_t* const of = at < row.words.size() ? &of_words_[row.words[at]] : nullptr;
    const std::uint32_t code = number == 0           ? no_text
                               : text.is_new         ? new_pattern
                               : of && *of == number ? as_word
                                                     : others + number - 1;
    coder_.add(pattern_kind, code,
               {mixed(column, last_pattern), mixed(word(text.column), columns_[text.column]),
                mixed(column, !of        ? 0
                              : *of == 0 ? 1
                                         : 2)});
    columns_[text.column] = number;
    if (of) *of = number;
  }

  void add_value(const StepValue& value, std::uint32_t mode, std::int64_t& before, std::uint32_t slot) {
    const std::int64_t from = mode == itself_mode ? 0 : mode == more_mode ? before : said_[told_at(mode, said_.size())];
    const std::int64_t difference = value.number - from;
    coder_.add_signed(value_kind, difference, {slot, mixed(slot, word(difference_)), mixed(slot, word(before))});
    difference_ = difference;
    before = value.number;
    said_.push_back(value.number);
    if (value.is_cell) {
      named_.push_back({static_cast<std::size_t>(value.number), slot, no_number});
    } else if (!named_.empty() && named_.back().number == no_number) {
      named_.back().number = word(value.number);
    }
  }

  void add_cells(const StepRow& row) {
    std::map<std::size_t, StepCell> listed;
    const auto count_named = static_cast<std::uint32_t>(named_.size());
    for (const std::size_t i : marked_) {
      listed[i] = board_[i];
      board_[i].marks &= ~fading;
      named_.push_back({i, no_number, no_number});
    }
    marked_.clear();
    for (const auto& [i, cell] : row.cells) listed[i] = cell;
    std::erase_if(listed, [&](const auto& each) { return board_[each.first] == each.second; });
    std::uint32_t first = no_number;
    for (const Named& each : named_) {
      if (each.cell >= board_.size()) continue;
      const StepCell& cell = board_[each.cell];
      if (first == no_number) first = cell.look;
      const auto found = listed.find(each.cell);
      coder_.add(listed_kind, found != listed.end() ? 1 : 0,
                 {each.slot, mixed(each.slot, each.number), mixed(each.slot, cell.look)});
      if (found == listed.end()) continue;
      set(each.cell, found->second,
          {mixed(each.slot, each.number), mixed(each.slot, first), mixed(each.slot, cell.look)}, each.slot);
      listed.erase(found);
    }
    const auto count = static_cast<std::uint32_t>(listed.size());
    coder_.add(count_kind, count, {2, columns_.size() > 1 ? mixed(columns_[1], 2) : 2, mixed(count_named, 3)});
    add_places(listed);
    for (const auto& [i, cell] : listed) {
      std::uint32_t around = 0;  // which of its neighbours change, too
      for (const std::size_t other : {i - across_, i + 1, i + across_, i - 1})
        around = 2 * around + (listed.contains(other) ? 1 : 0);
      set(i, cell, {last_look_, mixed(board_[i].look, word(i)), mixed(board_[i].look, last_look_)}, around);
      last_look_ = cell.look;
    }
  }

  void add_places(const std::map<std::size_t, StepCell>& listed) {
    auto left = static_cast<std::uint32_t>(listed.size());
    std::int64_t place = cell_at(said_, prediction_.near, across_);
    std::uint32_t begun = 1;
    std::array<std::uint32_t, 2> steps{};
    for (const auto& [i, cell] : listed) {
      const std::int64_t step = static_cast<std::int64_t>(i) - place;
      coder_.add_signed(
          place_kind, step,
          {mixed(begun, std::min(left, 3U)), mixed(begun, steps[0]), mixed(mixed(begun, steps[0]), steps[1])});
      steps = {word(step), steps[0]};
      place += step;
      begun = 0;
      --left;
    }
  }

  void set(std::size_t cell, StepCell next, const Contexts& looks, std::uint32_t place) {
    coder_.add(look_kind, next.look, looks);
    coder_.add(marks_kind, next.marks, {mixed(next.look, board_[cell].marks), mixed(place, next.look), place});
    board_[cell] = next;
    if ((next.marks & fading) != 0) marked_.push_back(cell);
  }

  NumberCoder coder_;
  const StepPrediction& prediction_;
  std::size_t lines_from_;                         // the column of the first word of what was revealed
  std::vector<std::vector<std::int64_t>> before_;  // of each pattern
  std::vector<std::uint32_t> columns_;             // the last pattern of each, from 1 on
  std::map<std::size_t, std::uint32_t> of_words_;  // likewise
  std::uint32_t lines_ = 0;
  std::vector<std::int64_t> said_;  // by the step
  std::int64_t difference_ = 0;
  std::vector<Named> named_;
  StepBoard board_;
  std::vector<std::size_t> marked_;  // cells with marks that fade
  std::uint32_t last_look_ = no_number;
  std::size_t across_ = 0;
};

void round_number(nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return;
  std::int64_t unit = 1;
  for (std::int64_t left = found->get<std::int64_t>(); left >= 100; left /= 10) unit *= 10;
  *found = (found->get<std::int64_t>() + unit / 2) / unit * unit;
}

void reduce_uses(nlohmann::ordered_json& step, std::size_t number, const UseDetail& uses) {
  if (uses.every == 0 || number % uses.every != 0) {
    for (const char* name : {"cpu_us", "memory_kib", "log", "evaluation"}) step.erase(name);
  } else if (uses.rounded) {
    round_number(step, "cpu_us");
    round_number(step, "memory_kib");
    if (const auto evaluation = step.find("evaluation"); evaluation != step.end()) round_number(*evaluation, "nodes");
  }
}

}  // namespace

PackedSteps packed_steps(const Steps& steps, std::size_t first, std::size_t most, const UseDetail& uses) {
  std::vector<nlohmann::ordered_json> blocks;
  std::size_t step = first * steps_in_block;
  for (std::size_t number = first; number < std::min(first + most, steps.blocks()); ++number) {
    blocks.push_back(parse_json(steps.block(number)));
    for (nlohmann::ordered_json& each : blocks.back()["steps"]) reduce_uses(each, ++step, uses);
  }
  const StepParts parts(std::move(blocks));
  const StepPrediction prediction(parts);
  nlohmann::ordered_json texts = parts.texts();
  texts["offset"] = prediction.offset;
  texts["near"] = {prediction.near.first, prediction.near.second};
  return {texts.dump(), Numbers(parts, prediction).finish()};
}

}  // namespace host
