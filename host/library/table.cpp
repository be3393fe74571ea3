#include "host/library/table.hpp"

#include "host/match/replay.hpp"
#include "host/seat/isolation.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <utility>

namespace host::library {

namespace {

/// As keywords of a language.
std::string spelled(const std::string& option) {
  std::string keyword = option;
  std::replace(keyword.begin(), keyword.end(), '-', '_');
  return keyword;
}

}  // namespace

Table::Table(std::shared_ptr<const Game> game, std::vector<std::variant<std::string, Function>> players,
             const Options& options)
    : game_(std::move(game)), opening_(options.opening) {
  const RunLimits limits = limits_for(game_->description, options.limits, spelled);
  const GameDescription& about = game_->description;
  if (players.size() < about.min_seats || players.size() > about.max_seats)
    throw Failure(Exit::usage, about.id + " has " + counted(about.max_seats, "seat") + ", not " +
                                   std::to_string(players.size()) + ": name a strategy for each");
  setup_ = setup_for(*game_, 1, static_cast<std::int32_t>(players.size()), options.parameters);
  setup_.secret = options.secret;
  const Isolation isolation = Isolation::parse(options.isolation);
  check_protected(isolation.level, options.limits, options.fresh, spelled);
  std::vector<Participant> participants;
  for (const auto& player : players) {
    const auto* const strategy = std::get_if<std::string>(&player);
    if (strategy == nullptr) continue;
    participants.push_back(find_strategy(*game_, *strategy));
    check_participant(participants.back(), limits, isolation.level);
  }
  tell_apart(participants);
  const auto is_program = [](const Participant& participant) { return participant.file.program != nullptr; };
  missing_ = missing_for(isolation, std::ranges::any_of(participants, is_program), spelled);
  SandboxPolicy sandbox{.level = isolation.level, .fresh = options.fresh};
  sandbox.pin.on = false;
  const bool streams = seat_start(*game_, 1, limits).streams;
  limits_.assign(players.size(), limits);
  auto participant = participants.begin();
  for (auto& player : players) {
    if (auto* const function = std::get_if<Function>(&player)) {
      identities_.push_back({.strategy = "function",
                             .name = function->name,
                             .version = "function",
                             .sha256 = std::string(64, '0'),
                             .options = {}});
      seats_.push_back(open_callback(std::move(function->call)));
      continue;
    }
    limits_[seats_.size()] = limits_of(*participant, limits);
    identities_.push_back(participant->identity);
    const auto never = [] { return false; };
    seats_.push_back(open_separate_seat(sandbox, participant->file, participant->options, never, streams));
    ++participant;
  }
}

Transcript Table::play(std::uint64_t seed) {
  setup_.seed = seed;
  GameState state(*game_, setup_);
  std::vector<Seat*> seats;
  for (const auto& seat : seats_) seats.push_back(seat.get());
  return play_recorded(state, seats, identities_, limits_, state.has_notation(), {}, nullptr, opening_);
}

std::vector<Transcript> read_transcripts(const std::filesystem::path& file) {
  InputFile in(file, Exit::input);
  std::vector<Transcript> all;
  std::size_t number = 0;
  for (std::string line; in.read_line(line);) {
    ++number;
    if (!trimmed(line).empty()) all.push_back(parse_transcript(line, file.string() + ":" + std::to_string(number)));
  }
  return all;
}

void read_results(const std::filesystem::path& database, const Filter& filter,
                  const std::function<void(const Result&)>& take) {
  Store store(database.empty() ? default_database() : database, {.create = false, .to_write = false});
  store.for_each_match(filter, take);
}

}  // namespace host::library
