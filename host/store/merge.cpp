#include "host/store/merge.hpp"

#include "host/store/connection.hpp"
#include "host/store/schema.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <SQLiteCpp/Transaction.h>

#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace {

/// Returns the condition that the two tables have the same values.
std::string same(const std::string& table, const std::string& other, const char* columns) {
  std::string all;
  for (const std::string& column : split(columns, ','))
    all.append(all.empty() ? " " : " AND ").append(table + "." + column + " = " + other + "." + column);
  return all;
}

/// Returns the command without the options that differ between the parts of a run: --shard and --db.
Words whole_command(Words words) {
  for (auto word = words.begin(); word != words.end();) {
    const bool joined = word->starts_with("--shard=") || word->starts_with("--db=");
    const bool is_own = joined || ((*word == "--shard" || *word == "--db") && word + 1 != words.end());
    word = is_own ? words.erase(word, word + (joined ? 1 : 2)) : word + 1;
  }
  return words;
}

/// Adds the database that is attached as `source` to the connection's own.
class Merge {
 public:
  Merge(Connection& connection, std::filesystem::path source)
      : connection_(connection), database_(connection.database()), source_(std::move(source)) {}

  Merged run() {
    check_matches();
    exec("CREATE TEMP TABLE joined (source INTEGER PRIMARY KEY, target INTEGER NOT NULL)");
    copy_table("conditions", conditions_columns);
    copy_table("strategies", strategies_columns);
    copy_table("line_ups", line_ups_columns);
    copy_table("machines", machines_columns);
    join_runs();
    copy_matches();
    place_matches();
    copy_faults();
    copy_shards();
    exec("DROP TABLE joined");
    merged_.matches = static_cast<std::uint64_t>(number("SELECT count(id) FROM source.matches"));
    return merged_;
  }

 private:
  void exec(const std::string& statement) { database_.exec(statement); }
  std::int64_t number(const std::string& query) { return database_.execAndGet(query).getInt64(); }

  void copy_table(const std::string& table, const std::string& columns) {
    exec("INSERT OR IGNORE INTO main." + table + " (" + columns + ") SELECT " + columns + " FROM source." + table +
         " ORDER BY id");
  }

  /// Throws Failure(database) if the two have different results of a match. Times may differ.
  void check_matches() {
    SQLite::Statement different(
        database_,
        "SELECT c.game, m.seed, a.seat, a.score, a.outcome, b.score, b.outcome,"
        " (SELECT group_concat(strategy, ' - ') FROM (SELECT t.strategy FROM source.seats e"
        "  JOIN source.strategies t ON t.id = e.strategy WHERE e.match = m.id ORDER BY e.seat))"
        " FROM source.matches m JOIN main.matches n ON n.key = m.key JOIN source.conditions c ON c.id = m.conditions"
        " JOIN source.seats a ON a.match = m.id JOIN main.seats b ON b.match = n.id AND b.seat = a.seat"
        " WHERE a.score IS NOT b.score OR a.contest IS NOT b.contest OR a.outcome IS NOT b.outcome"
        " OR a.turns IS NOT b.turns ORDER BY m.id, a.seat LIMIT 1");
    Use row(different);
    if (!row.step()) return;
    const auto result = [&](int column) { return decimal(row.number(column)) + " (" + row.text(column + 1) + ")"; };
    connection_.refuse("has another result than " + source_.string() + " for one match: " + row.text(0) + ", seed " +
                       std::to_string(static_cast<std::uint64_t>(row.integer(1))) + ", " + row.text(7) + ", seat " +
                       row.text(2) + " scores " + result(5) + " here and " + result(3) +
                       " there; a strategy that depends on the clock can do that");
  }

