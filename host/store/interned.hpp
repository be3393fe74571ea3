// Stores data shared by many matches once, under a number: conditions, strategies, and the names of the seats.
#pragma once

#include "host/machine.hpp"
#include "host/store/connection.hpp"
#include "host/store/identity.hpp"
#include "host/store/words.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace host {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Names = Words;

/// Returns a JSON object of strings. Replaces invalid UTF-8 by replacement characters.
std::string to_json_text(const Settings& settings);
/// Throws Failure(database).
Settings read_settings(const Connection& connection, const std::string& text);

class Interned {
 public:
  explicit Interned(Connection& connection);

  /// Return the number of these values, and store them if they are new. Must be called in a transaction.
  std::int64_t id(const Conditions& conditions);
  std::int64_t id(const std::string& game, const SeatIdentity& strategy);
  std::int64_t id(const Names& names);
  std::int64_t id(const Machine& machine);
  /// Must be called after a rollback: numbers assigned in the transaction may be assigned again.
  void forget_ids();

  /// Return the values with this number. Throw Failure(database) if there are none.
  const std::shared_ptr<const Conditions>& conditions(std::int64_t id);
  const std::shared_ptr<const SeatIdentity>& strategy(std::int64_t id);
  const Names& names(std::int64_t id);
  const std::shared_ptr<const Machine>& machine(std::int64_t id);

 private:
  using Strategy = std::tuple<std::string, std::string, std::string, std::string, Settings>;

  Connection& connection_;
  SQLite::Statement add_conditions_, find_conditions_, get_conditions_;
  SQLite::Statement add_strategy_, find_strategy_, get_strategy_;
  SQLite::Statement add_names_, find_names_, get_names_;
  SQLite::Statement add_machine_, find_machine_, get_machine_;
  std::map<Conditions, std::int64_t> conditions_ids_;
  std::map<Strategy, std::int64_t, std::less<>> strategy_ids_;
  std::map<Names, std::int64_t> names_ids_;
  std::map<std::tuple<std::string, std::string, double>, std::int64_t, std::less<>> machine_ids_;
  std::unordered_map<std::int64_t, std::shared_ptr<const Conditions>> conditions_;
  std::unordered_map<std::int64_t, std::shared_ptr<const SeatIdentity>> strategies_;
  std::unordered_map<std::int64_t, Names> names_;
  std::unordered_map<std::int64_t, std::shared_ptr<const Machine>> machines_;
};

}  // namespace host
