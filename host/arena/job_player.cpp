#include "host/arena/job_player.hpp"

#include "host/arena/process.hpp"
#include "host/match/digest.hpp"
#include "host/match/replay.hpp"
#include "host/match/terminal.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

namespace {

/// Hashes what the seats may know at the start, and what each was shown and did. Actions count in the game's notation:
/// their bytes can differ where a struct has padding. Without a notation, an action counts only by what the seats are
/// shown afterwards.
class PlayedDigest final : public Spectator {
 public:
  /// `line`: of the file of openings; NULL: none.
  PlayedDigest(const Opening& opening, const Openings::Line* line) : opening_(opening), line_(line) {}

  void begun(const GameState& state) override {
    if (opening_.size() == 0) see_start(state);
  }
  void observed(std::int32_t seat, agon_bytes observation) override { add(seat, observation); }
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override {
    add(seat);
    if (state.has_notation()) hash_.add(state.action_text(action));
    if (++actions_ == opening_.size()) see_start(state);
  }
  void forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) override {
    add(seat);
    hash_.add(std::string_view(outcome_name(outcome.kind)));
  }

  /// Returns the digests of the match, which is over.
  [[nodiscard]] MatchDigests of(const MatchHead& match) {
    MatchDigests digests;
    QuickHash hash;
    for (const std::string* const text : {&match.game, &match.version}) hash.add(*text);
    add(hash, match.parameters);
    hash.add(start_);
    if (opening_.plies > 0) digests.opening = known(hash);
    if (opening_.plies == 0 && line_ != nullptr) digests.opening = of_line();
    for (const SeatIdentity& seat : match.seats) {
      for (const std::string* const text : {&seat.strategy, &seat.version, &seat.sha256}) hash.add(*text);
      add(hash, seat.options);
    }
    digests.start = known(hash);
    hash_.add(digests.start);
    for (const SeatResult& seat : match.result.seats) {
      hash_.add(std::bit_cast<std::uint64_t>(seat.score));
      add(seat.outcome.kind);
    }
    digests.match = known(hash_);
    return digests;
  }

 private:
  static std::uint64_t known(const QuickHash& hash) { return std::max<std::uint64_t>(hash.value(), 1); }

  [[nodiscard]] std::uint64_t of_line() const {
    QuickHash hash;
    for (const auto& parameter : line_->parameters) hash.add(parameter.value_or(""));
    for (const std::string& action : line_->actions) hash.add(action);
    return known(hash);
  }

  void add(std::int32_t number) { hash_.add(static_cast<std::uint64_t>(number)); }
  void add(std::int32_t seat, agon_bytes observation) {
    add(seat);
    hash_.add(std::string_view(static_cast<const char*>(observation.data), observation.size));
  }
  static void add(QuickHash& hash, const std::vector<std::pair<std::string, std::string>>& settings) {
    hash.add(static_cast<std::uint64_t>(settings.size()));
    for (const auto& [name, value] : settings) {
      hash.add(name);
      hash.add(value);
    }
  }

  void see_start(const GameState& state) {
    const std::uint64_t capacity = state.game().type->observation_capacity;
    const std::unique_ptr<std::byte, void (*)(void*)> room(
        static_cast<std::byte*>(std::calloc(std::max<std::uint64_t>(capacity, 1), 1)), std::free);
    if (room == nullptr) throw std::bad_alloc();
    for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
      agon_buffer observation{room.get(), capacity, 0};
      state.observe(seat, observation);
      add(seat, {observation.data, observation.size});
    }
    start_ = hash_.value();
  }

  const Opening& opening_;
  const Openings::Line* line_;
  std::size_t actions_ = 0;
  QuickHash hash_;
  std::uint64_t start_ = 0;
};

/// Puts into the match what was played.
void take(PlayedMatch& match, Transcript&& played, bool record) {
  static_cast<MatchResult&>(match.result) = played.result;
  match.result.contest = played.contest;
  match.result.drawn = played.parameters;
  if (record) match.transcript = std::move(played);
}

}  // namespace

JobPlayer::JobPlayer(const Job& job, const Game& game, GameActivity* watch) : job_(job), game_(game), watch_(watch) {
  if (!job.exclusive.empty()) exclusive_.emplace(job.exclusive);
  if (!job.origin.empty()) origin_ = parse_transcript(job.origin, "the match");
}

void JobPlayer::play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) {
  for (const MatchRequest& request : requests) {
    if (!may_begin(hooks)) return;
    hooks.finished(play(request, hooks));
    hooks.tick();
  }
}

std::optional<std::string> JobPlayer::refusal(std::int32_t seats) {
  for (const Participant& participant : job_.participants) {
    if (!participant.may_refuse) continue;
    const SeatStart start = seat_start(game_, seats, limits_of(participant, job_.limits));
    if (auto refusal = refusal_of(job_.sandbox, participant.file, participant.options, start))
      return "strategy " + participant.identity.strategy + ": " + *refusal;
  }
  return std::nullopt;
}

bool JobPlayer::may_begin(const ArenaHooks& hooks) {
  if (!exclusive_) return !hooks.should_stop();
  const OutsideGame waits(watch_);
  return exclusive_->begin(hooks.should_stop, hooks.tick);
}

PlayedMatch JobPlayer::play(const MatchRequest& request, const ArenaHooks& hooks) {
  PlayedMatch match;
  try {
    play(request, hooks, match);
  } catch (const SetupRefused& refusal) {
    match = {};
    match.result.fault = refusal.what();
    match.refused = true;
  } catch (const Failure& failure) {
    if (failure.code() != Exit::game) throw;
    seats_.clear();  // they may be inside a turn
    match = {};
    match.result.fault = failure.what();
  }
  if (exclusive_) {
    const OutsideGame waits(watch_);
    exclusive_->end();
  }
  return match;
}

