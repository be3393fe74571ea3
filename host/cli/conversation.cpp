#include "host/cli/conversation.hpp"

#include "host/match/terminal.hpp"
#include "host/report/output.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/ext/model.h>
#include <strings.h>
#include <algorithm>
#include <initializer_list>
#include <iostream>
#include <utility>
#include <vector>

namespace host {

namespace {

/// Returns whether a seat can know what another seat does not. A game without a model does not tell.
bool may_hide(const GameState& state) {
  const auto* const model = static_cast<const agon_model*>(state.game().type->extension(AGON_MODEL));
  return state.setup().seats > 1 && (model == nullptr || (model->properties & AGON_MODEL_HIDDEN) != 0);
}

}  // namespace

void EventLines::begun(const GameState& state) {
  hidden_ = may_hide(state);
  seat_names_ = state.game().description.seat_names;
  events_.clear();
}

void EventLines::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  Event event{.seat = seat, .action = state.action_text(action), .fate = {}, .revealed = {}};
  for (std::int32_t viewer = 0; viewer < state.setup().seats; ++viewer)
    event.revealed.push_back(state.revealed(viewer));
  events_.push_back(std::move(event));
}

void EventLines::forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) {
  events_.push_back({.seat = seat, .action = {}, .fate = outcome_text(outcome), .revealed = {}});
}

std::string EventLines::text(std::size_t number, std::int32_t viewer) const {
  const Event& event = events_[number];
  const std::string head = std::to_string(number + 1) + ". " + seat_names_[static_cast<std::size_t>(event.seat)];
  if (!event.fate.empty()) return head + " is out, " + event.fate;
  const bool known = !hidden_ || event.seat == viewer || viewer == AGON_ALL_SEATS;
  const std::string reveals = revealed(number, viewer);
  return head + (known ? ": " + event.action : " has acted") + (reveals.empty() ? "" : " " + reveals);
}

std::string EventLines::revealed(std::size_t number, std::int32_t viewer) const {
  const Event& event = events_[number];
  const auto index = static_cast<std::size_t>(viewer == AGON_ALL_SEATS ? event.seat : viewer);
  return index < event.revealed.size() && !event.revealed[index].empty() ? "-> " + event.revealed[index] : "";
}

namespace {

const std::string& seat_name(const LiveMatch& match, std::int32_t seat) {
  return match.game().description.seat_names[static_cast<std::size_t>(seat)];
}

/// Returns whether the word is one of these, in any case of its letters.
bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* each) { return ::strcasecmp(word.c_str(), each) == 0; });
}

}  // namespace

Conversation::Conversation(ConversationPlan plan)
    : plan_(std::move(plan)),
      reader_(open_line_reader(
          [this](const std::string& begun) {
            return completed_ == nullptr ? std::vector<std::string>{} : complete(*completed_, begun);
          },
          plan_.interrupted)) {}

bool Conversation::in_colour() const {
  return &out() == &std::cout && wants_colour(stdout);
}

bool Conversation::turn(LiveMatch& match) {
  for (;;) {
    show_position(match);
    const auto line =
        read(match, std::to_string(match.actions() + 1) + ". " + seat_name(match, match.to_move()) + ": ");
    if (!line) return false;
    const Effect effect = obey(match, *line);
    if (effect == Effect::leaves && may_leave(match)) return false;
    if (effect == Effect::changed) return true;
    if (effect == Effect::shows) drawn_at_.reset();
  }
}

bool Conversation::after_end(LiveMatch& match) {
  if (quiet()) return false;
  show_events(AGON_ALL_SEATS);
  if (!reader_->is_terminal()) return false;
  end_shown_ = true;
  drawn_at_.reset();
  while (match.over()) {
    if (!drawn_at_) {
      out() << RawTerminalText{board_text(match.state(), in_colour())};
      out() << "\nThe match is over. Enter shows the result; undo, save FILE and help work as before.\n";
      drawn_at_ = match.actions();
    }
    const auto line = read(match, "over: ");
    if (!line || first_word(*line).first.empty()) return false;
    const Effect effect = obey(match, *line);
    if (effect == Effect::leaves) return false;
    if (effect == Effect::shows) drawn_at_.reset();
  }
  drawn_at_.reset();
  return true;
}

