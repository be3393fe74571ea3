#include "host/arena/live_match.hpp"

#include "host/arena/live_seat.hpp"
#include "host/match/replay.hpp"
#include "host/match/seat.hpp"
#include "host/match/seeds.hpp"
#include "host/match/transcript.hpp"
#include "host/util/failure.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace host {

namespace {

/// Returns where a match comes from that begins with events of another one.
std::optional<Origin> origin_of(const Transcript& from, std::size_t actions, const GameDescription& game) {
  if (actions == 0) return std::nullopt;
  const bool goes_on = !from.finished && actions == from.events.size();
  if (goes_on) return from.origin;
  return Origin{match_digest(from, game), actions};
}

/// Returns what the seats have used in these uses.
std::vector<Usage> used(const Transcript& record, const std::vector<EventUse>& uses, std::size_t seats) {
  std::vector<Usage> all(seats);
  for (std::size_t event = 0; event < uses.size(); ++event) {
    Usage& seat = all[static_cast<std::size_t>(record.events[event].seat)];
    seat.cpu_ns += uses[event].used.cpu_ns;
    seat.wall_ns += uses[event].used.wall_ns;
    seat.turns += uses[event].used.turns;
  }
  return all;
}

/// Takes what the turns of a match have used that goes on at its end.
void take_usage(const TurnUsage& usage, std::vector<EventUse>& uses) {
  constexpr std::int64_t ns_per_us = 1000;
  for (std::size_t event = 0; event < std::min(uses.size(), usage.cpu_us.size()); ++event) {
    if (usage.cpu_us[event] == 0) continue;
    uses[event].used.cpu_ns = usage.cpu_us[event] * ns_per_us;
    uses[event].used.turns = 1;
  }
  for (const TurnLog& log : usage.logs)
    if (log.action <= uses.size()) uses[log.action - 1].log = log.text;
  for (const Evaluation& each : usage.evaluations)
    if (each.action <= uses.size()) uses[each.action - 1].evaluation = each;
}

}  // namespace

LiveMatch::LiveMatch(LiveSetup setup, std::vector<Spectator*> spectators)
    : LiveMatch(std::move(setup), Transcript{}, 0, std::move(spectators)) {}

LiveMatch::LiveMatch(LiveSetup setup, const Transcript& origin, std::size_t actions, std::vector<Spectator*> spectators)
    : setup_(std::move(setup)), spectators_(std::move(spectators)) {
  for (const Participant& player : setup_.players) {
    seats_.push_back(std::make_unique<LiveSeat>(setup_.sandbox, setup_.should_stop, player));
    players_.push_back(seats_.back().get());
  }
  start(origin, actions, origin_of(origin, actions, setup_.game.description));
}

LiveMatch::~LiveMatch() = default;

Transcript LiveMatch::transcript() const {
  Transcript all = recording_->transcript(*state_, result_);
  TurnUsageCollector usage;
  for (std::size_t event = 0; event < uses_.size(); ++event)
    usage.add(event + 1, all.events[event].seat, uses_[event].used.cpu_us(), uses_[event].log, uses_[event].evaluation);
  all.usage = usage.usage();
  return all;
}

std::string LiveMatch::log(std::int32_t seat) const {
  std::string all;
  for (std::size_t event = 0; event < uses_.size(); ++event) {
    if (record().events[event].seat == seat) all += uses_[event].log;
  }
  return all + last_logs_[static_cast<std::size_t>(seat)];
}

std::vector<agon_limits> LiveMatch::limits() const {
  std::vector<agon_limits> each;
  for (const auto& seat : seats_) each.push_back(limits_of(seat->player(), setup_.limits));
  return each;
}

