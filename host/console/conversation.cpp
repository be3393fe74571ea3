#include "host/console/conversation.hpp"

#include "host/console/completions.hpp"
#include "host/failure.hpp"
#include "host/live/seat_number.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/drawing.hpp"
#include "host/view/output.hpp"
#include "host/view/show.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <charconv>
#include <ostream>
#include <set>
#include <utility>

namespace host {

namespace {

constexpr std::size_t most_listed = 5000;

struct CommandHelp {
  const char* word;
  const char* arguments;
  const char* what;
};

constexpr CommandHelp commands_help[] = {
    {"legal", "[BEGINNING]", "lists the legal actions, or those that begin so"},
    {"hint", "[STRATEGY]", "asks a strategy for its action; default: the game's default opponent"},
    {"swap", "SEAT STRATEGY", "lets a strategy, or human, play a seat from its next turn on"},
    {"undo", "[N]", "takes back your last action, or your action number N, and all that followed"},
    {"board", "", "shows the position again"},
    {"save", "FILE", "writes the match until now; --from FILE goes on with it"},
    {"resign", "", "gives up: the seat forfeits"},
    {"quit", "", "leaves the match, as Ctrl-D does"},
    {"help", "", "shows this"}};

/// Splits off the first word. Returns the rest without blanks at its ends.
std::pair<std::string, std::string> first_word(const std::string& line) {
  const auto trimmed = [](std::string text) {
    text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    text.erase(text.find_last_not_of(" \t") + 1);
    return text;
  };
  const std::string text = trimmed(line);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  return {text.substr(0, end), trimmed(text.substr(end))};
}

std::optional<std::size_t> number(const std::string& text) {
  std::size_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns whether a seat can know what another seat does not. A game without a model does not tell.
bool may_hide(const GameState& state) {
  const auto* const model = static_cast<const agon_model*>(state.game().type->extension(AGON_MODEL));
  return state.setup().seats > 1 && (model == nullptr || (model->properties & AGON_MODEL_HIDDEN) != 0);
}

const std::string& seat_name(const GameState& state, std::int32_t seat) {
  return state.game().description.seat_names[static_cast<std::size_t>(seat)];
}

}  // namespace

Conversation::Conversation(ConversationPlan plan)
    : plan_(std::move(plan)),
      reader_(open_line_reader([this](const std::string& begun) { return complete(begun); }, plan_.interrupted)) {}

void Conversation::begun(const GameState& state) {
  hidden_ = may_hide(state);
  lines_.clear();
  typed_ = 0;
  drawn_at_ = 0;
}

void Conversation::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  Line line{.seat = seat, .action = {}, .own_action = state.action_text(action), .fate = {}, .revealed = {}};
  if (!hidden_) line.action = line.own_action;
  for (std::int32_t viewer = 0; viewer < state.setup().seats; ++viewer) line.revealed.push_back(state.revealed(viewer));
  lines_.push_back(std::move(line));
}

void Conversation::forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) {
  lines_.push_back({.seat = seat,
                    .action = {},
                    .own_action = {},
                    .fate = std::string(outcome_name(outcome.kind)) + ": " + outcome.reason,
                    .revealed = {}});
}

bool Conversation::turn(LiveMatch& match) {
  for (;;) {
    const std::int32_t seat = match.to_move();
    show_position(match);
    completed_ = &match;
    const std::string prompt = std::to_string(match.actions() + 1) + ". " + seat_name(match.state(), seat) + ": ";
    const auto line = reader_->read(plan_.quiet ? "" : prompt);
    completed_ = nullptr;
    if (!line) return false;
    switch (obey(match, *line)) {
      case Next::ask_again:
        break;
      case Next::go_on:
        return true;
      case Next::leave:
        return false;
    }
  }
}

bool Conversation::after_end(LiveMatch& match) {
  if (plan_.quiet) return false;
  show_events(match, AGON_ALL_SEATS);
  if (!reader_->is_terminal()) return false;
  end_shown_ = true;
  show_board(out(), match.state());
  out() << "\nThe match is over. Enter shows the result; undo, save FILE and help work as before.\n";
  while (match.over()) {
    const auto line = reader_->read("over: ");
    if (!line || first_word(*line).first.empty()) return false;
    if (obey(match, *line) == Next::leave) return false;
  }
  return true;
}

std::optional<std::string> Conversation::leave(const LiveMatch& match) {
  if (!reader_->is_terminal() || match.actions() == 0) return std::nullopt;
  plan_.forget_interrupt();
  for (;;) {
    const auto file = reader_->read("Save the match? A file's name, or nothing: ");
    const std::string name = file ? first_word(*file).first : "";
    if (name.empty()) return std::nullopt;
    try {
      save(match, name);
      return name;
    } catch (const Failure& failure) {
      tell(failure.what());
    }
  }
}

