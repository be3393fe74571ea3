#include "host/store/interned.hpp"

#include "host/json.hpp"

#include <nlohmann/json.hpp>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns the number of these values. If they are new, stores them with `add`.
template <class... Values>
std::int64_t number_of(SQLite::Statement& add, SQLite::Statement& find, const Values&... values) {
  Use(add, values...).run();
  Use found(find, values...);
  found.step();
  return found.integer(0);
}

/// Returns the value of `id` in `cache`. If it is missing, reads it with `get`.
template <class Cache, class Read>
const typename Cache::mapped_type& cached(Cache& cache, Connection& connection, SQLite::Statement& get, std::int64_t id,
                                          Read&& read) {
  const auto known = cache.find(id);
  if (known != cache.end()) return known->second;
  Use row(get, id);
  if (!row.step()) connection.damaged("it lacks what its matches refer to");
  return cache.emplace(id, read(row)).first->second;
}

}  // namespace

std::string to_json_text(const Settings& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json[name] = value;
  return to_stored_line(json);
}

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

Interned::Interned(Connection& connection)
    : connection_(connection),
      add_conditions_(connection.database(),
                      "INSERT INTO conditions (game, version, protocol, sha256, parameters, opening, cpu_ns,"
                      " turn_cpu_ns, increment_ns, wall_ns, memory_bytes, threads)"
                      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                      " ON CONFLICT DO NOTHING"),
      find_conditions_(
          connection.database(),
          "SELECT id FROM conditions WHERE game = ? AND version = ? AND protocol = ? AND sha256 = ? AND"
          " parameters = ? AND opening = ? AND cpu_ns = ? AND turn_cpu_ns = ? AND increment_ns = ? AND wall_ns = ? AND"
          " memory_bytes = ? AND threads = ?"),
      get_conditions_(connection.database(),
                      "SELECT game, version, protocol, sha256, parameters, opening, cpu_ns, turn_cpu_ns, increment_ns,"
                      " wall_ns, memory_bytes, threads FROM conditions WHERE id = ?"),
      add_strategy_(connection.database(),
                    "INSERT INTO strategies (game, strategy, version, sha256, options) VALUES (?, ?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING"),
      find_strategy_(connection.database(),
                     "SELECT id FROM strategies WHERE game = ? AND strategy = ? AND version = ? AND sha256 = ? AND"
                     " options = ?"),
      get_strategy_(connection.database(), "SELECT strategy, version, sha256, options FROM strategies WHERE id = ?"),
      add_names_(connection.database(), "INSERT INTO line_ups (names) VALUES (?) ON CONFLICT DO NOTHING"),
      find_names_(connection.database(), "SELECT id FROM line_ups WHERE names = ?"),
      get_names_(connection.database(), "SELECT names FROM line_ups WHERE id = ?"),
      add_machine_(connection.database(),
                   "INSERT INTO machines (name, cpu, speed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"),
      find_machine_(connection.database(), "SELECT id FROM machines WHERE name = ? AND cpu = ? AND speed = ?"),
      get_machine_(connection.database(), "SELECT name, cpu, speed FROM machines WHERE id = ?") {}

std::int64_t Interned::id(const Conditions& conditions) {
  const auto known = conditions_ids_.find(conditions);
  if (known != conditions_ids_.end()) return known->second;
  const std::int64_t id =
      number_of(add_conditions_, find_conditions_, conditions.game, conditions.version, conditions.protocol,
                conditions.sha256, to_json_text(conditions.parameters), conditions.opening, conditions.cpu_ns,
                conditions.turn_cpu_ns, conditions.increment_ns, conditions.wall_ns, conditions.memory_bytes,
                static_cast<std::int64_t>(conditions.threads));
  return conditions_ids_[conditions] = id;
}

std::int64_t Interned::id(const std::string& game, const SeatIdentity& strategy) {
  const auto fields = std::tie(game, strategy.strategy, strategy.version, strategy.sha256, strategy.options);
  const auto known = strategy_ids_.find(fields);
  if (known != strategy_ids_.end()) return known->second;
  const std::int64_t id = number_of(add_strategy_, find_strategy_, game, strategy.strategy, strategy.version,
                                    strategy.sha256, to_json_text(strategy.options));
  return strategy_ids_[Strategy(fields)] = id;
}

std::int64_t Interned::id(const Names& names) {
  const auto known = names_ids_.find(names);
  if (known != names_ids_.end()) return known->second;
  return names_ids_[names] = number_of(add_names_, find_names_, to_stored_line(Json(names)));
}

std::int64_t Interned::id(const Machine& machine) {
  const auto fields = std::tie(machine.name, machine.cpu, machine.speed);
  const auto known = machine_ids_.find(fields);
  if (known != machine_ids_.end()) return known->second;
  return machine_ids_[fields] = number_of(add_machine_, find_machine_, machine.name, machine.cpu, machine.speed);
}

void Interned::forget_ids() {
  conditions_ids_.clear();
  strategy_ids_.clear();
  names_ids_.clear();
  machine_ids_.clear();
}

const std::shared_ptr<const Conditions>& Interned::conditions(std::int64_t id) {
  return cached(conditions_, connection_, get_conditions_, id, [&](const Use& row) {
    return std::make_shared<const Conditions>(Conditions{.game = row.text(0),
                                                         .version = row.text(1),
                                                         .protocol = row.text(2),
                                                         .sha256 = row.text(3),
                                                         .parameters = read_settings(connection_, row.text(4)),
                                                         .opening = row.text(5),
                                                         .cpu_ns = row.integer(6),
                                                         .turn_cpu_ns = row.integer(7),
                                                         .increment_ns = row.integer(8),
                                                         .wall_ns = row.integer(9),
                                                         .memory_bytes = row.integer(10),
                                                         .threads = static_cast<std::uint32_t>(row.integer(11))});
  });
}

const std::shared_ptr<const SeatIdentity>& Interned::strategy(std::int64_t id) {
  return cached(strategies_, connection_, get_strategy_, id, [&](const Use& row) {
    return std::make_shared<const SeatIdentity>(SeatIdentity{.strategy = row.text(0),
                                                             .name = row.text(0),
                                                             .version = row.text(1),
                                                             .sha256 = row.text(2),
                                                             .options = read_settings(connection_, row.text(3))});
  });
}

const std::shared_ptr<const Machine>& Interned::machine(std::int64_t id) {
  return cached(machines_, connection_, get_machine_, id, [](const Use& row) {
    return std::make_shared<const Machine>(Machine{.name = row.text(0), .cpu = row.text(1), .speed = row.number(2)});
  });
}

const Names& Interned::names(std::int64_t id) {
  return cached(names_, connection_, get_names_, id,
                [&](const Use& row) { return read_words(connection_, row.text(0)); });
}

}  // namespace host
