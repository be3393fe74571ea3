#include "host/store/schema.hpp"

namespace host {

// Data shared by many matches is stored once, in conditions, strategies and line_ups. Tables that are read in key order
// are WITHOUT ROWID, so that a match needs little space and few page writes.
const char* const schema = R"sql(
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  started INTEGER NOT NULL,
  finished INTEGER,
  state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted')),
  command TEXT NOT NULL,
  game TEXT NOT NULL,
  version TEXT NOT NULL,
  host TEXT NOT NULL,
  contest INTEGER NOT NULL,
  schedule INTEGER,
  kind TEXT NOT NULL CHECK (kind IN ('play', 'tournament', 'compare', 'search', 'league')),
  measure TEXT NOT NULL CHECK (measure IN ('contest', 'score')),
  options TEXT NOT NULL,
  secret TEXT NOT NULL
) STRICT;

CREATE TABLE conditions (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  version TEXT NOT NULL,
  protocol TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  parameters TEXT NOT NULL,
  opening TEXT NOT NULL,
  cpu_ns INTEGER NOT NULL,
  turn_cpu_ns INTEGER NOT NULL,
  increment_ns INTEGER NOT NULL,
  wall_ns INTEGER NOT NULL,
  memory_bytes INTEGER NOT NULL,
  threads INTEGER NOT NULL,
  UNIQUE (game, version, protocol, sha256, parameters, opening, cpu_ns, turn_cpu_ns, increment_ns, wall_ns,
    memory_bytes, threads)
) STRICT;

CREATE TABLE strategies (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  strategy TEXT NOT NULL,
  version TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  options TEXT NOT NULL,
  UNIQUE (game, strategy, version, sha256, options)
) STRICT;

CREATE TABLE line_ups (
  id INTEGER PRIMARY KEY,
  names TEXT NOT NULL,
  plugins TEXT NOT NULL,
  UNIQUE (names, plugins)
) STRICT;

CREATE TABLE machines (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  cpu TEXT NOT NULL,
  speed REAL NOT NULL,
  UNIQUE (name, cpu, speed)
) STRICT;

CREATE TABLE stored_matches (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  conditions INTEGER NOT NULL REFERENCES conditions,
  run INTEGER NOT NULL REFERENCES runs,
  seed INTEGER NOT NULL,
  parameters TEXT,
  played INTEGER NOT NULL,
  start INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  opening INTEGER
) STRICT;

CREATE TABLE seats (
  match INTEGER NOT NULL REFERENCES stored_matches,
  seat INTEGER NOT NULL,
  strategy INTEGER NOT NULL REFERENCES strategies,
  score REAL NOT NULL,
  contest REAL NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT,
  log TEXT,
  cpu_us INTEGER NOT NULL,
  wall_us INTEGER NOT NULL,
  peak_kib INTEGER,
  turns INTEGER NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE played_on (
  match INTEGER PRIMARY KEY REFERENCES stored_matches,
  machine INTEGER NOT NULL REFERENCES machines
) STRICT;

CREATE TABLE transcripts (
  match INTEGER PRIMARY KEY REFERENCES stored_matches,
  line BLOB NOT NULL,
  size INTEGER NOT NULL
) STRICT;

CREATE TABLE run_matches (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  block INTEGER NOT NULL,
  match INTEGER NOT NULL REFERENCES stored_matches,
  line_up INTEGER NOT NULL REFERENCES line_ups,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE files (
  sha256 TEXT NOT NULL,
  plugin TEXT NOT NULL,
  folder TEXT NOT NULL,
  PRIMARY KEY (sha256, plugin, folder)
) STRICT, WITHOUT ROWID;

CREATE TABLE shards (
  run INTEGER NOT NULL REFERENCES runs,
  part INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  plan BLOB NOT NULL,
  finished INTEGER NOT NULL,
  PRIMARY KEY (run, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_faults (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  block INTEGER NOT NULL,
  key BLOB NOT NULL,
  seed INTEGER NOT NULL,
  line_up INTEGER NOT NULL REFERENCES line_ups,
  reason TEXT NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_faults_by_key ON game_faults (key);

CREATE VIEW matches AS
SELECT run_matches.run, kind, number, block, run_matches.match, conditions.game, conditions.version AS game_version,
  seed, coalesce(stored_matches.parameters, conditions.parameters) AS parameters, conditions.opening, start, digest,
  played, seat, json_extract(names, '$[' || seat || ']') AS name, strategies.strategy,
  strategies.version AS strategy_version, strategies.sha256, strategies.options, score, seats.contest, outcome, reason,
  log, cpu_us, wall_us, peak_kib, turns, machines.name AS machine
FROM run_matches
  JOIN runs ON runs.id = run_matches.run
  JOIN line_ups ON line_ups.id = line_up
  JOIN stored_matches ON stored_matches.id = run_matches.match
  JOIN conditions ON conditions.id = stored_matches.conditions
  JOIN seats ON seats.match = stored_matches.id
  JOIN strategies ON strategies.id = seats.strategy
  LEFT JOIN played_on ON played_on.match = stored_matches.id
  LEFT JOIN machines ON machines.id = played_on.machine;
)sql";

}  // namespace host