Conversation::Next Conversation::obey(LiveMatch& match, const std::string& line) {
  const auto [word, rest] = first_word(line);
  if (word.empty()) return Next::ask_again;
  const bool slash = word.starts_with('/');
  std::optional<std::string> refusal;
  if (!slash) {
    refusal = match.over() ? std::optional<std::string>("the match is over") : play(match, line);
    if (!refusal) return Next::go_on;
  }
  const std::string name = slash ? word.substr(1) : word;
  std::vector<std::string> names;
  for (const CommandHelp& each : commands_help) names.emplace_back(each.word);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    tell((refusal ? *refusal : "there is no command '" + name + "'") + did_you_mean(name, names));
    return Next::ask_again;
  }
  try {
    return command(match, name, rest);
  } catch (const Failure& failure) {
    if (failure.code() == Exit::game || failure.code() == Exit::internal) throw;
    tell(failure.what());
    return Next::ask_again;
  }
}

/// Plays the line as an action. Returns the reason if it is none.
std::optional<std::string> Conversation::play(LiveMatch& match, const std::string& line) {
  const auto [word, rest] = first_word(line);
  const std::size_t event = match.actions() + 1;
  if (auto refusal = match.act(rest.empty() ? word : word + " " + rest)) return refusal;
  if (reader_->is_terminal()) typed_ = event;
  return std::nullopt;
}

Conversation::Next Conversation::command(LiveMatch& match, const std::string& word, const std::string& rest) {
  if (word == "quit") return Next::leave;
  if (word == "help") {
    show_help();
  } else if (word == "save") {
    save(match, rest);
  } else if (word == "undo") {
    return undo(match, rest) ? Next::go_on : Next::ask_again;
  } else if (match.over()) {
    if (word != "board") throw Failure(Exit::usage, word + ": the match is over");
    show_board(out(), match.state());
  } else if (word == "board") {
    drawn_at_ = 0;
  } else if (word == "legal") {
    show_legal(match, rest);
  } else if (word == "hint") {
    show_hint(match, rest);
  } else if (word == "swap") {
    swap(match, rest);
    return Next::go_on;
  } else if (word == "resign") {
    if (const auto refusal = match.resign(match.to_move())) throw Failure(Exit::usage, *refusal);
    return Next::go_on;
  }
  return Next::ask_again;
}

void Conversation::show_position(const LiveMatch& match) {
  const std::int32_t seat = match.to_move();
  if (plan_.quiet) return;
  if (!greeted_ && reader_->is_terminal()) {
    greeted_ = true;
    out() << "You play " << plain(seat_name(match.state(), seat))
          << ". Type an action; Tab completes it; help lists the commands.\n\n";
  }
  const bool is_drawn = drawn_at_ == match.actions() + 1;
  if (!is_drawn && asked_) out() << "\n";
  asked_ = reader_->is_terminal();
  show_events(match, seat);
  if (is_drawn) return;
  drawn_at_ = match.actions() + 1;
  if (!plan_.boards) return;
  show_board(out(), match.state(), seat);
  out() << "\n";
}

void Conversation::show_events(const LiveMatch& match, std::int32_t viewer) {
  if (plan_.quiet) return;
  for (; shown_ < lines_.size(); ++shown_) {
    const std::string text = text_of(match, shown_, viewer);
    if (!text.empty()) out() << plain(text) << "\n";
  }
}

/// Returns a line about an event, numbered from 0, as a seat or AGON_ALL_SEATS may know it.
std::string Conversation::text_of(const LiveMatch& match, std::size_t event, std::int32_t viewer) const {
  const Line& line = lines_[event];
  const auto index = static_cast<std::size_t>(viewer == AGON_ALL_SEATS ? line.seat : viewer);
  const std::string revealed =
      index < line.revealed.size() && !line.revealed[index].empty() ? " -> " + line.revealed[index] : "";
  if (event + 1 == typed_) return revealed.substr(std::min<std::size_t>(1, revealed.size()));  // the rest was typed
  const std::string head = std::to_string(event + 1) + ". " + seat_name(match.state(), line.seat);
  if (!line.fate.empty()) return head + " is out, " + line.fate;
  const bool own = line.seat == viewer || viewer == AGON_ALL_SEATS;
  const std::string& action = own ? line.own_action : line.action;
  return head + (action.empty() ? " has acted" : ": " + action) + revealed;
}

void Conversation::show_legal(const LiveMatch& match, const std::string& beginning) {
  const auto legal = match.legal_actions(most_listed);
  if (!legal) {
    out() << "This game can't list its legal actions.\n";
    return;
  }
  std::vector<std::string> texts;
  for (const std::string& text : legal->texts) {
    if (text.starts_with(beginning)) texts.push_back(text);
  }
  constexpr std::size_t most_rows = 24;
  const std::size_t found = texts.size();
  std::vector<std::string> rows = split(in_columns(texts), '\n');
  rows.pop_back();
  const bool too_many = rows.size() > most_rows;
  if (too_many) rows.resize(most_rows);
  for (const std::string& row : rows) out() << row << "\n";
  out() << (beginning.empty() ? counted(legal->count, "legal action")
                              : counted(found, "legal action") + " with the beginning '" + plain(beginning) + "'")
        << (legal->count > most_listed ? ", of the first " + std::to_string(most_listed) : "")
        << (too_many ? ", the first of them above; legal BEGINNING lists fewer" : "") << "\n";
}

