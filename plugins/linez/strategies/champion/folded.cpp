#include "folded.hpp"

#include <algorithm>
#include <cmath>

namespace linez::champion {

namespace {

std::int16_t entry(int steps) {
  return static_cast<std::int16_t>(std::clamp(steps, -32768, 32767));
}

/// Whole lines with the windows in them, by whether the colour is announced.
std::vector<int> with_windows(const Table<std::int32_t, stage_size>& weights, int falls) {
  const Codes& table = codes();
  std::vector<int> sums(std::size_t{near_base});
  for (int size = line_length; size <= side; ++size) {
    for (int code = 0; code < power[size]; ++code) {
      int sum = weights[line_base[size] + code];
      const auto add_windows = [&](int base, int window_size) {
        for (int first = 0; first + window_size <= size; ++first) {
          const int window = code / power[first] % power[window_size];
          if (table.owned[window]) sum += weights[base + window];
        }
      };
      add_windows(window_at(falls), line_length);  // NOLINT(readability-suspicious-call-argument)
      add_windows(long_window_base, long_window);
      sums[static_cast<std::size_t>(line_base[size] + code)] = sum;
    }
  }
  return sums;
}

/// Fills a table for the sixth cell at a place.
void fill(std::vector<PatternTables::Labels>& table, int place, const std::uint16_t* classes,
          const std::int32_t* weights) {
  table.resize(std::size_t{PatternTables::codes});
  const int shift = 3 * place;
  for (int code = 0; code < PatternTables::codes; ++code) {
    const int around = (code & ((1 << shift) - 1)) | code >> shift << (shift + 3);
    PatternTables::Labels& labels = table[static_cast<std::size_t>(code)];
    for (int label = 0; label < 8; ++label) {
      const int steps = PatternTables::steps;
      const int weight = weights[classes[around | label << shift]];
      labels[label] =
          static_cast<std::int8_t>(std::clamp((weight + (weight > 0 ? steps : -steps) / 2) / steps, -128, 127));
    }
  }
}

}  // namespace

void Folded::fold(const std::vector<float>& weights) {
  const Codes& table = codes();
  for (int number = 0; number < stages; ++number) {
    Stage& stage = stages_[static_cast<std::size_t>(number)];
    for (int i = 0; i < stage_size; ++i)
      stage.others[i] = static_cast<std::int32_t>(
          std::lround(weights[static_cast<std::size_t>(number * stage_size + i)] * static_cast<float>(steps_a_point)));
    for (int code = 0; code < decltype(stage.number)::size; ++code)
      stage.number[code] = entry(stage.others[number_base + table.around_number[code]]);
    for (int taken = 0; taken < decltype(stage.gap)::size; ++taken)
      stage.gap[taken] = entry(stage.others[gap_base + table.around_gap[taken]]);
    for (int announced = 1; announced <= most_announced; ++announced) {
      const auto& classes = patterns().classes[announced];
      // Only positions before a drop are those after one of many moves that are compared.
      for (int place = 0; place < (number == 0 ? 1 : 3); ++place)
        fill(stage.tables[announced].row[place], place, classes[0].data(), &stage.others[pattern_base]);
      for (int place = 0; place < (number == 0 ? 1 : 2); ++place)
        fill(stage.tables[announced].block[place], place, classes[1].data(),
             &stage.others[pattern_base + pattern_classes]);
    }
    for (const int falls : {0, 1}) {
      const std::vector<int> sums = with_windows(stage.others, falls);
      for (int total = 0; total <= most_total; ++total) {
        std::int16_t* const to = stage.lines.data() + (falls * (most_total + 1) + total) * near_base;
        const std::int32_t* const near = &stage.others[near_at(falls, total)];
        for (int size = line_length; size <= side; ++size) {
          const std::uint8_t* const kinds = table.near[size].data();
          for (int code = 0; code < power[size]; ++code)
            to[line_base[size] + code] =
                table.owned[code] ? entry(sums[static_cast<std::size_t>(line_base[size] + code)] + near[kinds[code]])
                                  : std::int16_t{0};
        }
      }
    }
  }
}

}  // namespace linez::champion
