#include "host/store/store.hpp"

#include "host/store/connection.hpp"
#include "host/store/interned.hpp"
#include "host/store/run_locks.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"

#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace host {

namespace {

constexpr std::array<const char*, 3> run_states = {"running", "finished", "interrupted"};
constexpr std::array<const char*, 5> run_kinds = {"play", "tournament", "compare", "search", "league"};

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// Returns the number as SQLite stores it.
std::int64_t stored(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

std::optional<std::int64_t> unless_0(std::uint64_t number) {
  return number == 0 ? std::nullopt : std::optional(stored(number));
}

std::int64_t time_of(const Result& match) {
  return match.played != 0 ? match.played : now();
}

LineUp line_up(const Place& place) {
  return {place.names, place.plugins};
}

RunState read_state(const Connection& connection, const std::string& name) {
  const auto state = std::find(run_states.begin(), run_states.end(), name);
  if (state == run_states.end()) connection.damaged("a run has the state '" + name + "'");
  return static_cast<RunState>(state - run_states.begin());
}

const char* kind_name(RunKind kind) {
  return run_kinds.at(static_cast<std::size_t>(kind));
}

RunKind read_kind(const Connection& connection, const std::string& name) {
  const auto kind = std::find(run_kinds.begin(), run_kinds.end(), name);
  if (kind == run_kinds.end()) connection.damaged("a run is of the kind '" + name + "'");
  return static_cast<RunKind>(kind - run_kinds.begin());
}

}  // namespace

/// The connection, and the prepared statements that are reused.
struct Store::Parts {
  Parts(const std::filesystem::path& file, const StoreOptions& options);

  /// Runs `body` in a transaction: that of the call around it, if there is one.
  template <class Body>
  void write(Body&& body);
  /// Stores the match and its seats. Returns nothing if there is a match with that key. Requires a transaction.
  std::optional<MatchId> store(RunId run, const std::string& key, const Result& match);
  /// Returns whether the stored match was played as this one. Requires a transaction.
  bool is_repeated(MatchId match, const Result& result);
  /// Gives the stored match another result. Requires a transaction.
  void replace(MatchId match, const Result& result);
  bool has_transcript(MatchId match) {
    Use row(get_transcript, match);
    return row.step();
  }
  void store_seats(MatchId match, const Result& result);
  /// Requires a transaction.
  void take_place(RunId run, const Place& place, MatchId match);
  /// Gives the run a match that another one has played. Requires a transaction.
  void share(RunId run, const Place& place, MatchId match);

  /// A run that is neither played by any process nor marked as ended was killed.
  [[nodiscard]] RunState state_of(RunId run, const std::string& stored) const {
    const RunState state = read_state(connection, stored);
    return state == RunState::running && !locks.is_held(run) ? RunState::interrupted : state;
  }
  /// Requires a transaction.
  RunId insert_run(const RunRecord& record, std::int64_t started, const std::optional<std::int64_t>& finished,
                   RunState state);
  /// Requires a transaction.
  void end_killed_runs();

