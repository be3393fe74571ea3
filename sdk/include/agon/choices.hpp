// agon/choices.hpp - the choices of agon/ext/steps.h in C++.
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/steps.h>

#include <cstdint>
#include <string>
#include <vector>

namespace agon {

/// See agon_choice.
struct Choice {
  std::string text = {};
  std::string label = {};    // empty: the text
  std::string refusal = {};  // empty: it may be chosen
  bool whole = false;
  std::int32_t row = -1;
  std::int32_t column = -1;
  std::vector<std::int32_t> cells = {};  // row and column of each
};

/// Where a game's choices go.
class Choices {
 public:
  explicit Choices(const agon_choice_list& raw) : raw_(raw) {}

  void add(const Choice& choice) {
    const auto words = [](const std::string& text) { return text.empty() ? nullptr : text.c_str(); };
    const agon_choice flat = {choice.text.c_str(), words(choice.label), words(choice.refusal),   choice.whole ? 1 : 0,
                              choice.row,          choice.column,       choice.cells.size() / 2, choice.cells.data()};
    raw_.add(raw_.host, &flat);
  }

 private:
  const agon_choice_list& raw_;
};

}  // namespace agon
