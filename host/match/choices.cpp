#include "host/match/choices.hpp"

#include "host/match/drawing.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/ext/steps.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace host {

namespace {

constexpr std::size_t most_listed = 20000;  // legal actions

/// What a game lists.
struct ListedChoices {
  Drawing drawing;
  std::vector<Choice> all;

  static void add(const agon_host* host, const agon_choice* choice) {
    auto& self = *static_cast<ListedChoices*>(host->data);
    const auto words = [](const char* text) { return text == nullptr ? std::string() : printable(text); };
    Choice made{words(choice->text), words(choice->label), words(choice->refusal), choice->whole != 0};
    made.cell = self.number(choice->row, choice->column);
    for (std::uint64_t i = 0; i < choice->cell_count; ++i) {
      const std::int32_t row = choice->cells[2 * i];
      const std::int32_t column = choice->cells[2 * i + 1];
      if (!made.cell) {
        made.picture.insert(made.picture.end(), {row, column});
      } else if (const auto touched = self.number(row, column)) {
        made.cells.push_back(*touched);
      }
    }
    self.all.push_back(std::move(made));
  }

  [[nodiscard]] std::optional<std::size_t> number(std::int32_t row, std::int32_t column) const {
    if (row < 0 || column < 0 || static_cast<std::uint32_t>(row) >= drawing.rows ||
        static_cast<std::uint32_t>(column) >= drawing.columns)
      return std::nullopt;
    return static_cast<std::size_t>(row) * drawing.columns + static_cast<std::size_t>(column);
  }
};

std::string compact(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// Plays an action on a copy of the state, and adds the cells that it touches. Returns why the game refuses it.
std::string attempt(const GameState& state, std::string_view text, std::vector<std::size_t>& cells) {
  std::string reason;
  if (state.scene() == nullptr || state.model() == nullptr) return "";
  const auto copy = state.copy();
  const auto action = copy->parse_action(text, reason);
  if (!action) return "";
  agon_error error;
  const std::int32_t seat = copy->to_move();
  if (copy->act(seat, *action, nullptr, error) != AGON_OK) return sentence(error, "the game gave no reason");
  const Drawing after = draw(*state.scene(), copy->raw(), seat);
  for (std::size_t cell = 0; cell < after.cells.size(); ++cell)
    if ((after.cells[cell].marks & AGON_MARK_LAST) != 0) cells.push_back(cell);
  return "";
}

/// The choices of a game that has only tokens and legal actions.
class TokenChoices {
 public:
  TokenChoices(const GameState& state, Drawing drawing) : state_(state), drawing_(std::move(drawing)) {
    if (auto legal = state.legal_actions(most_listed); legal && legal->count == legal->texts.size()) {
      listed_ = true;
      texts_ = std::move(legal->texts);
      for (const std::string& text : texts_) sorted_.emplace_back(compact(text), &text);
      std::sort(sorted_.begin(), sorted_.end());
    }
  }

  [[nodiscard]] std::vector<Choice> all(const std::string& begun) const {
    std::vector<Choice> found;
    for (std::size_t cell = 0; cell < drawing_.cells.size(); ++cell) {
      const std::string& token = drawing_.cells[cell].token;
      if (token.empty()) continue;
      if (Choice choice = chosen(begun, token); choice.refusal.empty()) {
        choice.cell = cell;
        found.push_back(std::move(choice));
      }
    }
    return found;
  }

  [[nodiscard]] std::vector<Choice> at(const std::string& begun, std::size_t cell) const {
    const std::string& token = drawing_.cells[cell].token;
    if (token.empty()) return {};
    Choice choice = chosen(begun, token);
    if (!choice.refusal.empty() && !begun.empty()) {  // then the cell may begin another action
      if (Choice other = chosen("", token); other.refusal.empty()) choice = std::move(other);
    }
    choice.cell = cell;
    if (choice.whole) {
      std::string reason = attempt(state_, choice.text, choice.cells);
      if (!choice.refusal.empty() && !reason.empty()) choice.refusal = std::move(reason);
    }
    return {std::move(choice)};
  }

 private:
  [[nodiscard]] Choice chosen(const std::string& begun, const std::string& token) const {
    Choice choice{begun.empty() ? token : begun + " " + token, "", "", false};
    if (!listed_) return choice;
    const std::string key = compact(choice.text);
    const auto digit = [](char each) { return each >= '0' && each <= '9'; };
    std::vector<const std::string*> same;
    bool blank_follows = false;
    bool goes_on = false;
    auto at = std::lower_bound(sorted_.begin(), sorted_.end(), key,
                               [](const auto& one, const std::string& other) { return one.first < other; });
    for (; at != sorted_.end() && at->first.starts_with(key); ++at) {
      const auto& [packed, text] = *at;
      if (packed == key) same.push_back(text);
      if (text->starts_with(choice.text + " ")) blank_follows = true;
      // "1 1" does not begin "1 12".
      else if (packed != key && !(digit(key.back()) && digit(packed[key.size()])))
        goes_on = true;
    }
    const auto exact = std::find_if(same.begin(), same.end(), [&](const auto* each) { return *each == choice.text; });
    if (!blank_follows && (exact != same.end() || same.size() == 1)) {
      choice.text = *(exact != same.end() ? *exact : same.front());
      choice.whole = true;
    } else if (!blank_follows && !goes_on) {
      choice.refusal = "no legal action is or begins with " + choice.text;
      choice.whole = true;  // if it can be read, the game says why it is illegal
    }
    return choice;
  }

  const GameState& state_;
  Drawing drawing_;
  bool listed_ = false;
  std::vector<std::string> texts_;
  std::vector<std::pair<std::string, const std::string*>> sorted_;  // without blanks
};

}  // namespace

std::vector<Choice> choices(const GameState& state, std::string_view begun, std::optional<std::size_t> cell) {
  if (state.over() || state.scene() == nullptr) return {};
  ListedChoices listed{draw(*state.scene(), state.raw(), state.to_move()), {}};
  if (cell && *cell >= listed.drawing.cells.size()) return {};
  const auto* const steps = static_cast<const agon_steps*>(state.game().type->extension(AGON_STEPS));
  if (steps == nullptr) {
    const TokenChoices tokens(state, std::move(listed.drawing));
    return cell ? tokens.at(std::string(begun), *cell) : tokens.all(std::string(begun));
  }
  const agon_host host = {&listed, [](const agon_host*, const char*) -> const void* { return nullptr; }};
  const agon_choice_list list = {&host, ListedChoices::add};
  const auto row = cell ? static_cast<std::int32_t>(*cell / listed.drawing.columns) : -1;
  const auto column = cell ? static_cast<std::int32_t>(*cell % listed.drawing.columns) : -1;
  agon_error error{};
  if (steps->choices(state.raw(), {begun.data(), begun.size()}, row, column, &list, &error) != AGON_OK)
    throw Failure(Exit::usage, sentence(error, "the game gave no reason"));
  return std::move(listed.all);
}

std::vector<std::size_t> touched(const GameState& state, std::string_view action) {
  std::vector<std::size_t> cells;
  attempt(state, action, cells);
  return cells;
}

nlohmann::ordered_json choices_json(const GameState& state, std::string_view begun, std::optional<std::size_t> cell) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Choice& choice : choices(state, begun, cell)) {
    nlohmann::ordered_json json = {{"text", choice.text}, {"whole", choice.whole}};
    if (!choice.label.empty()) json["label"] = choice.label;
    if (!choice.refusal.empty()) json["refusal"] = choice.refusal;
    if (choice.cell) json["cell"] = *choice.cell;
    if (!choice.cells.empty() && cell) json["cells"] = choice.cells;
    if (!choice.picture.empty()) json["picture"] = choice.picture;
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace host
