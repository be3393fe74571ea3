#include "host/arena/live_seat.hpp"

#include "host/plugin/outcome.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace host {

namespace {

std::vector<SeatIdentity> identities(const std::vector<std::unique_ptr<LiveSeat>>& seats) {
  std::vector<SeatIdentity> all;
  all.reserve(seats.size());
  for (const auto& seat : seats) all.push_back(seat->player().identity);
  return all;
}

}  // namespace

std::int32_t seat_number(const std::string& text, const GameDescription& game, std::int32_t seats,
                         const std::string& where) {
  // Numbers come first: the names of a game's seats can be numbers from 1.
  for (std::int32_t seat = 0; seat < seats; ++seat) {
    if (text == std::to_string(seat)) return seat;
  }
  for (std::int32_t seat = 0; game.names_seats && seat < seats; ++seat) {
    if (lower_case(text) == lower_case(game.seat_names[static_cast<std::size_t>(seat)])) return seat;
  }
  const std::string last = std::to_string(seats - 1);
  throw Failure(Exit::usage, where + ": there is no seat '" + text + "': " +
                                 (seats == 1 ? "the match has seat 0 alone" : "the match has seats 0 to " + last));
}

std::string seat_and_name(const GameDescription& game, std::int32_t seat) {
  const std::string number = "seat " + std::to_string(seat);
  return game.names_seats ? number + " (" + game.seat_names[static_cast<std::size_t>(seat)] + ")" : number;
}

namespace {

Usage sum(Usage one, const Usage& other) {
  one.cpu_ns += other.cpu_ns;
  one.wall_ns += other.wall_ns;
  one.turns += other.turns;
  if (other.peak_kib) one.peak_kib = std::max(one.peak_kib.value_or(0), *other.peak_kib);
  return one;
}

constexpr std::chrono::milliseconds moment(100);

/// Returns the state of the file; nothing if it is gone, or may still be written to.
std::optional<FileState> state_of(const std::filesystem::path& file) {
  struct stat now {};
  if (::stat(file.c_str(), &now) != 0) return std::nullopt;
  const FileState state(now);
  const auto age = std::chrono::system_clock::now().time_since_epoch() - std::chrono::nanoseconds(state.touched_ns);
  return age >= std::chrono::nanoseconds(0) && age < moment ? std::nullopt : std::optional(state);
}

/// Returns what finds the strategy in its file again: a file may have several.
PluginSpec spec_of(const Participant& player) {
  PluginSpec spec = PluginSpec::parse(player.given.empty() ? player.identity.strategy : player.given);
  spec.plugin = player.file.build->path().string();
  if (spec.plugin.ends_with(".so")) spec.plugin += ":" + player.file.description.id;
  return spec;
}

}  // namespace

void LiveSeat::leave(const Usage& used) {
  static_cast<void>(end());
  begun_ = false;
  used_before_ = used;
}

Outcome LiveSeat::begin(const SeatStart& start, Referee& referee) {
  start_ = start;
  joined_ = start.ends.has_value();
  referee_ = &referee;
  log_ = {};
  collected_ = 0;
  taken_ = 0;
  playing_ = true;
  begun_ = true;
  if (player_.person()) {
    strategy_.reset();
    lend_observation();
    return {};
  }
  if (!strategy_) strategy_ = open_seat(sandbox_, player_.file, player_.options, should_stop_, start_.streams);
  const SeatStart given = start_;
  start_.ends.reset();
  Outcome begun = strategy_->begin(given, *referee_);
  reason_ = strategy_->reason();
  lend_observation();
  return begun;
}

std::int32_t LiveSeat::turn(agon_bytes& action) {
  strategy_->observation().size = observation_.size;
  const std::int32_t outcome = strategy_->turn(action);
  if (outcome != AGON_OUTCOME_OK) reason_ = strategy_->reason();
  return outcome;
}

Outcome LiveSeat::end() {
  if (!playing_) return {};
  playing_ = false;
  if (!strategy_) return {};
  Outcome outcome = strategy_->end();
  collect_log();
  return outcome;
}

Usage LiveSeat::usage() const {
  return strategy_ && begun_ ? sum(used_before_, strategy_->usage()) : used_before_;
}