void Conversation::show_hint(const LiveMatch& match, const std::string& text) {
  const auto& opponent = match.game().description.opponent;
  if (text.empty() && !opponent) throw Failure(Exit::usage, "hint: name a strategy: " + join(plan_.strategies));
  const Entrant strategy = plan_.find(text.empty() ? *opponent : text);
  if (strategy.person()) throw Failure(Exit::usage, "hint: name a strategy, not a person");
  const Hint hint = match.hint(strategy);
  const std::string name = plain(strategy.identity.name);
  if (!hint.action) throw Failure(Exit::plugin, name + " has no answer, " + hint.reason);
  out() << name << " would play: " << plain(*hint.action) << "\n";
}

void Conversation::show_help() const {
  std::size_t widest = 0;
  const auto usage = [](const CommandHelp& each) { return each.word + (" " + std::string(each.arguments)); };
  for (const CommandHelp& each : commands_help) widest = std::max(widest, usage(each).size());
  for (const CommandHelp& each : commands_help)
    out() << "  " << usage(each) << std::string(widest + 2 - usage(each).size(), ' ') << each.what << "\n";
  out() << "A line that the game reads as an action is an action; with a slash before it, as in /undo, it is a "
           "command.\n";
}

void Conversation::swap(LiveMatch& match, const std::string& text) {
  const auto [seat_text, player] = first_word(text);
  if (player.empty()) throw Failure(Exit::usage, "swap: write the seat and who plays it, as in: swap 1 STRATEGY");
  const std::int32_t seat = seat_number(seat_text, match.game().description, match.seats(), "swap");
  if (const auto refusal = match.swap(seat, plan_.find(player))) throw Failure(Exit::plugin, player + ": " + *refusal);
  if (!plan_.quiet)
    out() << plain(match.player(seat).identity.name) << " plays " << plain(seat_name(match.state(), seat))
          << " from now on.\n";
}

/// Returns whether the match has gone back.
bool Conversation::undo(LiveMatch& match, const std::string& text) {
  std::vector<std::string> own;
  for (std::size_t event = 0; event < match.actions(); ++event) {
    if (match.player(match.record().events[event].seat).person()) own.push_back(std::to_string(event + 1));
  }
  if (own.empty()) throw Failure(Exit::usage, "undo: you have not acted yet");
  const std::string& which = text.empty() ? own.back() : text;
  if (std::find(own.begin(), own.end(), which) == own.end()) {
    constexpr std::size_t most = 20;
    if (own.size() > most) own.erase(own.begin(), own.end() - most);
    throw Failure(Exit::usage, "undo: '" + which + "' is not one of your actions, which are " + join(own));
  }
  match.undo(*number(which) - 1);
  shown_ = match.actions();
  return true;
}

void Conversation::save(const LiveMatch& match, const std::string& file) const {
  if (file.empty()) throw Failure(Exit::usage, "save: name a file, as in: save match.json");
  plan_.save(file, match.transcript());
  if (!plan_.quiet) out() << "Saved in " << plain(file) << "\n";
}

std::vector<std::string> Conversation::complete(const std::string& begun) const {
  const auto [word, rest] = first_word(begun);
  const std::string slash = word.starts_with('/') ? "/" : "";
  const std::string name = word.substr(slash.size());
  std::vector<std::string> lines;
  const auto add = [&](const std::string& before, const std::vector<std::string>& words) {
    for (const std::string& each : words) lines.push_back(before + each);
  };
  if (name == "hint" && begun.size() > word.size()) {
    add(word + " ", plan_.strategies);
  } else if (name == "swap" && begun.size() > word.size()) {
    const std::size_t blank = rest.find(' ');
    std::vector<std::string> seats;
    for (std::int32_t seat = 0; completed_ != nullptr && seat < completed_->seats(); ++seat)
      seats.push_back(std::to_string(seat));
    add(word + " ", seats);
    if (blank != std::string::npos || begun.ends_with(' ')) {
      const std::string seat = rest.substr(0, blank);
      if (!seat.empty()) add(word + " " + seat + " ", plan_.strategies);
      if (!seat.empty()) add(word + " " + seat + " ", {person_name});
    }
  } else {
    if (slash.empty()) lines = action_lines(begun);
    for (const CommandHelp& each : commands_help) lines.push_back(slash + each.word);
  }
  return continued(lines, begun);
}

/// Returns the legal actions. If the game can't list them, completes by the tokens of the board's cells.
std::vector<std::string> Conversation::action_lines(const std::string& begun) const {
  if (completed_ == nullptr || completed_->over()) return {};
  if (const auto legal = completed_->legal_actions(most_listed)) return legal->texts;
  const GameState& state = completed_->state();
  if (state.scene() == nullptr) return {};
  std::set<std::string> lines;
  const std::string before = begun.substr(0, begun.rfind(' ') + 1);
  for (const DrawnCell& cell : draw(*state.scene(), state.raw(), completed_->to_move()).cells) {
    if (!cell.token.empty()) lines.insert(before + cell.token);
  }
  return {lines.begin(), lines.end()};
}

}  // namespace host
