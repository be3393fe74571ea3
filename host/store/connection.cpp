#include "host/store/connection.hpp"

#include "host/store/schema.hpp"
#include "host/store/store.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/failure.hpp"
#include "host/util/file_locks.hpp"
#include "host/util/text.hpp"

#include <SQLiteCpp/Transaction.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace host {

namespace fs = std::filesystem;

namespace {

std::int64_t pragma(SQLite::Database& database, const std::string& name) {
  return database.execAndGet("PRAGMA " + name).getInt64();
}

constexpr int instructions_of_beat = 1'000'000;

/// Sets what SQLite advises for files by others (https://www.sqlite.org/security.html): what a file declares is not
/// executed.
void defend(SQLite::Database& database) {
  sqlite3* const handle = database.getHandle();
  for (const auto& [setting, value] :
       {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)})
    sqlite3_db_config(handle, setting, value, nullptr);
  constexpr int most_bytes = (64 << 20) + (1 << 20);  // a transcript, and what a row has besides
  for (const auto& [limit, value] :
       {std::pair(SQLITE_LIMIT_LENGTH, most_bytes), std::pair(SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
        std::pair(SQLITE_LIMIT_EXPR_DEPTH, 100), std::pair(SQLITE_LIMIT_COMPOUND_SELECT, 10),
        std::pair(SQLITE_LIMIT_ATTACHED, 1), std::pair(SQLITE_LIMIT_TRIGGER_DEPTH, 1)})
    sqlite3_limit(handle, limit, value);
  database.exec("PRAGMA cell_size_check = ON");
}

/// A table, an index, a view or a trigger.
struct SchemaObject {
  std::string name;
  std::string type;
  std::string table;
  std::string sql;  // empty: of an index that the system has made
  bool operator==(const SchemaObject&) const = default;
};

/// Returns what a database declares.
std::vector<SchemaObject> declared(SQLite::Database& database) {
  std::vector<SchemaObject> all;
  SQLite::Statement rows(database, "SELECT name, type, tbl_name, coalesce(sql, '') FROM sqlite_schema");
  for (Use row(rows); row.step();) all.push_back({row.text(0), row.text(1), row.text(2), row.text(3)});
  return all;
}

/// Returns what this version of the host declares in a new database.
const std::vector<SchemaObject>& own_schema() {
  static const std::vector<SchemaObject> own = [] {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX);
    database.exec(schema);
    return declared(database);
  }();
  return own;
}

/// Returns why what a database declares is refused, for the end of "FILE: "; "" if it is not. Expressions in a
/// declaration, as in a view, a trigger, an index, a check or a generated column, would be computed while the host
/// reads or writes rows, without an end if their author wants that. Tables of a user's own are never read.
std::string objection(SQLite::Database& database) {
  const std::vector<SchemaObject>& own = own_schema();
  for (const SchemaObject& object : declared(database)) {
    if (std::ranges::find(own, object) != own.end()) continue;
    const bool is_view = object.type == "view";
    const bool is_own_table = std::ranges::find(own, object.table, &SchemaObject::name) != own.end();
    if (is_view || object.type == "trigger" || (object.type == "index" && is_own_table && !object.sql.empty()))
      return "has the " + object.type + " '" + object.name +
             "', as no results database has: refused, because it would run what somebody has written there; 'DROP " +
             object.type + "' in SQLite's shell removes it";
    if (is_own_table)
      return "is a damaged results database: its " + object.type + " '" + object.name + "' is another one";
  }
  return "";
}

/// Returns why the system does not let this process write to a file or its folder, for the end of a sentence; "" if it
/// does.
std::string reason_of_system(const fs::path& file) {
  if (!Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)).is_open())
    return std::string(": ") + std::strerror(errno);
  if (::faccessat(AT_FDCWD, file.parent_path().c_str(), W_OK | X_OK, AT_EACCESS) == 0) return "";
  return std::string(", as its folder can't be: ") + std::strerror(errno);
}

/// Returns whether files in a folder can't be locked. Locks a file of its own: closing another descriptor of the
/// database would release SQLite's locks.
bool is_without_locks(const fs::path& folder) {
  std::string name = (folder / ".agon-lock-XXXXXX").string();
  const Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (!file.is_open()) return false;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  const bool without = ::fcntl(file.get(), F_SETLK, &lock) != 0 && lacks_locks(errno);
  ::unlink(name.c_str());
  return without;
}