/// Starts a match that begins with the first `actions` events of `from`. If uses_ has more, it is shortened.
void LiveMatch::start(const Transcript& from, std::size_t actions, std::optional<Origin> origin) {
  last_logs_.assign(seats_.size(), {});
  result_.reset();
  match_.reset();
  recording_ = std::make_unique<Recording>(seats_, actions == 0 ? setup_.opening : Opening{});
  watching_ = {recording_.get()};
  watching_.insert(watching_.end(), spectators_.begin(), spectators_.end());
  state_ = std::make_unique<GameState>(setup_.game, setup_.setup);
  std::vector<Outcome> outcomes(seats_.size());
  if (actions == 0) {
    for (Spectator* const spectator : watching_) spectator->begun(*state_);
    play_opening(setup_.opening, *state_, watching_);
  } else {
    recording_->start_from(from, actions, std::move(origin));
    if (const auto difference = replay_events(from, actions, *state_, watching_))
      throw Failure(Exit::input, "action " + std::to_string(difference->event) + ": " + difference->what);
    recording_->started();
    for (const Event& event : std::span(from.events).first(actions)) {
      if (event.forfeit) outcomes[static_cast<std::size_t>(event.seat)] = *event.forfeit;
    }
  }
  uses_.resize(std::min(actions, uses_.size()));
  for (std::size_t event = uses_.size(); event < actions; ++event) {
    const std::int32_t seat = from.events[event].seat;
    uses_.emplace_back().used.turns = player_at(from, seat, event + 1).person ? 1 : 0;
  }
  if (!from.finished && actions == from.events.size() && !from.usage.cpu_us.empty()) take_usage(from.usage, uses_);
  const std::vector<Usage> before = used(from, uses_, seats_.size());
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) seats_[seat]->leave(before[seat]);
  match_ = std::make_unique<TurnByTurn>(*state_, players_, limits(), watching_, std::move(outcomes), setup_.watch);
  uses_.resize(this->actions());
  end_if_over();
}

bool LiveMatch::step() {
  if (over() || waits()) return false;
  const std::int32_t seat = to_move();
  if (setup_.reload) reload(seat);
  const Usage before = seat_of(seat).usage();
  match_->turn();
  settle(seat, before);
  return true;
}

std::optional<std::string> LiveMatch::act(std::string_view text) {
  const std::int32_t seat = to_move();
  std::string reason;
  const auto action = state_->parse_action(text, reason);
  if (!action) return reason;
  agon_error error{};
  const Usage before = seat_of(seat).usage();
  if (match_->act(*action, error) != AGON_OK) return sentence(error, "the game gave no reason");
  seat_of(seat).person_acted();
  settle(seat, before);
  return std::nullopt;
}

/// Completes the uses after a turn of `seat`, which had used `before`.
void LiveMatch::settle(std::int32_t seat, const Usage& before) {
  const bool played = uses_.size() < actions();
  uses_.resize(actions());
  if (played) {
    const Usage after = seat_of(seat).usage();
    uses_.back().used.cpu_ns = after.cpu_ns - before.cpu_ns;
    uses_.back().used.wall_ns = after.wall_ns - before.wall_ns;
    uses_.back().used.turns = after.turns - before.turns;
    uses_.back().log = seat_of(seat).take_log();
    uses_.back().evaluation = seat_of(seat).evaluation();
  }
  end_if_over();
}

void LiveMatch::end_if_over() {
  if (!state_->over()) return;
  result_ = match_->finish();
  for (std::size_t each = 0; each < seats_.size(); ++each) last_logs_[each] = seats_[each]->take_log();
}

std::optional<LegalActions> LiveMatch::legal_actions(std::size_t most) const {
  return over() ? std::nullopt : state_->legal_actions(most);
}

namespace {

/// Puts the action that a strategy has chosen before its other candidates. Another one may have a larger share of its
/// search, or as large a one; people are told one answer.
void put_first(const std::string& action, std::vector<std::pair<std::string, double>>& candidates) {
  if (candidates.empty()) return;
  const auto found = std::ranges::find(candidates, action, [](const auto& each) { return each.first; });
  if (found == candidates.end())
    candidates.emplace(candidates.begin(), action, 0.0);
  else
    std::rotate(candidates.begin(), found, found + 1);
}

}  // namespace

