#include "host/tournament/run_store.hpp"

#include "host/tournament/run.hpp"
#include "host/tournament/started_runs.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace host {

namespace {

/// Returns the name of the first seat that has acted differently in the later play of a match; of the game if it has
/// started differently or revealed something else; "" if the transcripts do not show a difference.
std::string deviating(const Transcript& stored, const Transcript& later) {
  if (stored.start != later.start) return "the game " + later.game;
  const auto [old, now] = std::mismatch(stored.events.begin(), stored.events.end(), later.events.begin(),
                                        later.events.end(), [](const Event& a, const Event& b) {
                                          return a.seat == b.seat && a.action == b.action && a.reveals == b.reveals &&
                                                 a.forfeit.has_value() == b.forfeit.has_value();
                                        });
  if (old == stored.events.end() || now == later.events.end() || old->seat != now->seat) return "";
  if (old->action == now->action && old->reveals != now->reveals) return "the game " + later.game;
  return later.seats.at(static_cast<std::size_t>(now->seat)).name;
}

}  // namespace

Lookup::Lookup(const RunPlan& plan) : plan_(plan), players_(plan.participants.size()) {
  if (!plan.database) return;
  identity_.conditions = conditions_of(plan, 0);
  identity_.secret = plan.secret;
  if (plan.look_up) store_.emplace(*plan.database);
}

std::vector<FinishedMatch> Lookup::prepared(Chunk chunk) {
  std::vector<FinishedMatch> matches;
  matches.reserve(chunk.count);
  const auto prepare = [&] {
    for (std::size_t index = chunk.first; index < chunk.first + chunk.count; ++index)
      matches.push_back(prepared(index));
  };
  if (store_)
    store_->together_reading(prepare);
  else
    prepare();
  return matches;
}

FinishedMatch Lookup::prepared(std::size_t index) {
  FinishedMatch match;
  match.scheduled = plan_.schedule.at(index);
  const bool left_out = plan_.give_up && plan_.give_up->leaves_out(match.scheduled.seating);
  if (left_out) match.state = FinishedMatch::State::left_out;
  if (left_out || !plan_.database) return match;
  match.key = key_of(match.scheduled);
  if (store_) find(match);
  return match;
}

std::string Lookup::key_of(const ScheduledMatch& scheduled) {
  if (!plan_.openings.lines.empty()) identity_.conditions = conditions_of(plan_, scheduled.seed);
  identity_.seed = scheduled.seed;
  identity_.seats.clear();
  for (const std::size_t participant : scheduled.seating)
    identity_.seats.push_back(plan_.participants[participant].identity);
  return key(identity_);
}

void Lookup::finish(FinishedMatch& match, PlayedMatch&& played) {
  static_cast<PlayedMatch&>(match) = std::move(played);
  match.state = FinishedMatch::State::played;
  complete(match);
  if (!match.result.fault && plan_.database && plan_.keep && match.transcript)
    match.line = pack_line(to_line(*match.transcript, plan_.game.description));
}

void Lookup::complete(FinishedMatch& match) {
  const ScheduledMatch& scheduled = match.scheduled;
  Result& result = match.result;
  result.seed = scheduled.seed;
  result.place = {.number = scheduled.number, .block = scheduled.block, .names = {}, .plugins = {}};
  result.strategies.clear();
  std::shared_ptr<const Conditions>& conditions = conditions_[plan_.openings.line(scheduled.seed)];
  if (!conditions) conditions = std::make_shared<const Conditions>(conditions_of(plan_, scheduled.seed));
  result.conditions = conditions;
  for (const std::size_t participant : scheduled.seating) {
    std::shared_ptr<const SeatIdentity>& player = players_[participant];
    const Participant& given = plan_.participants[participant];
    if (!player) player = std::make_shared<const SeatIdentity>(given.identity);
    result.strategies.push_back(player);
    result.place.names.push_back(player->name);
    result.place.plugins.push_back(given.given);
  }
}