bool Conversation::may_leave(const LiveMatch& match) {
  if (!would_lose(match)) return true;
  const auto answer = reader_->read("Leave the match? [y/N] ");
  return !answer || is_one_of(first_word(*answer).first, {"y", "yes"});
}

bool Conversation::would_lose(const LiveMatch& match) const {
  return reader_->is_terminal() && match.actions() > 0 && match.actions() != saved_at_;
}

std::optional<std::string> Conversation::leave(const LiveMatch& match) {
  if (!would_lose(match)) return std::nullopt;
  plan_.forget_interrupt();
  for (;;) {
    const auto file = reader_->read("Save the match? A file's name, or nothing: ");
    const std::string name = file ? first_word(*file).first : "";
    if (name.empty() || is_one_of(name, {"n", "no"})) return std::nullopt;
    if (is_one_of(name, {"y", "yes"})) {
      print_message("'" + name + "' is no file's name here: write another one, as in match.jsonl");
      continue;
    }
    try {
      save(match, name);
      return name;
    } catch (const Failure& failure) {
      print_message(failure.what());
    }
  }
}

std::optional<std::string> Conversation::read(const LiveMatch& match, const std::string& prompt) {
  completed_ = &match;
  auto line = reader_->read(quiet() ? "" : prompt);
  completed_ = nullptr;
  return line;
}

Conversation::Effect Conversation::obey(LiveMatch& match, const std::string& line) {
  const auto [word, rest] = first_word(line);
  if (word.empty()) return Effect::answered;
  const bool slash = word.starts_with('/');
  std::string refusal = "there is no command '" + word + "'";
  if (!slash) {
    const auto refused = match.over() ? std::optional<std::string>("the match is over") : play(match, line);
    if (!refused) return Effect::changed;
    refusal = *refused;
  }
  const std::string name = slash ? word.substr(1) : word;
  const std::vector<std::string> names = command_names();
  out().flush();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    print_message(refusal + did_you_mean(name, names));
    return Effect::answered;
  }
  try {
    const Effect effect = run(match, name, rest);
    shown_ = std::min(shown_, match.actions());
    if (name == "undo") shown_ = match.actions();
    if (name == "undo" || name == "save") saved_at_ = name == "save" ? match.actions() : 0;
    return effect;
  } catch (const Failure& failure) {
    if (failure.code() == Exit::game || failure.code() == Exit::internal) throw;
    print_message(failure.what());
    return Effect::answered;
  }
}

/// Plays the line as an action. Returns the reason if it is none.
std::optional<std::string> Conversation::play(LiveMatch& match, const std::string& line) {
  const auto [word, rest] = first_word(line);
  const std::size_t event = match.actions() + 1;
  if (auto refusal = match.act(rest.empty() ? word : word + " " + rest)) return refusal;
  typed_ = reader_->is_terminal() ? event : 0;
  return std::nullopt;
}

void Conversation::show_position(const LiveMatch& match) {
  const std::int32_t seat = match.to_move();
  if (quiet()) return;
  if (!greeted_ && reader_->is_terminal()) {
    out() << "You play " << printable(seat_name(match, seat))
          << ". Type an action; Tab completes it; help lists the commands.\n\n";
  }
  greeted_ = true;
  if (drawn_at_ == match.actions()) return;
  if (asked_) out() << "\n";
  asked_ = reader_->is_terminal();
  show_events(seat);
  drawn_at_ = match.actions();
  if (!plan_.boards) return;
  out() << RawTerminalText{board_text(match.state(), in_colour(), seat)};
  out() << "\n";
}

void Conversation::show_events(std::int32_t viewer) {
  for (; shown_ < events_.size(); ++shown_) {
    const bool typed = shown_ + 1 == typed_;  // the terminal shows the line already
    const std::string text = typed ? events_.revealed(shown_, viewer) : events_.text(shown_, viewer);
    if (!text.empty()) out() << printable(text) << "\n";
  }
  typed_ = 0;
}

}  // namespace host
