#include "host/session/evaluation.hpp"

#include "host/escape.hpp"

#include <utility>

namespace host {

std::optional<Evaluation> EvaluationSlot::read() const {
  if (reported == 0) return std::nullopt;
  EvaluationSlot copy;
  std::memcpy(&copy, this, sizeof copy);  // first: the other side may change it at any time
  const agon_evaluation& numbers = copy.told;
  if (numbers.line.size > line_capacity || !is_evaluation(numbers)) return std::nullopt;
  std::string text(copy.line, numbers.line.size);
  text.resize(text.size() - unfinished(text));
  return Evaluation{numbers.value, numbers.unit, numbers.depth, numbers.nodes, std::move(text)};
}

}  // namespace host