void Lookup::find(FinishedMatch& match) {
  auto found = store_->find(match.key);
  if (found && plan_.complete_transcripts && !store_->has_transcript(found->id)) return;
  if (found) {
    match.result = *std::move(found);
    match.logs.resize(match.scheduled.seating.size());
  } else if (const auto fault = store_->find_fault(match.key)) {
    match.result.fault = *fault;
  } else {
    return;
  }
  match.state = FinishedMatch::State::stored;
  complete(match);
}

Conditions conditions_of(const RunPlan& plan, std::uint64_t seed) {
  const GameDescription& game = plan.game.description;
  Conditions conditions{.game = game.id,
                        .version = game.version,
                        .protocol = game.protocol,
                        .sha256 = plan.game.build->sha256(),
                        .parameters = {},
                        .opening = to_text(plan.openings.opening(seed)),
                        .limits = plan.limits};
  const std::vector<std::optional<std::string>>& parameters = parameters_of(plan, seed);
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (parameters[index]) conditions.parameters.emplace_back(game.parameters[index].name, *parameters[index]);
  }
  return conditions;
}

RunStore::RunStore(const RunPlan& plan, Words command) : plan_(plan), store_(*plan.database) {
  run_ = store_.begin_run({.command = std::move(command),
                           .game = plan.game.description.id,
                           .version = plan.game.description.version,
                           .host = AGON_VERSION,
                           .contest = plan.game.description.contest,
                           .schedule = plan.schedule.size(),
                           .shard = plan.shard,
                           .kind = plan.kind,
                           .measure = plan.measure,
                           .options = plan.given,
                           .secret = plan.secret});
  tell_starter(run_);
  add_files(plan.participants);
}

void RunStore::add_files(const std::vector<Participant>& participants) {
  Transcript files;  // a search has a participant for each of its points, of one file
  host::add_files(files, participants);
  store_.together([&] {
    for (const auto& [sha256, file] : files.files) store_.add_file(sha256, file);
  });
}

void RunStore::add(const std::vector<FinishedMatch>& matches) {
  if (matches.empty()) return;
  store_.together([&] {
    for (const FinishedMatch& match : matches) add(match);
  });
}

void RunStore::add(const FinishedMatch& match) {
  const Result& result = match.result;
  const bool was_stored = match.state == FinishedMatch::State::stored;
  if (was_stored) ++known_;
  if (result.fault) {
    if (!match.refused)
      store_.add_fault(run_, {.place = result.place, .key = match.key, .seed = result.seed, .reason = *result.fault});
  } else if (was_stored) {
    store_.adopt(run_, result.place, result.id);
  } else if (const Added added = store_.add(run_, match.key, result, match.line); added != Added::as_played) {
    note_deviation(match, added);
  }
}

void RunStore::note_deviation(const FinishedMatch& match, Added added) {
  const auto stored = store_.find(match.key);
  const auto line = store_.transcript(stored->id);
  std::string who;
  if (line && match.transcript && added == Added::earlier)
    who = deviating(parse_transcript(*line, "a stored transcript"), *match.transcript);
  if (who.empty()) {
    std::vector<std::string> names = match.result.place.names;
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    who = join(names, " or ");
  }
  Deviation& deviation = deviations_[{who, added}];
  if (deviation.matches++ == 0) deviation.seed = match.scheduled.seed;
}

std::vector<std::string> RunStore::not_deterministic() const {
  std::vector<std::string> sentences;
  for (const auto& [which, deviation] : deviations_) {
    const auto& [who, added] = which;
    sentences.push_back(
        who + " is not deterministic: " + counted(deviation.matches, "match") + " of this run, the first with seed " +
        std::to_string(deviation.seed) + ", went differently when played before; the database " +
        (added == Added::earlier ? "keeps the earlier results" : "has the new results, whose transcripts it keeps"));
  }
  return sentences;
}

void RunStore::finish(bool interrupted) {
  store_.finish_run(run_, interrupted ? RunState::interrupted : RunState::finished);
}

}  // namespace host
