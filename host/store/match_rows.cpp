#include "host/store/match_rows.hpp"

#include <cstddef>

namespace host {

namespace {

enum Column : int {
  id,
  conditions,
  seed,
  parameters,
  played,
  seat,
  strategy,
  score,
  contest,
  outcome,
  reason,
  log,
  cpu_us,
  wall_us,
  peak_kib,
  turns,
  machine,
  digest,
  count
};
static_assert(count == match_column_count);

std::int32_t read_outcome(const Connection& connection, const std::string& name) {
  const auto kind = outcome_kind(name);
  if (!kind) connection.damaged("it has an outcome '" + name + "', which this host does not know");
  return *kind;
}

void read_seat(const Use& row, Interned& interned, const Connection& connection, StoredMatch& match) {
  match.strategies.push_back(interned.strategy(row.integer(strategy)));
  match.contest.push_back(row.number(contest));
  SeatResult& result = match.result.seats.emplace_back();
  result.score = row.number(score);
  result.outcome.kind = read_outcome(connection, row.text(outcome));
  if (!result.outcome.ok()) {
    result.outcome.reason = row.text(reason);
    result.outcome.log = row.text(log);
  }
  result.usage.cpu_ns = row.integer(cpu_us) * 1000;
  result.usage.wall_ns = row.integer(wall_us) * 1000;
  if (row.has(peak_kib)) result.usage.peak_kib = row.integer(peak_kib);
  result.usage.turns = row.integer(turns);
}

}  // namespace

// The machine is read from a match's first row only.
const std::string match_columns =
    "m.id, m.conditions, m.seed, m.parameters, m.played, s.seat, s.strategy, s.score, s.contest, s.outcome, s.reason,"
    " s.log, s.cpu_us, s.wall_us, s.peak_kib, s.turns,"
    " CASE s.seat WHEN 0 THEN (SELECT o.machine FROM played_on o WHERE o.match = m.id) END, m.digest";

bool read_match(Use& rows, Interned& interned, Connection& connection, StoredMatch& match) {
  match.id = rows.integer(id);
  match.conditions = interned.conditions(rows.integer(conditions));
  match.seed = static_cast<std::uint64_t>(rows.integer(seed));
  match.drawn.reset();
  if (rows.has(parameters)) match.drawn = read_settings(connection, rows.text(parameters));
  match.played = rows.integer(played);
  match.machine = rows.has(machine) ? interned.machine(rows.integer(machine)) : nullptr;
  match.result.digest.reset();
  if (rows.has(digest)) match.result.digest = MatchDigest::restored(static_cast<std::uint64_t>(rows.integer(digest)));
  match.strategies.clear();
  match.contest.clear();
  match.result.seats.clear();
  // Seats are in order, so a lower seat number begins the next match.
  std::int64_t next_seat = 0;
  do {
    if (rows.integer(seat) != next_seat) {
      if (rows.integer(seat) == 0) return true;
      connection.damaged("a match lacks a seat");
    }
    read_seat(rows, interned, connection, match);
    ++next_seat;
  } while (rows.step());
  return false;
}

}  // namespace host
