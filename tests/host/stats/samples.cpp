#include "tests/host/stats/samples.hpp"

#include <cmath>
#include <numbers>

namespace samples {

using stats::Draw;

double normal(Draw& draw) {
  const double radius = std::sqrt(2 * exponential(draw));
  return radius * std::cos(2 * std::numbers::pi * draw.fraction());
}

double exponential(Draw& draw) {
  return -std::log1p(-draw.fraction());
}

std::vector<Distribution> null_differences() {
  return {
      {"normal", normal},
      {"Cauchy, without a mean", [](Draw& draw) { return normal(draw) / normal(draw); }},
      {"Student's t with 3 degrees of freedom",
       [](Draw& draw) {
         double squares = 0;
         for (int i = 0; i < 3; ++i) squares += std::pow(normal(draw), 2);
         return normal(draw) / std::sqrt(squares / 3);
       }},
      {"differences of scores that are exponential", [](Draw& draw) { return exponential(draw) - exponential(draw); }},
      {"whole numbers from -2 to 2", [](Draw& draw) { return draw.below(5) - 2.0; }},
      {"a coin", [](Draw& draw) { return draw.below(2) == 0 ? -1.0 : 1.0; }},
      {"19 ties in 20",
       [](Draw& draw) {
         const std::uint32_t side = draw.below(40);
         return side == 0 ? 1.0 : side == 1 ? -1.0 : 0.0;
       }},
      {"exponential, moved to mean 0", [](Draw& draw) { return exponential(draw) - 1; }},
      {"lognormal, moved to mean 0", [](Draw& draw) { return std::exp(normal(draw)) - std::exp(0.5); }},
      {"9 losses of 1 for a win of 9", [](Draw& draw) { return draw.below(10) == 0 ? 9.0 : -1.0; }},
      {"9 wins of 1 for a loss of 9", [](Draw& draw) { return draw.below(10) == 0 ? -9.0 : 1.0; }},
      {"skewed, with many ties",
       [](Draw& draw) {
         const std::uint32_t side = draw.below(25);
         return side == 0 ? 4.0 : side <= 4 ? -1.0 : 0.0;
       }},
  };
}

}  // namespace samples
