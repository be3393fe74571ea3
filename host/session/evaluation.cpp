#include "host/session/evaluation.hpp"

#include "host/escape.hpp"

#include <utility>

namespace host {

std::optional<Evaluation> EvaluationSlot::read() const {
  if (reported == 0) return std::nullopt;
  EvaluationSlot copy;
  std::memcpy(&copy, this, sizeof copy);  // first: the other side may change it at any time
  if (copy.line_size > line_capacity || !is_evaluation(copy.value, copy.unit, copy.depth, copy.nodes))
    return std::nullopt;
  std::string text(copy.line, copy.line_size);
  text.resize(text.size() - unfinished(text));
  return Evaluation{copy.value, copy.unit, copy.depth, copy.nodes, std::move(text)};
}

}  // namespace host
