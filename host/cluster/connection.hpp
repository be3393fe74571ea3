// A connection to a PostgreSQL server, and what a statement returns. The only part of the host that knows libpq.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct pg_conn;
struct pg_result;

namespace host::cluster {

/// The server can't be reached any more, or refuses work for now: after a pause, the same work can be tried again on a
/// new connection. A statement that failed so may have had its effect.
struct Lost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value of the type bytea.
struct Bytes {
  std::string_view bytes;
};

/// The rows that a statement has returned. Columns have the types text, bytea, bigint, double precision or boolean.
class Rows {
 public:
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// Returns "" for NULL.
  [[nodiscard]] std::string text(std::size_t row, int column) const;
  /// Return 0 for NULL.
  [[nodiscard]] std::int64_t number(std::size_t row, int column) const;
  [[nodiscard]] double real(std::size_t row, int column) const;
  [[nodiscard]] bool truth(std::size_t row, int column) const;
  /// Returns what make(row) returns for each row.
  template <class Make>
  [[nodiscard]] auto each(const Make& make) const {
    std::vector<decltype(make(std::size_t{}))> all;
    for (std::size_t row = 0; row < size(); ++row) all.push_back(make(row));
    return all;
  }

 private:
  friend class Connection;
  explicit Rows(std::shared_ptr<pg_result> result) : result_(std::move(result)) {}

  std::shared_ptr<pg_result> result_;
};

/// Used by one thread at a time.
class Connection {
 public:
  /// Connects to the server that `url` names: postgresql://..., or the words of libpq's connection strings. Throws
  /// Failure(cluster), if the URL is wrong or contains a password, or Lost if the server can't be reached or refuses
  /// the user.
  explicit Connection(const std::string& url);

  /// Executes one statement, with the values of $1 and so on: texts, numbers, Bytes, and vectors for bigint[]. Throws
  /// Lost, and Failure(cluster) for any other failure.
  template <class... Values>
  Rows run(const char* statement, const Values&... values) {
    return run_with(statement, {value_of(values)...});
  }

  /// Executes several statements as one transaction.
  void run_all(const char* statements);

 private:
  /// A value as libpq takes it.
  struct Value {
    std::string text;
    bool binary = false;
  };
  static Value value_of(std::string_view text) { return {std::string(text)}; }
  static Value value_of(std::int64_t number) { return {std::to_string(number)}; }
  static Value value_of(std::size_t number) { return {std::to_string(number)}; }
  static Value value_of(double number);
  static Value value_of(const Bytes& value) { return {std::string(value.bytes), true}; }
  static Value value_of(const std::vector<std::int64_t>& numbers);
  Rows run_with(const char* statement, const std::vector<Value>& values);
  Rows checked(pg_result* result);

  std::shared_ptr<pg_conn> connection_;
};

}  // namespace host::cluster