Hint LiveMatch::hint(const Participant& strategy) const {
  SeatStart start = seat_start(setup_.game, seats(), limits_of(strategy, setup_.limits));
  const auto seat =
      open_separate_seat(setup_.sandbox, strategy.file, strategy.options, setup_.should_stop, start.streams);
  start.seat = to_move();
  start.notation = state_.get();
  start.wants_candidates = true;
  start.seed = strategy_seed(setup_.setup.seed, start.seat, setup_.setup.secret);
  NoReferee first;
  Hint hint;
  const auto failed = [&](const Outcome& outcome) { hint.reason = outcome_text(outcome); };
  const Outcome begun = seat->begin(start, first);
  if (begun.ok()) {
    state_->observe(start.seat, seat->observation());
    agon_bytes action{};
    const std::int32_t outcome = seat->turn(action);
    if (outcome == AGON_OUTCOME_OK) first.keep(action);
    if (!first.kept()) failed({outcome, seat->reason()});
    hint.evaluation = seat->evaluation();
    hint.candidates = checked(seat->candidates());
  } else {
    failed(begun);
  }
  static_cast<void>(seat->end());
  hint.used = seat->usage();
  hint.log = seat->log();
  if (!first.kept()) return hint;
  try {
    hint.action = state_->action_text(*first.kept());
    put_first(*hint.action, hint.candidates);
  } catch (const Failure&) {
    failed({AGON_OUTCOME_ILLEGAL, "its answer is not an action"});
  }
  return hint;
}

/// Drops what is no action of the game, and what is illegal in games that can be copied.
std::vector<std::pair<std::string, double>> LiveMatch::checked(const std::vector<Candidate>& candidates) const {
  std::vector<std::pair<std::string, double>> legal;
  for (const auto& [bytes, share] : candidates) {
    const agon_bytes action = {bytes.data(), bytes.size()};
    try {
      agon_error refusal{};
      if (state_->model() != nullptr && state_->copy()->act(to_move(), action, nullptr, refusal) != AGON_OK) continue;
      std::string text = state_->action_text(action);
      if (std::ranges::find(legal, text, [](const auto& each) { return each.first; }) == legal.end())
        legal.emplace_back(std::move(text), share);
    } catch (const Failure&) {  // no action
    }
  }
  return legal;
}

std::optional<std::string> LiveMatch::swap(std::int32_t seat, Participant player) {
  if (over()) return "the match is over";
  if (is_out(seat)) return seat_and_name(setup_.game.description, seat) + " is out of the match";
  try {
    check_participant(player, setup_.limits, setup_.sandbox.level);
  } catch (const Failure& failure) {
    return failure.what();
  }
  const agon_limits limits = limits_of(player, setup_.limits);
  if (auto refusal = seat_of(seat).take_over(std::move(player), limits)) return refusal;
  recording_->changed(seat);
  return std::nullopt;
}

void LiveMatch::undo(std::size_t actions) {
  const Transcript before = transcript();
  actions = std::min(actions, before.events.size());
  if (actions <= setup_.opening.size()) actions = 0;  // start() plays it again
  std::optional<Origin> origin = before.origin;
  if (origin && origin->actions > actions) origin->actions = actions;
  start(before, actions, std::move(origin));
}

std::optional<std::size_t> LiveMatch::last_own_turn() const {
  for (std::size_t event = actions(); event-- > record().opening.size();) {
    if (player(record().events[event].seat).person()) return event;
  }
  return std::nullopt;
}

std::optional<std::string> LiveMatch::resign(std::int32_t seat) {
  if (over()) return "the match is over";
  if (!player(seat).person()) return "no person plays " + seat_and_name(setup_.game.description, seat);
  if (is_out(seat)) return seat_and_name(setup_.game.description, seat) + " is out of the match already";
  match_->forfeit(seat, {outcome_resigned, "resigned"});
  settle(seat, seat_of(seat).usage());
  return std::nullopt;
}

/// If the file of the seat's strategy has changed, lets the new build take over.
void LiveMatch::reload(std::int32_t seat) {
  std::string sentence;
  try {
    const auto next = seat_of(seat).newer(setup_.game.description);
    if (!next) return;
    const std::string path = player(seat).file.build->path().string();
    if (const auto refusal = swap(seat, *next)) throw Failure(Exit::plugin, *refusal);
    sentence = "the new build of " + path + " plays " + seat_and_name(setup_.game.description, seat) + " from action " +
               std::to_string(actions() + 1) + " on";
  } catch (const Failure& failure) {
    if (failure.code() == Exit::internal || failure.code() == Exit::output) throw;
    sentence = "the new build of " + player(seat).file.build->path().string() + " can't take over " +
               seat_and_name(setup_.game.description, seat) + ": " + failure.what() + "; the one before plays on";
  }
  if (setup_.tell) setup_.tell(sentence);
}

}  // namespace host
