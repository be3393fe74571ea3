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
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
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
  if (file.empty() || fault) throw Failure(Exit::database, "a results database needs a file name");
  if (fs::is_directory(file_, fault)) refuse("is a folder, not a results database");
  if (options.create) {
    fs::create_directories(file_.parent_path(), fault);
    if (fault) refuse("its folder can't be made: " + fault.message());
  } else if (!fs::exists(file_, fault)) {
    refuse("there is no such results database");
  }
  guarded([&] { open(options); });
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
  }
  database_.emplace(name, SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX);
  sqlite3_busy_handler(database_->getHandle(), wait, this);
  sqlite3_extended_result_codes(database_->getHandle(), 1);
  if (is_empty()) refuse("holds no results yet");
}

void Connection::open(const StoreOptions& options) {
  if (!options.to_write && !is_writable()) return open_to_read();
  // A Store is used in one thread: SQLite need not lock each value.
  const int created = options.create ? SQLite::OPEN_CREATE : 0;
  database_.emplace(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX | created);
  sqlite3_busy_handler(database_->getHandle(), wait, this);
  sqlite3_extended_result_codes(database_->getHandle(), 1);
  // Checks before it changes anything: the file may belong to another program.
  const bool new_one = [&] {
    const SQLite::Transaction at_one_time(*database_);  // another host may be creating the tables
    return is_empty();
  }();
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

void Connection::create_tables() {
  SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
  if (!is_empty()) return;  // another host was faster
  database_->exec(schema);
  database_->exec("PRAGMA application_id = " + std::to_string(application_id));
  database_->exec("PRAGMA user_version = " + std::to_string(schema_version));
  transaction.commit();
}

bool Connection::is_empty() {
  const std::int64_t application = pragma(*database_, "application_id");
  const std::int64_t version = pragma(*database_, "user_version");
  if (application == 0 && version == 0 && database_->execAndGet("SELECT count(*) FROM sqlite_schema").getInt64() == 0)
    return true;
  if (application != application_id) refuse("is a database of another program");
  if (version > schema_version)
    refuse("is a results database of a newer host (its tables are of version " + std::to_string(version) +
           ", this host knows version " + std::to_string(schema_version) + "): update this host, or name another file");
  if (version < 1) damaged("its tables are of version " + std::to_string(version));
  if (version < schema_version)
    refuse("is a results database of an older host (its tables are of version " + std::to_string(version) +
           ", this host has version " + std::to_string(schema_version) +
           "): move it away or name another file, and play its matches again");
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
  throw Failure(Exit::database, file_.string() + ": " + sentence);
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
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_FULL:
      refuse("the disk is full; what was stored before is kept");
    case SQLITE_NOTADB:
      refuse("is no results database");
    case SQLITE_CORRUPT:
      damaged(reason);
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