  Connection connection;
  bool writing = false;  // inside write()
  RunLocks locks;
  Interned interned;
  SQLite::Statement add_fault, find_fault, add_match, find_id, add_seat, add_machine, add_transcript, place_match,
      take_over, holds, find, get_transcript, get_key, players;
};

Store::Parts::Parts(const std::filesystem::path& file, const StoreOptions& options)
    : connection(file, options),
      locks(file),
      interned(connection),
      add_fault(connection.database(),
                "INSERT INTO game_faults (run, number, block, key, seed, line_up, reason) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING"),
      find_fault(connection.database(), "SELECT reason FROM game_faults WHERE key = ? ORDER BY run DESC LIMIT 1"),
      add_match(connection.database(),
                "INSERT OR IGNORE INTO stored_matches (key, conditions, run, seed, parameters, played, start, digest,"
                " opening) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      find_id(connection.database(), "SELECT id FROM stored_matches WHERE key = ?"),
      add_seat(connection.database(),
               "INSERT INTO seats (match, seat, strategy, score, contest, outcome, reason, log, cpu_us, wall_us,"
               " peak_kib, turns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      add_machine(connection.database(), "INSERT INTO played_on (match, machine) VALUES (?, ?)"),
      add_transcript(connection.database(), "INSERT OR IGNORE INTO transcripts (match, line, size) VALUES (?, ?, ?)"),
      place_match(connection.database(),
                  "INSERT INTO run_matches (run, number, block, match, line_up) VALUES (?, ?, ?, ?, ?)"
                  " ON CONFLICT DO NOTHING"),
      take_over(connection.database(),
                "UPDATE stored_matches SET run = ?1 WHERE id = ?2"
                " AND (SELECT kind FROM runs WHERE id = stored_matches.run) = 'search'"
                " AND (SELECT kind FROM runs WHERE id = ?1) <> 'search'"),
      holds(connection.database(), "SELECT match FROM run_matches WHERE run = ? AND number = ?"),
      find(connection.database(), "SELECT " + match_columns +
                                      " FROM stored_matches m JOIN seats s ON s.match = m.id WHERE m.key = ?"
                                      " ORDER BY s.seat"),
      get_transcript(connection.database(), "SELECT line, size FROM transcripts WHERE match = ?"),
      get_key(connection.database(), "SELECT key FROM stored_matches WHERE id = ?"),
      players(connection.database(), "SELECT DISTINCT strategy FROM seats WHERE match = ? ORDER BY strategy") {}

RunId Store::Parts::insert_run(const RunRecord& record, std::int64_t started,
                               const std::optional<std::int64_t>& finished, RunState state) {
  connection.run(
      "INSERT INTO runs (started, finished, state, command, game, version, host, contest, schedule, kind, measure,"
      " options, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      started, finished, run_state_name(state), to_json_text(record.command), record.game, record.version, record.host,
      static_cast<std::int64_t>(record.contest), unless_0(record.schedule), std::string(kind_name(record.kind)),
      std::string(measure_name(record.measure)), to_json_text(record.options), record.secret);
  return connection.database().getLastInsertRowid();
}

void Store::Parts::end_killed_runs() {
  SQLite::Statement running(connection.database(), "SELECT id, state FROM runs WHERE state = 'running'");
  std::vector<RunId> killed;
  for (Use row(running); row.step();) {
    if (state_of(row.integer(0), row.text(1)) == RunState::interrupted) killed.push_back(row.integer(0));
  }
  for (const RunId run : killed) connection.run("UPDATE runs SET state = 'interrupted' WHERE id = ?", run);
}

template <class Body>
void Store::Parts::write(Body&& body) {
  if (writing) return body();
  connection.guarded([&] {
    try {
      SQLite::Transaction transaction(connection.database(), SQLite::TransactionBehavior::IMMEDIATE);
      writing = true;
      body();
      writing = false;
      transaction.commit();
    } catch (...) {
      writing = false;
      interned.forget_ids();
      throw;
    }
  });
}

std::optional<MatchId> Store::Parts::store(RunId run, const std::string& key, const Result& match) {
  std::optional<std::string> drawn;
  if (match.drawn && *match.drawn != match.conditions->parameters) drawn = to_json_text(*match.drawn);
  const bool is_new =
      Use(add_match, Blob{key}, interned.id(*match.conditions), run, stored(match.seed), drawn, time_of(match),
          stored(match.digests.start), stored(match.digests.match), unless_0(match.digests.opening))
          .run() == 1;
  if (!is_new) return std::nullopt;
  const MatchId id = connection.database().getLastInsertRowid();
  store_seats(id, match);
  return id;
}

bool Store::Parts::is_repeated(MatchId match, const Result& result) {
  SQLite::Statement known(connection.database(), "SELECT digest FROM stored_matches WHERE id = ?");
  Use digest(known, match);
  return digest.step() && digest.integer(0) == stored(result.digests.match);
}

void Store::Parts::replace(MatchId match, const Result& result) {
  connection.run("UPDATE stored_matches SET played = ?, start = ?, digest = ?, opening = ? WHERE id = ?",
                 time_of(result), stored(result.digests.start), stored(result.digests.match),
                 unless_0(result.digests.opening), match);
  for (const char* const table : {"seats", "played_on"})
    connection.run(std::string("DELETE FROM ") + table + " WHERE match = ?", match);
  store_seats(match, result);
}

void Store::Parts::store_seats(MatchId match, const Result& result) {
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto& [score, outcome, usage] = result.seats[seat];
    Use(add_seat, match, static_cast<std::int64_t>(seat),
        interned.id(result.conditions->game, *result.strategies.at(seat)), score, result.contest.at(seat),
        outcome_name(outcome.kind), unless_empty(outcome.reason), unless_empty(outcome.log), usage.cpu_us(),
        (usage.wall_ns + 500) / 1000, usage.peak_kib, usage.turns)
        .run();
  }
  Use(add_machine, match, interned.id(result.machine ? *result.machine : this_machine())).run();
}

void Store::Parts::take_place(RunId run, const Place& place, MatchId match) {
  const auto number = static_cast<std::int64_t>(place.number);
  if (Use(place_match, run, number, static_cast<std::int64_t>(place.block), match, interned.id(line_up(place))).run() ==
      1)
    return;
  Use row(holds, run, number);
  if (!row.step() || row.integer(0) != match)
    connection.refuse("run " + std::to_string(run) + " holds another match as number " + std::to_string(number));
}

void Store::Parts::share(RunId run, const Place& place, MatchId match) {
  take_place(run, place, match);
  Use(take_over, run, match).run();  // or tables of all runs would lack it, which leave searches out
}

Store::Store(const std::filesystem::path& file, const StoreOptions& options) {
  try {
    parts_ = std::make_unique<Parts>(file, options);
  } catch (const SQLite::Exception& exception) {
    // The file's id is correct, but a table or a column is missing.
    throw Failure(Exit::output, file.string() + ": is a damaged results database: " + exception.what());
  }
}

Store::~Store() = default;

void Store::together(const std::function<void()>& body) {
  parts_->write(body);
}

void Store::together_reading(const std::function<void()>& body) {
  parts_->connection.guarded([&] {
    SQLite::Transaction transaction(parts_->connection.database());
    body();
    transaction.commit();
  });
}

RunId Store::begin_run(const RunRecord& record) {
  RunId run = 0;
  parts_->write([&] {
    parts_->end_killed_runs();
    run = parts_->insert_run(record, now(), std::nullopt, RunState::running);
    if (record.shard) add_shard({.run = run, .shard = *record.shard});
    parts_->locks.hold(run);  // before other processes can see that the run exists
  });
  return run;
}

void Store::add_file(const std::string& sha256, const GivenFile& file) {
  parts_->write([&] {
    parts_->connection.run("INSERT OR IGNORE INTO files (sha256, plugin, folder) VALUES (?, ?, ?)", sha256, file.plugin,
                           file.folder);
  });
}

std::vector<GivenFile> Store::files(const std::string& sha256) {
  return parts_->connection.guarded([&] {
    SQLite::Statement all(parts_->connection.database(), "SELECT plugin, folder FROM files WHERE sha256 = ?");
    std::vector<GivenFile> files;
    for (Use row(all, sha256); row.step();) files.push_back({row.text(0), row.text(1)});
    return files;
  });
}

void Store::add_build(const std::string& game, const SeatIdentity& strategy, const GivenFile& file) {
  parts_->write([&] { parts_->interned.id(game, strategy); });
  add_file(strategy.sha256, file);
}

std::optional<SeatIdentity> Store::last_other_build(const std::string& game, const SeatIdentity& strategy) {
  return parts_->connection.guarded([&] {
    SQLite::Statement last(parts_->connection.database(),
                           "SELECT version, sha256 FROM strategies WHERE game = ? AND strategy = ? AND sha256 <> ?"
                           " ORDER BY id DESC LIMIT 1");
    std::optional<SeatIdentity> found;
    Use row(last, game, strategy.strategy, strategy.sha256);
    if (row.step())
      found = SeatIdentity{
          .strategy = strategy.strategy, .name = {}, .version = row.text(0), .sha256 = row.text(1), .options = {}};
    return found;
  });
}

void Store::finish_run(RunId run, RunState state) {
  parts_->write([&] {
    parts_->connection.run("UPDATE runs SET finished = ?, state = ? WHERE id = ?", now(), run_state_name(state), run);
    parts_->connection.run("UPDATE shards SET finished = ? WHERE run = ?",
                           static_cast<std::int64_t>(state == RunState::finished ? 1 : 0), run);
  });
  parts_->locks.release(run);
}

std::optional<Result> Store::find(const std::string& key) {
  return parts_->connection.guarded([&]() -> std::optional<Result> {
    Use rows(parts_->find, Blob{key});
    if (!rows.step()) return std::nullopt;
    Result match;
    read_match(rows, parts_->interned, parts_->connection, match);
    return match;
  });
}

Added Store::add(RunId run, const std::string& key, const Result& match, const PackedLine& line) {
  Added added = Added::as_played;
  parts_->write([&] {
    auto id = parts_->store(run, key, match);
    const bool is_new = id.has_value();
    if (!is_new) {
      Use row(parts_->find_id, Blob{key});
      row.step();
      id = row.integer(0);
      const bool replaces = !line.bytes.empty() && !parts_->has_transcript(*id);
      if (!parts_->is_repeated(*id, match)) added = replaces ? Added::in_place_of : Added::earlier;
      if (replaces) parts_->replace(*id, match);
    }
    if (added != Added::earlier && !line.bytes.empty())
      Use(parts_->add_transcript, *id, Blob{line.bytes}, static_cast<std::int64_t>(line.size)).run();
    is_new ? parts_->take_place(run, match.place, *id) : parts_->share(run, match.place, *id);
  });
  return added;
}

void Store::adopt(RunId run, const Place& place, MatchId match) {
  parts_->write([&] { parts_->share(run, place, match); });
}

void Store::add_fault(RunId run, const StoredFault& fault) {
  parts_->write([&] {
    Use(parts_->add_fault, run, stored(fault.place.number), stored(fault.place.block), Blob{fault.key},
        stored(fault.seed), parts_->interned.id(line_up(fault.place)), fault.reason)
        .run();
  });
}

std::optional<std::string> Store::find_fault(const std::string& key) {
  return parts_->connection.guarded([&]() -> std::optional<std::string> {
    Use row(parts_->find_fault, Blob{key});
    return row.step() ? std::optional(row.text(0)) : std::nullopt;
  });
}

std::optional<PackedLine> Store::packed_transcript(MatchId match) {
  return parts_->connection.guarded([&]() -> std::optional<PackedLine> {
    Use row(parts_->get_transcript, match);
    if (!row.step()) return std::nullopt;
    return PackedLine{row.text(0), static_cast<std::size_t>(row.integer(1))};
  });
}

std::optional<std::string> Store::transcript(MatchId match) {
  const auto packed = packed_transcript(match);
  if (!packed) return std::nullopt;
  std::string line;
  if (!unpack_line(*packed, line)) parts_->connection.damaged("a transcript can't be read");
  return line;
}

bool Store::has_transcript(MatchId match) {
  return parts_->connection.guarded([&] { return parts_->has_transcript(match); });
}

std::uint64_t Store::remove_transcripts(const std::optional<RunId>& run) {
  int removed = 0;
  parts_->write([&] {
    removed = parts_->connection.run(
        "DELETE FROM transcripts WHERE ?1 IS NULL OR match IN (SELECT match FROM run_matches WHERE run = ?1)", run);
  });
  if (removed > 0) parts_->connection.guarded([&] { parts_->connection.database().exec("VACUUM"); });
  return static_cast<std::uint64_t>(removed);
}

namespace {

/// The matches of runs `u` in their order. CROSS JOIN forces SQLite to use it; any other order would require sorting.
const std::string matches_of_runs =
    " FROM runs u CROSS JOIN run_matches r ON r.run = u.id CROSS JOIN stored_matches m ON m.id = r.match";

/// Returns the condition of the filter on matches_of_runs; ?1 is its run, and ?2 its game.
std::string condition_of(const Filter& filter) {
  std::string condition = filter.run ? "u.id = ?1" : filter.one_schedule ? "?1 IS NULL" : "?1 IS NULL AND m.run = u.id";
  condition += " AND (?2 IS NULL OR u.game = ?2)";
  if (filter.kept) condition += " AND EXISTS (SELECT 1 FROM transcripts t WHERE t.match = m.id)";
  if (filter.kind) condition += std::string(" AND u.kind = '") + kind_name(*filter.kind) + "'";
  if (filter.without) condition += std::string(" AND u.kind <> '") + kind_name(*filter.without) + "'";
  return condition;
}

/// Tells which matches of several parts of one schedule have a place that an earlier one has had.
class Places {
 public:
  explicit Places(const Filter& filter) : one_schedule_(filter.one_schedule) {}

  bool is_taken(std::uint64_t number) {
    return one_schedule_ && number < std::exchange(next_, std::max(next_, number + 1));
  }

 private:
  bool one_schedule_;
  std::uint64_t next_ = 0;
};

}  // namespace

void Store::for_each_match(const Filter& filter, const std::function<void(Result&)>& take) {
  const std::string query = "SELECT " + match_columns + ", u.id, r.number, r.block, r.line_up" + matches_of_runs +
                            " CROSS JOIN seats s ON s.match = m.id WHERE " + condition_of(filter) + " ORDER BY " +
                            (filter.by_seed ? "m.conditions, m.seed, " : "") + "u.id, r.number, s.seat";
  parts_->connection.guarded([&] {
    SQLite::Statement statement(parts_->connection.database(), query);
    Use rows(statement, filter.run, filter.game);
    Result match;
    Places places(filter);
    for (bool more = rows.step(); more;) {
      match.run = rows.integer(match_column_count);
      match.place.number = static_cast<std::uint64_t>(rows.integer(match_column_count + 1));
      match.place.block = static_cast<std::uint64_t>(rows.integer(match_column_count + 2));
      const LineUp& line_up = parts_->interned.line_up(rows.integer(match_column_count + 3));
      match.place.names = line_up.names;
      match.place.plugins = line_up.plugins;
      more = read_match(rows, parts_->interned, parts_->connection, match);
      if (!places.is_taken(match.place.number)) take(match);
    }
  });
}

std::uint64_t Store::players_of(MatchId match) {
  return parts_->connection.guarded([&] {
    QuickHash players;
    for (Use row(parts_->players, match); row.step();) players.add(static_cast<std::uint64_t>(row.integer(0)));
    return players.value();
  });
}

std::vector<StoredRun> Store::runs() {
  return parts_->connection.guarded([&] {
    SQLite::Statement all(parts_->connection.database(),
                          "SELECT id, started, finished, state, command, game, version, host, contest, kind,"
                          " measure, options, secret, (SELECT count(*) FROM game_faults WHERE run = runs.id), "
                          "coalesce(schedule, 0) FROM runs"
                          " ORDER BY id");
    std::vector<StoredRun> runs;
    for (Use row(all); row.step();) {
      runs.push_back(
          {.id = row.integer(0),
           .record = {.command = read_words(parts_->connection, row.text(4)),
                      .game = row.text(5),
                      .version = row.text(6),
                      .host = row.text(7),
                      .contest = static_cast<std::int32_t>(row.integer(8)),
                      .schedule = static_cast<std::uint64_t>(row.integer(14)),
                      .kind = read_kind(parts_->connection, row.text(9)),
                      .measure = row.text(10) == measure_name(Measure::score) ? Measure::score : Measure::contest,
                      .options = read_words(parts_->connection, row.text(11)),
                      .secret = row.text(12)},
           .started = row.integer(1),
           .finished = row.has(2) ? std::optional(row.integer(2)) : std::nullopt,
           .state = parts_->state_of(row.integer(0), row.text(3)),
           .faults = static_cast<std::uint64_t>(row.integer(13))});
    }
    return runs;
  });
}

std::uint64_t Store::matches_of(RunId run) {
  return parts_->connection.guarded([&] {
    SQLite::Statement count(parts_->connection.database(), "SELECT count(*) FROM run_matches WHERE run = ?");
    Use row(count, run);
    row.step();
    return static_cast<std::uint64_t>(row.integer(0));
  });
}

std::uint64_t Store::count() {
  // Not count(*): nothing interrupts that where the pages of an index lead to each other.
  return parts_->connection.guarded([&] {
    return static_cast<std::uint64_t>(
        parts_->connection.database().execAndGet("SELECT count(id) FROM stored_matches").getInt64());
  });
}

std::string Store::key_of(MatchId match) {
  return parts_->connection.guarded([&] {
    Use row(parts_->get_key, match);
    if (!row.step()) parts_->connection.damaged("a match has no key");
    return row.text(0);
  });
}

void Store::for_each_fault(RunId run, const std::function<void(const StoredFault&)>& take) {
  parts_->connection.guarded([&] {
    SQLite::Statement all(parts_->connection.database(),
                          "SELECT number, block, line_up, key, seed, reason FROM game_faults WHERE run = ?");
    for (Use row(all, run); row.step();) {
      const LineUp& line_up = parts_->interned.line_up(row.integer(2));
      take({.place = {.number = static_cast<std::uint64_t>(row.integer(0)),
                      .block = static_cast<std::uint64_t>(row.integer(1)),
                      .names = line_up.names,
                      .plugins = line_up.plugins},
            .key = row.text(3),
            .seed = static_cast<std::uint64_t>(row.integer(4)),
            .reason = row.text(5)});
    }
  });
}

std::vector<StoredShard> Store::shards() {
  return parts_->connection.guarded([&] {
    SQLite::Statement all(parts_->connection.database(),
                          "SELECT run, part, parts, plan, finished FROM shards ORDER BY run, part");
    std::vector<StoredShard> shards;
    for (Use row(all); row.step();) {
      if (row.integer(2) < 1 || stored(Shard::most) < row.integer(2))
        parts_->connection.damaged("a run has no number of parts between 1 and 100,000");
      shards.push_back({.run = row.integer(0),
                        .shard = {.part = static_cast<std::uint64_t>(row.integer(1)),
                                  .parts = static_cast<std::uint64_t>(row.integer(2)),
                                  .plan = row.text(3)},
                        .finished = row.integer(4) != 0});
    }
    return shards;
  });
}

RunId Store::copy_run(const StoredRun& run) {
  const RunState state = run.state == RunState::finished ? run.state : RunState::interrupted;
  RunId id = 0;
  parts_->write([&] { id = parts_->insert_run(run.record, run.started, run.finished, state); });
  return id;
}

void Store::add_shard(const StoredShard& shard) {
  parts_->write([&] {
    parts_->connection.run(
        "INSERT INTO shards (run, part, parts, plan, finished) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (run, part) DO UPDATE SET finished = max(finished, excluded.finished)",
        shard.run, stored(shard.shard.part), stored(shard.shard.parts), Blob{shard.shard.plan},
        static_cast<std::int64_t>(shard.finished));
  });
}

void Store::extend_run(RunId run, const StoredRun& by) {
  parts_->write([&] {
    parts_->connection.run(
        "UPDATE runs SET started = min(started, ?2),"
        " finished = coalesce(max(finished, ?3), finished, ?3),"
        " state = (SELECT CASE WHEN sum(finished) = max(parts) THEN 'finished' ELSE 'interrupted' END FROM shards"
        " WHERE run = ?1) WHERE id = ?1",
        run, by.started, by.finished);
  });
}

const char* run_state_name(RunState state) {
  return run_states.at(static_cast<std::size_t>(state));
}

std::filesystem::path default_database() {
  const auto folder_in = [](const char* variable) {
    const char* value = std::getenv(variable);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  // The specification of XDG_DATA_HOME requires that relative paths are ignored.
  std::filesystem::path data = folder_in("XDG_DATA_HOME");
  if (!data.is_absolute()) {
    data = folder_in("HOME");
    if (!data.is_absolute())
      throw Failure(Exit::output,
                    "there is no folder for the results database: neither XDG_DATA_HOME nor HOME names one: name a "
                    "file with --db, or play with --no-db");
    data /= ".local/share";
  }
  return data / "agon" / "agon.db";
}

}  // namespace host