/// Returns whether an extended code of SQLite means that the system has failed to lock a file.
bool is_of_locks(int code) {
  static constexpr std::array<int, 6> codes = {SQLITE_IOERR_LOCK,    SQLITE_IOERR_RDLOCK,
                                               SQLITE_IOERR_UNLOCK,  SQLITE_IOERR_SHMMAP,
                                               SQLITE_IOERR_SHMLOCK, SQLITE_IOERR_CHECKRESERVEDLOCK};
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

Connection::Connection(const fs::path& file, const StoreOptions& options) : patience_(options.patience) {
  std::error_code fault;
  file_ = fs::absolute(file, fault);  // SQLite treats ":memory:" and "" specially
  if (file.empty() || fault) throw Failure(Exit::output, "a results database needs a file name");
  check_kind();
  if (options.create) {
    fs::create_directories(file_.parent_path(), fault);
    if (fault) refuse("its folder can't be made: " + fault.message());
  } else if (!fs::exists(file_, fault)) {
    refuse("there is no such results database");
  }
  guarded([&] { open(options); });
}

void Connection::check_kind() const {
  // Not opened, because closing it would release SQLite's locks on it. SQLite also reads and replaces the files beside
  // it, and would wait for the writer of a pipe.
  for (const char* const ending : {"", "-wal", "-shm", "-journal"}) {
    struct stat status {};
    const std::string name = file_.string() + ending;
    if ((*ending == '\0' ? ::stat(name.c_str(), &status) : ::lstat(name.c_str(), &status)) != 0) continue;
    if (S_ISDIR(status.st_mode) && *ending == '\0') refuse("is a folder, not a results database");
    if (!S_ISREG(status.st_mode))
      throw Failure(Exit::output,
                    name + ": is no regular file, as a results database and SQLite's files beside it are");
  }
}

bool Connection::is_writable() const {
  if (::access(file_.parent_path().c_str(), W_OK) != 0) return false;
  const std::string name = file_.string();
  const std::vector<std::string> all = {name, name + "-wal", name + "-shm"};
  return std::all_of(all.begin(), all.end(),
                     [](const std::string& each) { return ::access(each.c_str(), W_OK) == 0 || errno == ENOENT; });
}

void Connection::open_to_read() {
  // A log's content belongs to the database. Without a log no process is writing, and SQLite need not lock the file.
  std::error_code none;
  const bool log = fs::file_size(file_.string() + "-wal", none) > 0 && !none;
  std::string name = file_.string();
  if (!log) {
    for (const auto& [special, code] : {std::pair("%", "%25"), std::pair("?", "%3f"), std::pair("#", "%23")})
      boost::replace_all(name, special, code);
    name = "file:" + name + "?immutable=1";
    unlocked_since_ = fs::last_write_time(file_, none);
  }
  database_.emplace(name, SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX);
  prepare();
  if (is_empty()) refuse("holds no results yet");
  check_schema();
}

void Connection::check_unchanged() const {
  if (!unlocked_since_) return;
  std::error_code none;
  const bool log = fs::file_size(file_.string() + "-wal", none) > 0 && !none;
  if (log || fs::last_write_time(file_, none) != *unlocked_since_)
    refuse("was written to while it was read: run the command again");
}

void Connection::open(const StoreOptions& options) {
  if (!options.to_write && !is_writable()) return open_to_read();
  // A Store is used in one thread: SQLite need not lock each value.
  const int created = options.create ? SQLite::OPEN_CREATE : 0;
  database_.emplace(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX | created);
  prepare();
  // Checks before it changes anything: the file may belong to another program.
  const bool new_one = [&] {
    const SQLite::Transaction at_one_time(*database_);  // another host may be creating the tables
    return is_empty();
  }();
  if (!new_one) check_schema();
  if (sqlite3_db_readonly(database_->getHandle(), "main") != 0) refuse("can't be written to: it is read-only");
  // A match changes a few bytes on each of five pages, and the log stores whole pages: small pages halve the written
  // data.
  if (new_one) database_->exec("PRAGMA page_size = 2048");
  use_write_ahead_log();
  // With the log, NORMAL preserves every transaction if the process is killed, and a consistent file after a power
  // failure.
  database_->exec("PRAGMA synchronous = NORMAL");
  // Fewer checkpoints write fewer pages twice; the log needs up to 8 MiB.
  database_->exec("PRAGMA wal_autocheckpoint = 4000");
  database_->exec("PRAGMA cache_size = -8192");
  if (options.max_pages) database_->exec("PRAGMA max_page_count = " + std::to_string(*options.max_pages));
  if (new_one) create_tables();
}

void Connection::prepare() {
  sqlite3_busy_handler(database_->getHandle(), wait, this);
  sqlite3_progress_handler(database_->getHandle(), instructions_of_beat, count, this);
  sqlite3_extended_result_codes(database_->getHandle(), 1);
  defend(*database_);
}

int Connection::count(void* self) {
  // A row takes dozens of bytes, and some hundred instructions.
  constexpr std::int64_t for_byte = 100;
  constexpr std::int64_t at_least = 20'000'000;
  std::int64_t& effort = Effort::of_thread();
  effort += instructions_of_beat;
  return effort > at_least && effort > at_least + for_byte * static_cast<Connection*>(self)->size() ? 1 : 0;
}

std::int64_t Connection::size() const {
  std::int64_t all = 0;
  for (const char* const ending : {"", "-wal"}) {
    std::error_code none;
    const std::uintmax_t bytes = fs::file_size(file_.string() + ending, none);
    if (!none) all += static_cast<std::int64_t>(bytes);
  }
  return all;
}

std::int64_t& Effort::of_thread() {
  static thread_local std::int64_t effort = 0;
  return effort;
}

void Connection::create_tables() {
  SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
  if (!is_empty()) return;  // another host was faster
  database_->exec(schema);
  database_->exec("PRAGMA application_id = " + std::to_string(application_id));
  database_->exec("PRAGMA user_version = " + std::to_string(schema_version));
  transaction.commit();
}

void Connection::check_schema() {
  if (const std::string why = objection(*database_); !why.empty()) refuse(why);
}

bool Connection::is_empty() {
  const std::int64_t application = pragma(*database_, "application_id");
  const std::int64_t version = pragma(*database_, "user_version");
  if (application == 0 && version == 0 && database_->execAndGet("SELECT count(*) FROM sqlite_schema").getInt64() == 0)
    return true;
  if (application == unreleased_id)
    refuse(
        "is a results database from before version 1.0: move it away or name another file, and play its matches again");
  if (application != application_id) refuse("is a database of another program");
  if (version > schema_version)
    refuse("is a results database of a newer host (its tables are of version " + std::to_string(version) +
           ", this host knows version " + std::to_string(schema_version) + "): update this host, or name another file");
  if (version < 1) damaged("its tables are of version " + std::to_string(version));
  return false;
}

void Connection::use_write_ahead_log() {
  // If two hosts open a new file at the same time, SQLite reports to one of them that it is busy, without waiting.
  for (int attempt = 0;; ++attempt) {
    try {
      if (database_->execAndGet("PRAGMA journal_mode = WAL").getString() != "wal")
        refuse("can't be written to with a log beside it: its file system may lack locks or shared memory");
      return;
    } catch (const SQLite::Exception& exception) {
      if ((exception.getErrorCode() & 0xff) != SQLITE_BUSY || wait(this, attempt) == 0) throw;
    }
  }
}

int Connection::wait(void* self, int attempt) {
  using namespace std::chrono_literals;
  auto& connection = *static_cast<Connection*>(self);
  const auto now = std::chrono::steady_clock::now();
  if (attempt == 0) connection.waiting_since_ = now;
  const auto waited = now - connection.waiting_since_;
  // SQLite treats a file system without locks like one whose file is locked.
  if (waited >= 100ms && !std::exchange(connection.has_tried_locks_, true))
    connection.is_without_locks_ = is_without_locks(connection.file_.parent_path());
  if (connection.is_without_locks_ || waited >= connection.patience_) return 0;
  // Other processes' transactions take microseconds; their checkpoints take milliseconds.
  std::this_thread::sleep_for(std::min<std::chrono::microseconds>(50us * (1 << std::min(attempt, 7)), 5ms));
  return 1;
}

void Connection::refuse(const std::string& sentence) const {
  throw Failure(Exit::output, file_.string() + ": " + sentence);
}

void Connection::damaged(const std::string& what) const {
  refuse("is a damaged results database: " + what);
}

void Connection::refuse(const SQLite::Exception& exception) const {
  const std::string reason = exception.what();
  if (is_without_locks_ || is_of_locks(exception.getExtendedErrorCode()))
    refuse(
        "its file system has no locks, as some network file systems: name a file on a local disk with --db, or play "
        "with --no-db");
  switch (exception.getErrorCode() & 0xff) {
    case SQLITE_NOMEM:  // also what SQLite says of a damaged record that claims to have 4 GiB
      refuse("takes more memory than there is: it may be damaged");
    case SQLITE_FULL:
      refuse("the disk is full; what was stored before is kept");
    case SQLITE_NOTADB:
      refuse("is no results database");
    case SQLITE_CORRUPT:
      damaged(reason);
    case SQLITE_INTERRUPT:
      damaged("its tables have no end");
    case SQLITE_READONLY:
      refuse("can't be written to: it is read-only");
    case SQLITE_CANTOPEN:
      refuse("can't be opened and written to" + reason_of_system(file_));
    case SQLITE_IOERR:
      refuse("can't be read or written (" + reason +
             "): the disk may be full or broken, or the size of files limited; what was stored before is kept");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      refuse("another program has kept it locked for more than " +
             decimal(std::chrono::duration<double>(patience_).count()) + " s");
    default:
      refuse(reason);
  }
}

}  // namespace host
