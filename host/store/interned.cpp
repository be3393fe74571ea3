#include "host/store/interned.hpp"

#include "host/store/schema.hpp"
#include "host/util/json.hpp"

#include <nlohmann/json.hpp>

namespace host {

using Json = nlohmann::ordered_json;

std::string to_json_text(const Settings& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json[name] = value;
  return to_stored_line(json);
}

namespace {

Settings read_settings(const Connection& connection, const std::string& text) {
  const Json json = parse_json(text);
  if (!json.is_object()) connection.damaged("settings are no JSON object");
  Settings settings;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) connection.damaged("a setting is no text");
    settings.emplace_back(name, value.get<std::string>());
  }
  return settings;
}

std::shared_ptr<const Conditions> conditions_in(const Connection& connection, const Use& row) {
  const agon::Limits limits{.cpu_ns = row.integer(6),
                            .turn_cpu_ns = row.integer(7),
                            .increment_ns = row.integer(8),
                            .wall_ns = row.integer(9),
                            .memory_bytes = row.integer(10),
                            .threads = static_cast<std::uint32_t>(row.integer(11))};
  return std::make_shared<const Conditions>(Conditions{.game = row.text(0),
                                                       .version = row.text(1),
                                                       .protocol = row.text(2),
                                                       .sha256 = row.text(3),
                                                       .parameters = read_settings(connection, row.text(4)),
                                                       .opening = row.text(5),
                                                       .limits = limits});
}

std::shared_ptr<const SeatIdentity> strategy_in(const Connection& connection, const Use& row) {
  return std::make_shared<const SeatIdentity>(SeatIdentity{.strategy = row.text(1),
                                                           .name = row.text(1),
                                                           .version = row.text(2),
                                                           .sha256 = row.text(3),
                                                           .options = read_settings(connection, row.text(4))});
}

LineUp line_up_in(const Connection& connection, const Use& row) {
  return {read_words(connection, row.text(0)), read_words(connection, row.text(1))};
}

std::shared_ptr<const Machine> machine_in(const Connection& /*connection*/, const Use& row) {
  return std::make_shared<const Machine>(Machine{.name = row.text(0), .cpu = row.text(1), .speed = row.number(2)});
}

}  // namespace

Interned::Interned(Connection& connection)
    : conditions_(connection, "conditions", conditions_columns, conditions_in),
      strategies_(connection, "strategies", strategies_columns, strategy_in),
      line_ups_(connection, "line_ups", line_ups_columns, line_up_in),
      machines_(connection, "machines", machines_columns, machine_in) {}

std::int64_t Interned::id(const Conditions& of) {
  return conditions_.id(of, [&] {
    return std::tuple(of.game, of.version, of.protocol, of.sha256, to_json_text(of.parameters), of.opening,
                      of.limits.cpu_ns, of.limits.turn_cpu_ns, of.limits.increment_ns, of.limits.wall_ns,
                      of.limits.memory_bytes, static_cast<std::int64_t>(of.limits.threads));
  });
}

std::int64_t Interned::id(const std::string& game, const SeatIdentity& of) {
  return strategies_.id(std::tie(game, of.strategy, of.version, of.sha256, of.options),
                        [&] { return std::tuple(game, of.strategy, of.version, of.sha256, to_json_text(of.options)); });
}

std::int64_t Interned::id(const LineUp& of) {
  return line_ups_.id(of, [&] { return std::tuple(to_stored_line(Json(of.names)), to_json_text(of.plugins)); });
}

std::int64_t Interned::id(const Machine& machine) {
  const auto fields = std::tie(machine.name, machine.cpu, machine.speed);
  return machines_.id(fields, [&] { return fields; });
}

void Interned::forget_ids() {
  conditions_.forget_ids();
  strategies_.forget_ids();
  line_ups_.forget_ids();
  machines_.forget_ids();
}

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
  start,
  digest,
  opening,
  count
};
static_assert(count == match_column_count);

std::int32_t read_outcome(const Connection& connection, const std::string& name) {
  const auto kind = outcome_kind(name);
  if (!kind) connection.damaged("it has an outcome '" + name + "', which this host does not know");
  return *kind;
}

void read_seat(const Use& row, Interned& interned, const Connection& connection, Result& match) {
  match.strategies.push_back(interned.strategy(row.integer(strategy)));
  match.contest.push_back(row.number(contest));
  SeatResult& result = match.seats.emplace_back();
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
    " CASE s.seat WHEN 0 THEN (SELECT o.machine FROM played_on o WHERE o.match = m.id) END, m.start, m.digest, "
    "m.opening";

bool read_match(Use& rows, Interned& interned, Connection& connection, Result& match) {
  match.id = rows.integer(id);
  match.conditions = interned.conditions(rows.integer(conditions));
  match.seed = static_cast<std::uint64_t>(rows.integer(seed));
  match.drawn.reset();
  if (rows.has(parameters)) match.drawn = read_settings(connection, rows.text(parameters));
  match.played = rows.integer(played);
  match.machine = rows.has(machine) ? interned.machine(rows.integer(machine)) : nullptr;
  match.digests = {.start = static_cast<std::uint64_t>(rows.integer(start)),
                   .match = static_cast<std::uint64_t>(rows.integer(digest)),
                   .opening = rows.has(opening) ? static_cast<std::uint64_t>(rows.integer(opening)) : 0};
  match.strategies.clear();
  match.contest.clear();
  match.seats.clear();
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