  /// Finds or creates the target's run for each run of the source, in `joined`.
  void join_runs() {
    SQLite::Statement all(database_,
                          "SELECT r.id, s.plan IS NOT NULL, r.command FROM source.runs r LEFT JOIN source.shards s"
                          " ON s.run = r.id GROUP BY r.id ORDER BY r.id");
    // This also finds a run that this merge has created: if a part was interrupted, the source has several runs of it.
    SQLite::Statement same_plan(database_,
                                "SELECT t.run FROM main.shards t JOIN source.shards s ON s.plan = t.plan"
                                " AND s.parts = t.parts WHERE s.run = ? ORDER BY t.run LIMIT 1");
    SQLite::Statement same_run(database_,
                               "SELECT t.id FROM main.runs t JOIN source.runs s ON s.started = t.started"
                               " AND s.command = t.command AND s.game = t.game AND s.host = t.host AND s.kind = t.kind"
                               " WHERE s.id = ? AND NOT EXISTS (SELECT 1 FROM joined WHERE target = t.id) LIMIT 1");
    // A run that is being played, or was killed, is not complete.
    SQLite::Statement copy(
        database_,
        "INSERT INTO main.runs (started, finished, state, command, game, version, host, contest, schedule,"
        " kind, measure, options, secret) SELECT started, finished, CASE state WHEN 'finished' THEN state ELSE "
        "'interrupted' END,"
        " ?, game, version, host, contest, iif(?, NULL, schedule), kind, measure, options, secret FROM source.runs "
        "WHERE id = ?");
    SQLite::Statement join(database_, "INSERT INTO joined (source, target) VALUES (?, ?)");
    SQLite::Statement mark(database_,
                           "INSERT INTO main.shards (run, part, parts, plan, finished)"
                           " SELECT ?, part, parts, plan, 0 FROM source.shards WHERE run = ?");
    for (Use row(all); row.step(); ++merged_.runs) {
      const RunId from = row.integer(0);
      const bool is_part = row.integer(1) != 0;
      std::optional<RunId> into;
      if (Use found(is_part ? same_plan : same_run, from); found.step()) into = found.integer(0);
      if (!into) {
        std::string command = row.text(2);
        if (is_part) command = to_json_text(whole_command(read_words(connection_, command)));
        Use(copy, command, static_cast<std::int64_t>(is_part), from).run();
        into = database_.getLastInsertRowid();
        if (is_part) Use(mark, *into, from).run();
        ++merged_.new_runs;
      }
      Use(join, from, *into).run();
    }
  }

  void copy_matches() {
    const std::int64_t before = number("SELECT count(id) FROM main.matches");
    exec(std::string("INSERT OR IGNORE INTO main.matches (key, conditions, run, seed, parameters, played, start,"
                     " digest, opening)"
                     " SELECT m.key, n.id, j.target, m.seed, m.parameters, m.played, m.start, m.digest,"
                     " m.opening FROM source.matches m"
                     " JOIN source.conditions c ON c.id = m.conditions JOIN main.conditions n ON") +
         same("n", "c", conditions_columns) + " JOIN joined j ON j.source = m.run ORDER BY m.id");
    // A match that a search has played belongs to another run that has it, as in Store::adopt().
    exec(
        "UPDATE main.matches SET run = j.target FROM source.matches m JOIN source.runs r ON r.id = m.run"
        " JOIN joined j ON j.source = m.run WHERE m.key = matches.key AND r.kind <> 'search'"
        " AND (SELECT kind FROM main.runs WHERE id = matches.run) = 'search'");
    merged_.new_matches = static_cast<std::uint64_t>(number("SELECT count(id) FROM main.matches") - before);
    exec(std::string("INSERT OR IGNORE INTO main.seats (match, seat, strategy, score, contest, outcome, reason, log,"
                     " cpu_us, wall_us, peak_kib, turns)"
                     " SELECT n.id, a.seat, u.id, a.score, a.contest, a.outcome, a.reason, a.log, a.cpu_us, a.wall_us,"
                     " a.peak_kib, a.turns FROM source.matches m JOIN main.matches n ON n.key = m.key"
                     " JOIN source.seats a ON a.match = m.id JOIN source.strategies t ON t.id = a.strategy"
                     " JOIN main.strategies u ON") +
         same("u", "t", strategies_columns) + " ORDER BY n.id, a.seat");
    exec(std::string("INSERT OR IGNORE INTO main.played_on (match, machine) SELECT n.id, u.id FROM source.matches m"
                     " JOIN main.matches n ON n.key = m.key JOIN source.played_on p ON p.match = m.id"
                     " JOIN source.machines t ON t.id = p.machine JOIN main.machines u ON") +
         same("u", "t", machines_columns) + " ORDER BY n.id");
    exec(
        "INSERT OR IGNORE INTO main.transcripts (match, line, size) SELECT n.id, t.line, t.size"
        " FROM source.transcripts t JOIN source.matches m ON m.id = t.match JOIN main.matches n ON n.key = m.key"
        " WHERE n.digest = m.digest ORDER BY n.id");
  }