/// Returns the limits of the seats: in a branch, the part of the CPU time of a match that corresponds to the events
/// that are left.
std::vector<agon_limits> JobPlayer::limits(const MatchRequest& request) const {
  std::vector<agon_limits> each;
  for (const std::size_t participant : request.seating)
    each.push_back(limits_of(job_.participants[participant], job_.limits));
  if (!request.branch) return each;
  constexpr std::int64_t least_ns = 50'000'000;
  const auto all = static_cast<double>(origin_.events.size());
  const double left = (all - static_cast<double>(request.branch->events)) / all;
  for (agon_limits& seat : each) {
    const std::int64_t ns = seat.cpu_ns;
    if (ns > 0)
      seat.cpu_ns = std::max(static_cast<std::int64_t>(static_cast<double>(ns) * left), std::min(ns, least_ns));
  }
  return each;
}

std::vector<SeatIdentity> JobPlayer::identities(const MatchRequest& request) const {
  std::vector<SeatIdentity> all;
  for (const std::size_t participant : request.seating) all.push_back(job_.participants[participant].identity);
  return all;
}

void JobPlayer::play(const MatchRequest& request, const ArenaHooks& hooks, PlayedMatch& match) {
  std::vector<Seat*> seats;
  for (std::size_t seat = 0; seat < request.seating.size(); ++seat) seats.push_back(&seat_of(request.seating, seat));
  if (request.branch) {
    take(match, play_branch(request, seats), true);
    return;
  }
  GameState state(game_, Setup{request.seed, static_cast<std::int32_t>(seats.size()), parameters_of(job_, request.seed),
                               job_.secret});
  std::vector<Spectator*> watching;
  MoveBoards boards(hooks.shown, job_.colour);
  if (job_.boards == Boards::moves) watching.push_back(&boards);
  const Opening opening = job_.openings.opening(request.seed);
  PlayedDigest digest(opening, job_.openings.line(request.seed));
  watching.push_back(&digest);
  const bool record = job_.record || (job_.keep && state.has_notation());
  Transcript played =
      play_recorded(state, seats, identities(request), limits(request), record, std::move(watching), watch_, opening);
  played.result.digests = digest.of(played);
  take(match, std::move(played), record);
  if (job_.logs) {
    for (const Seat* const seat : seats) match.logs.push_back(seat->log());
    match.game_log = state.log();
  }
  if (job_.boards == Boards::final) match.board = board_text(state, job_.colour);
}

/// Returns the record from the branch on.
Transcript JobPlayer::play_branch(const MatchRequest& request, std::span<Seat* const> seats) {
  const BranchPoint& branch = *request.branch;
  Setup setup = setup_of(origin_, game_, "the match");
  setup.secret = "branch " + std::to_string(request.seed);
  GameState state(game_, std::move(setup));
  const auto fail = [&](const std::string& what) {
    throw Failure(Exit::game, "the game " + game_.description.id + " can't go on with the match from action " +
                                  std::to_string(branch.events + 1) + ": " + what);
  };
  if (branch.events >= origin_.events.size() || seats.size() != origin_.seats.size())
    fail("the match has no such action");
  if (const auto difference = replay_events(origin_, branch.events, state, {})) fail(difference->what);
  std::vector<Outcome> outcomes(seats.size());
  for (const Event& event : std::span(origin_.events).first(branch.events)) {
    if (event.forfeit) outcomes[static_cast<std::size_t>(event.seat)] = *event.forfeit;
  }
  agon_error error{};
  if (state.model() == nullptr) fail("it has no model (agon.model/1)");
  if (state.model()->resample(state.raw(), branch.seat, request.seed, &error) != AGON_OK)
    fail(sentence(error, "it can't draw its chance again"));
  if (branch.acts) {
    const Event& event = origin_.events.at(branch.events);
    if (event.forfeit) {
      outcomes[static_cast<std::size_t>(event.seat)] = *event.forfeit;
      state.forfeit(event.seat, event.forfeit->kind, event.forfeit->reason);
    } else {
      std::string reason;
      const auto action = state.parse_action(event.action, reason);
      if (!action) fail(reason);
      if (state.act(event.seat, *action, nullptr, error) != AGON_OK)
        fail(event.action + ", in what seat " + std::to_string(event.seat) +
             " can't know, drawn again: " + sentence(error, "it is illegal"));
    }
  }
  Recorder recorder(identities(request));
  recorder.begun(state);
  std::vector<Spectator*> watching = {&recorder};
  TurnByTurn rest(state, seats, limits(request), watching, std::move(outcomes), watch_);
  return recorder.finish(state, rest.play());
}

/// A participant that takes several seats of a match has an instance for each.
Seat& JobPlayer::seat_of(const std::vector<std::size_t>& seating, std::size_t seat) {
  const std::size_t participant = seating[seat];
  const auto before = std::count(seating.begin(), seating.begin() + static_cast<std::ptrdiff_t>(seat), participant);
  std::unique_ptr<Seat>& opened = seats_[{participant, before}];
  // Despite an interruption, a running match is played to its end without a request to stop: hurrying would produce a
  // different match for the same seed.
  const auto not_to_be_hurried = [] { return false; };
  if (!opened) {
    const Participant& player = job_.participants[participant];
    SandboxPolicy sandbox = job_.sandbox;
    sandbox.player = player.identity.name;
    opened =
        open_seat(sandbox, player.file, player.options, not_to_be_hurried, seat_start(game_, 1, job_.limits).streams);
  }
  return *opened;
}

}  // namespace host
