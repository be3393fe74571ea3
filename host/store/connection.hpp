// An open database file. Wraps SQLite for the Store and converts its errors to Failures.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace host {

struct StoreOptions;
class Failure;

/// Binary data.
struct Blob {
  const std::string& bytes;
};

/// Counts the instructions of SQLite's machine in one use of a statement. Pages of a file by others can be built so
/// that a table of a few pages never ends.
class Effort {
 public:
  Effort() : before_(std::exchange(of_thread(), 0)) {}
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;
  ~Effort() { of_thread() = before_; }

  /// The innermost use of this thread.
  static std::int64_t& of_thread();

 private:
  std::int64_t before_;
};

/// One use of a prepared statement. At its end, the statement is reset and holds no lock. Text is borrowed.
class Use {
 public:
  template <class... Values>
  explicit Use(SQLite::Statement& statement, const Values&... values) : statement_(statement) {
    int index = 0;
    (bind(++index, values), ...);
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() { statement_.tryReset(); }

  /// Advances to the next row. Returns false if there is none.
  bool step() { return statement_.executeStep(); }
  /// Runs to the end. Returns the number of changed rows.
  int run() { return statement_.exec(); }

  [[nodiscard]] std::int64_t integer(int column) const { return statement_.getColumn(column).getInt64(); }
  [[nodiscard]] double number(int column) const { return statement_.getColumn(column).getDouble(); }
  [[nodiscard]] std::string text(int column) const { return statement_.getColumn(column).getString(); }
  [[nodiscard]] bool has(int column) const { return !statement_.getColumn(column).isNull(); }

 private:
  void bind(int index, std::int64_t value) { statement_.bind(index, value); }
  void bind(int index, double value) { statement_.bind(index, value); }
  void bind(int index, const std::string& value) { statement_.bindNoCopy(index, value); }
  void bind(int index, const char* value) { statement_.bindNoCopy(index, value); }
  void bind(int index, const Blob& value) {
    statement_.bindNoCopy(index, value.bytes.data(), static_cast<int>(value.bytes.size()));
  }
  template <class Value>
  void bind(int index, const std::optional<Value>& value) {
    if (value) {
      bind(index, *value);
    } else {
      statement_.bind(index);  // NULL
    }
  }

  SQLite::Statement& statement_;
  Effort effort_;
};

class Connection {
 public:
  /// Opens the file, or creates it with its tables. Throws Failure(database).
  Connection(const std::filesystem::path& file, const StoreOptions& options);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() = default;

  SQLite::Database& database() { return *database_; }

  /// Executes a statement that is not used again. Returns the number of changed rows.
  template <class... Values>
  int run(const std::string& statement, const Values&... values) {
    SQLite::Statement prepared(*database_, statement);
    return Use(prepared, values...).run();
  }

  /// Returns the result of `body`. Converts an error of SQLite to Failure(database).
  template <class Body>
  auto guarded(Body&& body) {
    const Effort effort;
    try {
      if constexpr (std::is_void_v<decltype(body())>) {
        body();
        check_unchanged();
      } else {
        auto result = body();
        check_unchanged();
        return result;
      }
    } catch (const SQLite::Exception& exception) {
      check_unchanged();
      refuse(exception);
    }
  }

  /// Throws Failure(database) with the file's name and the sentence.
  [[noreturn]] void refuse(const std::string& sentence) const;
  /// Throws Failure(database): the database contains invalid data.
  [[noreturn]] void damaged(const std::string& what) const;

 private:
  [[noreturn]] void refuse(const SQLite::Exception& exception) const;
  static int wait(void* self, int attempt);
  /// Ends a use that takes more than its file can.
  static int count(void* self);
  /// Returns the bytes of the file and its log, which may grow.
  [[nodiscard]] std::int64_t size() const;
  /// Throws Failure(database) if the database has views or triggers of others, or if its tables are others than this
  /// host makes.
  void check_schema();
  /// Sets what a new connection needs.
  void prepare();
  /// Refuses a file that is no regular one before SQLite opens it.
  void check_kind() const;
  void open(const StoreOptions& options);
  [[nodiscard]] bool is_writable() const;
  /// Opens the file read-only, when neither the file nor SQLite's files next to it can be written.
  void open_to_read();
  /// If nothing locks the file, throws Failure(database) if another process has written to it meanwhile: what SQLite
  /// has returned is undefined then.
  void check_unchanged() const;
  void use_write_ahead_log();
  /// Returns whether there are no tables yet. Throws Failure(database) if the tables are not this host's.
  bool is_empty();
  void create_tables();

  std::filesystem::path file_;
  std::chrono::milliseconds patience_;
  std::chrono::steady_clock::time_point waiting_since_;
  bool has_tried_locks_ = false;
  bool is_without_locks_ = false;                                  // the file system
  std::optional<std::filesystem::file_time_type> unlocked_since_;  // the time of the file's last change
  std::optional<SQLite::Database> database_;
};

}  // namespace host
