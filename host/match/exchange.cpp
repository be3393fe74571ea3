#include "host/match/exchange.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/ext/exchange.h>

#include <deque>
#include <span>
#include <utility>

namespace host {

namespace {

const agon_exchange* exchange_of(const Game& game) {
  return static_cast<const agon_exchange*>(game.type->extension(AGON_EXCHANGE));
}

const void* no_extension(const agon_host* /*host*/, const char* /*id*/) {
  return nullptr;
}

agon_bytes bytes_of(std::string_view text) {
  return {text.data(), text.size()};
}

void add_text_piece(const agon_host* host, agon_bytes text) {
  static_cast<std::string*>(host->data)->append(static_cast<const char*>(text.data), text.size);
}

void add_book_opening(const agon_host* host, const agon_opening* opening) {
  BookOpening read{.line = opening->line, .parameters = {}, .actions = {}};
  for (const agon_setting& each : std::span(opening->settings, opening->setting_count))
    read.parameters.emplace_back(each.name, each.value);
  for (const agon_bytes& each : std::span(opening->actions, opening->action_count))
    read.actions.emplace_back(static_cast<const char*>(each.data), each.size);
  static_cast<std::vector<BookOpening>*>(host->data)->push_back(std::move(read));
}

/// Returns the names of all who have played the seat.
std::string players_of(const Transcript& transcript, std::size_t seat) {
  std::vector<std::string> names = {transcript.seats[seat].name};
  for (const Takeover& takeover : transcript.takeovers) {
    if (static_cast<std::size_t>(takeover.seat) == seat && names.back() != takeover.player.name)
      names.push_back(takeover.player.name);
  }
  return join(names);
}

}  // namespace

std::vector<std::string> exchange_endings(const Game& game) {
  const agon_exchange* const exchange = exchange_of(game);
  std::vector<std::string> endings;
  if (exchange != nullptr) {
    for (const std::string& each : split(exchange->endings, '|')) endings.push_back("." + each);
  }
  return endings;
}

std::vector<BookOpening> read_book(const Game& game, std::string_view text, const std::string& ending) {
  std::vector<BookOpening> openings;
  const agon_host host{&openings, no_extension};
  const agon_opening_list list = {&host, add_book_opening};
  agon_error error{};
  const agon_status status = exchange_of(game)->read(bytes_of(text), ending.c_str() + 1, &list, &error);
  if (status == AGON_OK) return openings;
  const std::string why = sentence(error, "the game gave no reason");
  if (status == AGON_ILLEGAL) throw Failure(Exit::usage, why);
  throw Failure(Exit::game, "the game " + game.description.id + " can't read openings: " + why);
}

std::string exchange_text(const GameState& start, const Transcript& transcript) {
  const std::size_t seats = transcript.seats.size();
  std::vector<std::string> names(seats);
  std::vector<const char*> players(seats);
  std::vector<double> scores(seats);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    names[seat] = players_of(transcript, seat);
    players[seat] = names[seat].c_str();
    if (transcript.finished) scores[seat] = transcript.result.seats[seat].score;
  }
  std::vector<agon_record_turn> turns;
  for (const Event& event : transcript.events) {
    const bool acts = !event.forfeit;
    turns.push_back({event.seat, acts ? AGON_OUTCOME_OK : known_to_games(event.forfeit->kind),
                     bytes_of(acts ? event.action : event.forfeit->reason), nullptr});
  }
  std::deque<agon_evaluation> evaluations;  // to which turns point
  for (const Evaluation& evaluation : transcript.usage.evaluations) {
    if (evaluation.action > turns.size()) break;
    evaluations.push_back(
        {evaluation.value, evaluation.unit, evaluation.depth, evaluation.nodes, bytes_of(evaluation.line)});
    turns[evaluation.action - 1].evaluation = &evaluations.back();
  }
  const agon_record record = {transcript.seed,           players.data(), transcript.finished ? scores.data() : nullptr,
                              transcript.opening.size(), turns.size(),   turns.data()};
  std::string text;
  const agon_host host{&text, no_extension};
  const agon_text_list list = {&host, add_text_piece};
  agon_error error{};
  if (exchange_of(start.game())->write(start.raw(), &record, &list, &error) != AGON_OK)
    throw Failure(Exit::game, "the game " + start.game().description.id +
                                  " can't write a match: " + sentence(error, "it gave no reason"));
  return text;
}

}  // namespace host