void LiveSeat::collect_log() {
  if (!strategy_ || !begun_) return;
  const std::string& all = playing_ ? strategy_->log_so_far() : strategy_->log();
  const std::size_t fresh = all.size() - std::min(collected_, all.size());
  log_.append(std::string_view(all).substr(all.size() - fresh));
  collected_ = all.size();
}

std::string LiveSeat::take_log() {
  collect_log();
  std::string lines = log().substr(taken_);
  taken_ = log().size();
  return lines;
}

std::optional<std::string> LiveSeat::take_over(Participant player, const agon_limits& limits) {
  if (joined_ && !start_.ends)
    return "its tester is connected to this seat's program, which can't be exchanged during the match";
  std::unique_ptr<Seat> next;
  if (!player.person()) {
    try {
      next = open_seat(sandbox_, player.file, player.options, should_stop_, start_.streams);
      SeatStart start = start_;
      start.limits = limits;
      start_.ends.reset();
      const Outcome begun = next->begin(start, *referee_);
      if (!begun.ok()) return begun.reason;
    } catch (const Failure& failure) {
      return failure.what();
    }
  }
  if (strategy_) {
    static_cast<void>(strategy_->end());
    collect_log();
    used_before_ = usage();
  }
  strategy_ = std::move(next);
  player_ = std::move(player);
  collected_ = 0;
  lend_observation();
  return std::nullopt;
}

std::optional<Participant> LiveSeat::newer(const GameDescription& game) {
  const Build& playing = *player_.file.build;
  std::optional<FileState>& seen = seen_[playing.path()];
  const std::optional<FileState> state = state_of(playing.watched());
  if (!state || state == seen) return std::nullopt;
  seen = state;
  if (playing.since() != Build::Since::changed) return std::nullopt;
  Participant next = enter(spec_of(player_), game, Catalogue({}));
  next.given = player_.given;
  return next;
}

/// The game writes an observation into the memory of the strategy's seat, which is private to this process.
void LiveSeat::lend_observation() {
  if (strategy_ && strategy_->observation().data != nullptr) {
    observation_ = strategy_->observation();
    return;
  }
  observation_ = storage_.buffer(start_.observation_capacity);
}

Recording::Recording(const std::vector<std::unique_ptr<LiveSeat>>& seats, Opening opening)
    : Recorder(identities(seats), std::move(opening)), seats_(seats), states_(seats.size()) {}

void Recording::start_from(const Transcript& from, std::size_t actions, std::optional<Origin> origin) {
  starting_ = true;
  transcript_.origin = std::move(origin);
  if (!transcript_.origin && actions >= from.opening.size()) transcript_.opening = from.opening;
  for (const Takeover& takeover : from.takeovers) {
    if (takeover.action <= actions) transcript_.takeovers.push_back(takeover);
  }
  for (std::size_t event = 0; event < actions; ++event) {
    const auto seat = static_cast<std::size_t>(from.events[event].seat);
    // Takeovers begin with an own event, so the player at the first event is that of the start.
    if (seat < seats_.size() && !states_[seat].changed) transcript_.seats[seat] = from.seats[seat];
    if (seat < seats_.size()) states_[seat].changed = true;
  }
}

void Recording::changed(std::int32_t seat) {
  const auto index = static_cast<std::size_t>(seat);
  if (states_[index].acted) {
    states_[index].changed = true;
  } else {
    transcript_.seats[index] = seats_[index]->player().identity;
  }
}

void Recording::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  note(seat);
  Recorder::acted(state, seat, action);
}

void Recording::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  note(seat);
  Recorder::forfeited(state, seat, outcome);
}

void Recording::note(std::int32_t seat) {
  SeatState& state = states_[static_cast<std::size_t>(seat)];
  state.acted = true;
  if (starting_ || !state.changed) return;
  state.changed = false;
  const std::size_t event = transcript_.events.size() + 1;
  const SeatIdentity& player = seats_[static_cast<std::size_t>(seat)]->player().identity;
  // A person goes on; a strategy that has started anew may act differently.
  if (player.person && player == player_at(transcript_, seat, event)) return;
  transcript_.takeovers.push_back({event, seat, player});
}

Transcript Recording::transcript(const GameState& state, const std::optional<MatchResult>& result) const {
  if (result) return finished(state, *result);
  Transcript unfinished = transcript_;
  unfinished.finished = false;
  unfinished.result.seats.resize(seats_.size());
  return unfinished;
}

}  // namespace host