  void place_matches() {
    const std::string places =
        " FROM source.run_matches p JOIN joined j ON j.source = p.run JOIN source.matches m ON m.id = p.match"
        " JOIN main.matches n ON n.key = m.key ";
    SQLite::Statement taken(database_, "SELECT j.source, j.target, p.number" + places +
                                           "JOIN main.run_matches q ON q.run = j.target AND q.number = p.number"
                                           " WHERE q.match IS NOT n.id LIMIT 1");
    if (Use row(taken); row.step())
      connection_.refuse("run " + row.text(1) + " and run " + row.text(0) + " of " + source_.string() +
                         " have different matches as number " + row.text(2));
    exec(
        "INSERT OR IGNORE INTO main.run_matches (run, number, block, match, line_up)"
        " SELECT j.target, p.number, p.block, n.id, k.id" +
        places + "JOIN source.line_ups l ON l.id = p.line_up JOIN main.line_ups k ON" +
        same("k", "l", line_ups_columns) + " ORDER BY j.target, p.number");
  }

  void copy_faults() {
    exec(
        "INSERT OR IGNORE INTO main.game_faults (run, number, block, key, seed, line_up, reason)"
        " SELECT j.target, f.number, f.block, f.key, f.seed, k.id, f.reason FROM source.game_faults f"
        " JOIN joined j ON j.source = f.run JOIN source.line_ups l ON l.id = f.line_up"
        " JOIN main.line_ups k ON" +
        same("k", "l", line_ups_columns));
  }

  /// Also updates the runs: if all parts are finished, the run is finished.
  void copy_shards() {
    exec(
        "INSERT INTO main.shards (run, part, parts, plan, finished)"
        " SELECT j.target, s.part, s.parts, s.plan, s.finished FROM source.shards s JOIN joined j ON j.source = s.run"
        " WHERE true ON CONFLICT (run, part) DO UPDATE SET finished = max(finished, excluded.finished)");
    exec(
        "UPDATE main.runs SET started = min(started, (SELECT min(r.started) FROM source.runs r JOIN joined j"
        " ON j.source = r.id WHERE j.target = runs.id)),"
        " finished = (SELECT max(f) FROM (SELECT runs.finished AS f UNION ALL SELECT r.finished FROM source.runs r"
        " JOIN joined j ON j.source = r.id WHERE j.target = runs.id)),"
        " state = (SELECT CASE WHEN sum(finished) = max(parts) THEN 'finished' ELSE 'interrupted' END FROM main.shards"
        " WHERE run = runs.id)"
        " WHERE id IN (SELECT target FROM joined JOIN main.shards ON run = target)");
  }

  Connection& connection_;
  SQLite::Database& database_;
  std::filesystem::path source_;
  Merged merged_;
};

/// A database that is attached to a connection as `source`.
class Attached {
 public:
  Attached(Connection& connection, const std::filesystem::path& file) : database_(connection.database()) {
    SQLite::Statement attach(database_, "ATTACH ? AS source");
    try {
      Use(attach, file.string()).run();
    } catch (const SQLite::Exception& exception) {
      throw Failure(Exit::output, file.string() + ": can't be merged: " + exception.what() +
                                      "; its folder must be writable, or copy the file");
    }
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  ~Attached() { static_cast<void>(database_.tryExec("DETACH source")); }

 private:
  SQLite::Database& database_;
};

}  // namespace

Merged merge(const std::filesystem::path& target, const std::filesystem::path& source) {
  std::error_code no_target;
  if (std::filesystem::equivalent(target, source, no_target))
    throw Failure(Exit::usage, source.string() + ": can't be merged into itself");
  { const Connection refused_before_the_target_is_created(source, {.create = false, .to_write = false}); }
  Connection connection(target, {});
  return connection.guarded([&] {
    SQLite::Database& database = connection.database();
    const Attached attached(connection, source);
    connection.add_file(source);
    connection.check_schema("source", source);
    database.exec("PRAGMA temp_store = MEMORY");
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const Merged merged = Merge(connection, source).run();
    transaction.commit();
    return merged;
  });
}

std::vector<IncompleteRun> incomplete_runs(const std::filesystem::path& file) {
  Connection connection(file, {.create = false, .to_write = false});
  return connection.guarded([&] {
    SQLite::Statement parts(connection.database(), "SELECT run, parts, part, finished FROM shards ORDER BY run");
    std::vector<IncompleteRun> all;
    for (Use row(parts); row.step();) {
      const RunId run = row.integer(0);
      if (all.empty() || all.back().run != run) {
        all.push_back({.run = run, .parts = static_cast<std::uint64_t>(row.integer(1)), .missing = {}});
        if (all.back().parts > Shard::most) connection.damaged("a run has more than 100,000 parts");
        for (std::uint64_t part = 1; part <= all.back().parts; ++part) all.back().missing.push_back(part);
      }
      if (row.integer(3) != 0) std::erase(all.back().missing, static_cast<std::uint64_t>(row.integer(2)));
    }
    std::erase_if(all, [](const IncompleteRun& run) { return run.missing.empty(); });
    return all;
  });
}

}  // namespace host
