#include "rollouts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace chesspuzzle::champion {

namespace {

constexpr int width = 20;
constexpr int depth = 30;
constexpr std::size_t fewest_samples = 4;  // before a choice is given up
constexpr double doubt = 2;                // in standard errors

}  // namespace

int Rollouts::choose(const Known& known, int planned, const Beam::Values& values, int samples, const Stop& stop) {
  std::vector<Choice> choices = {{planned, {}}};
  for (const std::uint8_t cell : graph_.targets(known.last, known.removed))
    if (cell != planned && known.left[cell] > 0) choices.push_back({cell, {}});
  for (int sample = 0; sample < samples && choices.size() > 1; ++sample) {
    draw_hidden(known);
    for (Choice& choice : choices) {
      if (stop()) {
        samples = sample;
        break;
      }
      Known after = known;
      click(after, choice.cell, hidden_);
      choice.clicks.push_back(play(after, values));
    }
    if (choices.front().clicks.size() < fewest_samples) continue;
    // What is clearly worse than the plan needs no more samples. (The plan itself always stays, to be compared with.)
    std::erase_if(choices, [&](const Choice& choice) {
      const Lead plan = lead(choices.front(), choice);
      return choice.cell != planned && plan.mean > doubt * plan.error;
    });
  }
  int best = planned;
  double most = 0;
  for (const Choice& choice : choices) {
    if (choice.clicks.size() < fewest_samples || choice.cell == planned) continue;
    const Lead found = lead(choice, choices.front());
    const double sure = found.mean - doubt * found.error;
    if (sure > most) {
      most = sure;
      best = choice.cell;
    }
  }
  return best;
}

void Rollouts::click(Known& known, int cell, const Hidden& hidden) {
  const auto at = static_cast<std::size_t>(cell);
  known.last = cell;
  known.removed = known.top[at];
  const auto left = static_cast<std::size_t>(--known.left[at]);
  known.top[at] = left > 0 ? hidden[at][left - 1] : Kind::none;
}

Rollouts::Lead Rollouts::lead(const Choice& one, const Choice& other) {
  const std::size_t samples = std::min(one.clicks.size(), other.clicks.size());
  const auto count = static_cast<double>(samples);
  double sum = 0;
  double squares = 0;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const double more = one.clicks[sample] - other.clicks[sample];
    sum += more;
    squares += more * more;
  }
  const double mean = sum / count;
  // The .5 stands for what few samples may have missed.
  return {mean, std::sqrt((squares / count - mean * mean + .5) / std::max(count - 1, 1.))};
}

void Rollouts::draw_hidden(const Known& known) {
  for (int cell = 0; cell < graph_.cells(); ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    for (int height = 0; height < known.left[at] - 1; ++height)
      hidden_[at][static_cast<std::size_t>(height)] = static_cast<Kind>(1 + random_.below(tile_kinds));
  }
}

int Rollouts::play(Known known, const Beam::Values& values) {
  const auto never = [] { return false; };
  for (int clicks = 0;;) {
    const bool end = tiles_hidden(known) == 0;
    const std::vector<int> found = beam_.search(known, values, width, end ? max_cells : depth, never);
    if (end || found.empty()) return clicks + static_cast<int>(found.size());
    click(known, found.front(), hidden_);
    ++clicks;
  }
}

}  // namespace chesspuzzle::champion
