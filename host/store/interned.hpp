// Stores data shared by many matches once, under a number: conditions, strategies, and line-ups. Combines
// the rows of a query over matches and seats, one row per seat, to matches.
#pragma once

#include "host/match/result.hpp"
#include "host/store/connection.hpp"
#include "host/store/words.hpp"
#include "host/util/machine.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace host {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// The names of a run's strategies on the seats of a match, and what the user has written for each.
struct LineUp {
  Words names;
  Words plugins;
  auto operator<=>(const LineUp&) const = default;
};

/// Returns a JSON object of strings. Replaces invalid UTF-8 by replacement characters.
std::string to_json_text(const Settings& settings);

/// A table of values that many matches share: each once, under its number. `Key`: what tells them apart.
template <class Key, class Value>
class SharedTable {
 public:
  /// `read` makes a value of a row with these columns.
  SharedTable(Connection& connection, const std::string& table, const std::string& columns,
              Value (*read)(const Connection& connection, const Use& row))
      : connection_(connection),
        read_(read),
        add_(connection.database(),
             "INSERT INTO " + table + " (" + columns + ") VALUES (" + places(columns) + ") ON CONFLICT DO NOTHING"),
        find_(connection.database(),
              "SELECT id FROM " + table + " WHERE (" + columns + ") = (" + places(columns) + ")"),
        get_(connection.database(), "SELECT " + columns + " FROM " + table + " WHERE id = ?") {}

  /// Returns the number of the value that is told apart by `fields`. If it is new, stores it: `row` returns its columns
  /// as a tuple.
  template <class Fields, class Row>
  std::int64_t id(const Fields& fields, Row row) {
    if (const auto known = ids_.find(fields); known != ids_.end()) return known->second;
    return std::apply(
        [&](const auto&... columns) {
          Use(add_, columns...).run();
          Use found(find_, columns...);
          found.step();
          return ids_[Key(fields)] = found.integer(0);
        },
        row());
  }
  void forget_ids() { ids_.clear(); }

  const Value& at(std::int64_t id) {
    if (const auto known = values_.find(id); known != values_.end()) return known->second;
    Use row(get_, id);
    if (!row.step()) connection_.damaged("it lacks what its matches refer to");
    return values_.emplace(id, read_(connection_, row)).first->second;
  }

 private:
  static std::string places(const std::string& columns) {
    std::string all = "?";
    for (const char each : columns) all += each == ',' ? ", ?" : "";
    return all;
  }

  Connection& connection_;
  Value (*read_)(const Connection& connection, const Use& row);
  SQLite::Statement add_, find_, get_;
  std::map<Key, std::int64_t, std::less<>> ids_;
  std::unordered_map<std::int64_t, Value> values_;
};

class Interned {
 public:
  explicit Interned(Connection& connection);

  /// Return the number of these values, and store them if they are new. Must be called in a transaction.
  std::int64_t id(const Conditions& conditions);
  std::int64_t id(const std::string& game, const SeatIdentity& strategy);
  std::int64_t id(const LineUp& line_up);
  std::int64_t id(const Machine& machine);
  /// Must be called after a rollback: numbers assigned in the transaction may be assigned again.
  void forget_ids();

  /// Return the values with this number. Throw Failure(database) if there are none.
  const std::shared_ptr<const Conditions>& conditions(std::int64_t id) { return conditions_.at(id); }
  const std::shared_ptr<const SeatIdentity>& strategy(std::int64_t id) { return strategies_.at(id); }
  const LineUp& line_up(std::int64_t id) { return line_ups_.at(id); }
  const std::shared_ptr<const Machine>& machine(std::int64_t id) { return machines_.at(id); }

 private:
  SharedTable<Conditions, std::shared_ptr<const Conditions>> conditions_;
  SharedTable<std::tuple<std::string, std::string, std::string, std::string, Settings>,
              std::shared_ptr<const SeatIdentity>>
      strategies_;
  SharedTable<LineUp, LineUp> line_ups_;
  SharedTable<std::tuple<std::string, std::string, double>, std::shared_ptr<const Machine>> machines_;
};

/// The first columns of a query for read_match(); the query must name matches `m` and seats `s`.
extern const std::string match_columns;
/// Their number: the index of a query's first further column.
constexpr int match_column_count = 20;

/// Reads the current row of `rows` and all following rows of the same match. Fills `match`, except its run and place.
/// Returns false if these were the last rows; otherwise `rows` is at the next match. Throws Failure(database).
bool read_match(Use& rows, Interned& interned, Connection& connection, Result& match);

}  // namespace host
