#include "host/cli/conversation.hpp"

#include "host/arena/live_seat.hpp"
#include "host/cli/live_request.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/match/choices.hpp"
#include "host/match/terminal.hpp"
#include "host/report/report.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <strings.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <ostream>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace host {

void EventLines::begun(const GameState& state) {
  hidden_ = state.can_hide();
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

Conversation::Conversation(const RunPlan& plan, const RunDisplay& display, std::vector<std::string> strategies)
    : plan_(plan),
      display_(display),
      strategies_(std::move(strategies)),
      reader_(open_line_reader([this](const std::string& begun) {
        return completed_ == nullptr ? std::vector<std::string>{} : complete(*completed_, begun);
      })) {}

std::ostream& Conversation::out() const {
  return display_.json ? std::cerr : std::cout;
}

bool Conversation::in_colour() const {
  return !display_.json && wants_colour(stdout);
}

Participant Conversation::find(const std::string& text) const {
  // Another catalogue: a file that has changed meanwhile is taken as it is now.
  return read_participant(text, plan_.game.description, Catalogue::standard(), People::allowed, "STRATEGY");
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

std::optional<std::string> Conversation::leave(LiveMatch& match) {
  if (!would_lose(match)) return std::nullopt;
  forget_interrupt();
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

struct Conversation::Command {
  std::string word;
  std::string arguments;
  const char* what;
  bool after_end;  // whether it has a meaning after the match's end
  std::function<Effect(Conversation&, LiveMatch&, const std::string& rest)> run;
};

const std::vector<Conversation::Command>& Conversation::commands() {
  const auto only = [](Effect effect) { return [effect](auto&&...) { return effect; }; };
  static const std::vector<Command> all = {
      {"legal", "[BEGINNING]", "lists the legal actions, or those that begin so", false, &Conversation::legal},
      {"hint", "[STRATEGY]", "asks a strategy for its action; default: the game's default opponent", false,
       &Conversation::hint},
      {"swap", "SEAT STRATEGY", "lets a strategy, or human, play a seat from its next turn on", false,
       &Conversation::swap},
      {"undo", "[N]", "takes back your last action, or your action number N, and all that followed", true,
       &Conversation::undo},
      {"board", "", "shows the position again", true, only(Effect::shows)},
      {"save", "FILE", "writes the match until now; --from FILE goes on with it", true, &Conversation::save},
      {"resign", "", "gives up: the seat forfeits", false, &Conversation::resign},
      {"quit", "", "leaves the match, as Ctrl-D does", true, only(Effect::leaves)},
      {"help", "", "shows this", true, &Conversation::help}};
  return all;
}

std::vector<std::string> Conversation::command_names() {
  std::vector<std::string> names;
  for (const Command& each : commands()) names.push_back(each.word);
  return names;
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
  out().flush();
  const auto command = std::ranges::find(commands(), name, &Command::word);
  if (command == commands().end()) {
    print_message(refusal + did_you_mean(name, command_names()));
    return Effect::answered;
  }
  try {
    if (match.over() && !command->after_end) throw Failure(Exit::usage, name + ": the match is over");
    return command->run(*this, match, rest);
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
  if (display_.boards != Boards::moves) return;
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

// The commands of people who play a match.

namespace {

constexpr std::size_t most_listed = 5000;

/// Returns the legal actions. If the game can't list them, completes by what may be chosen next.
std::vector<std::string> action_lines(const LiveMatch& match, const std::string& begun) {
  if (match.over()) return {};
  if (const auto legal = match.legal_actions(most_listed)) return legal->texts;
  std::set<std::string> lines;
  const std::size_t blank = begun.find_last_of(' ');
  try {
    for (const Choice& each : choices(match.state(), blank == std::string::npos ? "" : begun.substr(0, blank)))
      lines.insert(each.text);
  } catch (const Failure&) {
    return {};  // nothing begins like this
  }
  return {lines.begin(), lines.end()};
}

}  // namespace

Conversation::Effect Conversation::save(LiveMatch& match, const std::string& file) {
  if (file.empty()) throw Failure(Exit::usage, "save: name a file, as in: save match.json");
  check_record(file, true);
  RecordFile record(file);
  record.add(record_of(match, plan_));
  record.finish();
  saved_at_ = match.actions();
  if (!quiet()) out() << "Saved in " << printable(file) << "\n";
  return Effect::answered;
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): it is one of a table of members
Conversation::Effect Conversation::resign(LiveMatch& match, const std::string& /*text*/) {
  if (const auto refusal = match.resign(match.to_move())) throw Failure(Exit::usage, "resign: " + *refusal);
  return Effect::changed;
}

std::vector<std::string> Conversation::complete(const LiveMatch& match, const std::string& begun) const {
  const auto [word, rest] = first_word(begun);
  const std::string slash = word.starts_with('/') ? "/" : "";
  const std::string name = word.substr(slash.size());
  std::vector<std::string> lines;
  const auto add = [&](const std::string& before, const std::vector<std::string>& words) {
    for (const std::string& each : words) lines.push_back(before + each);
  };
  if (name == "hint" && begun.size() > word.size()) {
    add(word + " ", strategies_);
  } else if (name == "swap" && begun.size() > word.size()) {
    const std::size_t blank = rest.find(' ');
    std::vector<std::string> seats;
    seats.reserve(static_cast<std::size_t>(match.seats()));
    for (std::int32_t seat = 0; seat < match.seats(); ++seat) seats.push_back(std::to_string(seat));
    add(word + " ", seats);
    if (blank != std::string::npos || begun.ends_with(' ')) {
      const std::string seat = rest.substr(0, blank);
      if (!seat.empty()) add(word + " " + seat + " ", strategies_);
      if (!seat.empty()) add(word + " " + seat + " ", {person_name});
    }
  } else {
    if (slash.empty()) lines = action_lines(match, begun);
    add(slash, command_names());
  }
  // A terminal must not be shown what it would obey.
  std::erase_if(lines, [](const std::string& line) { return !is_printable(line); });
  return continued(lines, begun);
}

Conversation::Effect Conversation::legal(LiveMatch& match, const std::string& beginning) {
  const auto legal = match.legal_actions(most_listed);
  if (!legal) {
    out() << "This game can't list its legal actions.\n";
    return Effect::answered;
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
                              : counted(found, "legal action") + " with the beginning '" + printable(beginning) + "'")
        << (legal->count > most_listed ? ", of the first " + std::to_string(most_listed) : "")
        << (too_many ? ", the first of them above; legal BEGINNING lists fewer" : "") << "\n";
  return Effect::answered;
}

Conversation::Effect Conversation::hint(LiveMatch& match, const std::string& text) {
  const auto& opponent = match.game().description.opponent;
  if (text.empty() && !opponent) throw Failure(Exit::usage, "hint: name a strategy: " + join(strategies_));
  const Participant strategy = find(text.empty() ? *opponent : text);
  if (strategy.person()) throw Failure(Exit::usage, "hint: name a strategy, not a person");
  const Hint hint = match.hint(strategy);
  const std::string name = printable(strategy.identity.name);
  if (!hint.action) throw Failure(Exit::plugin, name + " has no answer, " + hint.reason);
  out() << name << " would play: " << printable(*hint.action) << "\n";
  constexpr std::size_t most_told = 5;
  for (const auto& [action, share] : std::span(hint.candidates).first(std::min(most_told, hint.candidates.size())))
    out() << "  " << std::lround(100 * share) << " %  " << printable(action) << "\n";
  return Effect::answered;
}

Conversation::Effect Conversation::help(LiveMatch& /*match*/, const std::string& /*text*/) {
  std::size_t widest = 0;
  const auto usage = [](const Command& each) { return each.word + " " + each.arguments; };
  for (const Command& each : commands()) widest = std::max(widest, usage(each).size());
  for (const Command& each : commands())
    out() << "  " << usage(each) << std::string(widest + 2 - usage(each).size(), ' ') << each.what << "\n";
  out() << "A line that the game reads as an action is an action; with a slash before it, as in /undo, it is a "
           "command.\n";
  return Effect::answered;
}

Conversation::Effect Conversation::swap(LiveMatch& match, const std::string& text) {
  const auto [seat_text, player] = first_word(text);
  if (player.empty()) throw Failure(Exit::usage, "swap: write the seat and who plays it, as in: swap 1 STRATEGY");
  const std::int32_t seat = seat_number(seat_text, match.game().description, match.seats(), "swap");
  if (const auto refusal = match.swap(seat, find(player))) throw Failure(Exit::plugin, player + ": " + *refusal);
  if (!quiet())
    out() << printable(match.player(seat).identity.name) << " plays "
          << printable(seat_and_name(match.game().description, seat)) << " from now on.\n";
  return Effect::changed;
}

Conversation::Effect Conversation::undo(LiveMatch& match, const std::string& text) {
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
  match.undo(*whole_number<std::size_t>(which) - 1);
  shown_ = match.actions();
  saved_at_ = 0;
  return Effect::changed;
}

}  // namespace host
