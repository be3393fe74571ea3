#include "host/cli/recorded_matches.hpp"

#include "host/match/transcript.hpp"
#include "host/report/again.hpp"
#include "host/report/report.hpp"
#include "host/store/store.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

namespace host {

std::filesystem::path database_of(const Values& values) {
  if (!values.given("db")) return default_database();
  const std::filesystem::path given = values.text("db");
  std::error_code unreachable;  // what can't be reached is told when it is opened
  return std::filesystem::exists(given / "league.toml", unreachable) ? given / "league.db" : given;
}

std::vector<StoredRun> runs_of(Store& store, const std::string& game, const std::string& file) {
  std::vector<StoredRun> runs = store.runs();
  if (runs.empty()) throw Failure(Exit::usage, file + " holds no run yet");
  if (game.empty()) return runs;
  std::vector<std::string> games;
  for (const StoredRun& run : runs) {
    if (std::find(games.begin(), games.end(), run.record.game) == games.end()) games.push_back(run.record.game);
  }
  std::erase_if(runs, [&](const StoredRun& run) { return run.record.game != game; });
  if (runs.empty())
    throw Failure(Exit::usage, file + " holds no run of a game '" + game + "'" + did_you_mean(game, games) +
                                   "; it has runs of " + join(games));
  return runs;
}

const StoredRun& chosen_run(const std::vector<StoredRun>& runs, const std::string& which, const std::string& file) {
  if (which.empty() || which == "latest" || which == "all") {
    const auto latest = std::find_if(runs.rbegin(), runs.rend(),
                                     [](const StoredRun& run) { return run.record.kind != RunKind::search; });
    if (latest == runs.rend())
      throw Failure(Exit::usage, file + " holds only searches of 'tune', whose points are no players to be ranked");
    return *latest;
  }
  const auto id = whole_number<RunId>(which);
  if (!id) throw Failure(Exit::usage, "--run takes a number, 'latest' or 'all', not '" + which + "'");
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const StoredRun& run) { return run.id == *id; });
  if (found == runs.end())
    throw Failure(Exit::usage,
                  file + " has no such run " + which + "; '" + command_line("standings --run list") + "' lists them");
  if (found->record.kind == RunKind::search)
    throw Failure(Exit::usage, "run " + which +
                                   " is a trial of a search, whose points are no players to be ranked; the check of "
                                   "'tune' is a run of its own");
  return *found;
}

namespace {

struct RecordedMatches {
  std::string name;                                   // of the file or the run
  std::function<std::optional<RecordedLine>()> next;  // returns one after the other, until there is none
  const char* each = "line";                          // what its number is of, for messages
};

RecordedMatches matches_of_file(const std::string& name) {
  const auto file = std::make_shared<InputFile>(name == "-" ? "/dev/stdin" : name, Exit::input);
  if (name != "-" && file->at_end()) throw Failure(Exit::input, name + ": is empty");
  return {name, [file]() -> std::optional<RecordedLine> {
            RecordedLine next;
            if (!file->read_line(next.line)) return std::nullopt;
            return next;
          }};
}

RecordedMatches matches_of_run(const std::string& which, const std::string& file) {
  if (which == "all") throw Failure(Exit::usage, "--run takes a number or 'latest'");
  const auto store = std::make_shared<Store>(file, StoreOptions{.create = false, .to_write = false});
  const RunId chosen = chosen_run(runs_of(*store, "", file), which, file).id;
  const std::string run = "run " + std::to_string(chosen);
  std::vector<std::pair<MatchId, RecordedLine>> kept;
  std::size_t without = 0;
  store->for_each_match({.run = chosen}, [&](Result& match) {
    if (!store->has_transcript(match.id)) ++without;
    kept.push_back({match.id, {.line = "", .seed = match.seed, .names = std::move(match.place.names)}});
  });
  if (kept.empty()) throw Failure(Exit::usage, file + ": " + run + " has no match yet");
  if (without > 0)
    throw Failure(Exit::usage, file + ": " + run + " has no transcript of " + counted(without, "match") + " of " +
                                   std::to_string(kept.size()) + ": its command with --keep plays them again");
  return {run,
          [store, kept = std::move(kept), at = std::size_t{0}]() mutable -> std::optional<RecordedLine> {
            if (at == kept.size()) return std::nullopt;
            auto& [id, next] = kept[at++];
            next.line = store->transcript(id).value_or("");
            return std::move(next);
          },
          "match"};
}

}  // namespace

Options recorded_options() {
  return {{"run", "N", text("latest"), "take the transcripts of this run of the database, or of the latest"},
          {"match", "N", whole(1, unlimited, "the number of a transcript"),
           "the number of the transcript, from 1, if there are several"},
          {"game", "GAME", text(Offer::games), "the game's library, if not the one that is found by name"}};
}

std::pair<std::string, std::size_t> for_each_match(const Values& values, const std::string& command, bool single,
                                                   const std::function<void(RecordedLine&& match, bool only)>& take) {
  if (values.arguments().size() != (values.given("run") ? 0U : 1U))
    throw Failure(Exit::usage, command + " takes one file of transcripts, as '" + command_line("--record FILE") +
                                   "' writes it, or --run");
  const RecordedMatches source = values.given("run") ? matches_of_run(values.text("run"), database_of(values).string())
                                                     : matches_of_file(values.arguments().front());
  const std::size_t wanted = values.given("match") ? values.whole("match") : 0;  // 0: all
  std::size_t number = 0;
  const auto next = [&] {
    std::optional<RecordedLine> line;
    do {
      line = source.next();
      ++number;
    } while (line && trimmed(line->line).empty());
    if (line) line->where = source.name + ", " + source.each + " " + std::to_string(number);
    return line;
  };
  std::size_t found = 0;
  std::size_t taken = 0;
  std::optional<RecordedLine> after = next();
  while (std::optional<RecordedLine> match = std::move(after)) {
    after = next();
    ++found;
    if (wanted != 0 && found != wanted) continue;
    const bool only = found == 1 && !after;
    if (only) match->where = source.name;
    if (single && wanted == 0 && !only) {
      parse_transcript(match->line, match->where);  // throws if the lines are something else
      throw Failure(Exit::usage, source.name + " holds several matches: name one with --match N");
    }
    take(*std::move(match), only);
    ++taken;
  }
  if (found == 0) throw Failure(Exit::input, source.name + ": holds no transcript");
  if (taken == 0)
    throw Failure(Exit::usage,
                  "--match " + std::to_string(wanted) + ": " + source.name + " holds " + counted(found, "transcript"));
  return {source.name, taken};
}

namespace fs = std::filesystem;

/// The paths for the signal handler, which must not use std::string.
struct RecordFile::Open {
  std::array<char, PATH_MAX> path{};
  std::array<char, PATH_MAX> part{};
  std::atomic<bool> has_lines = false;
  std::atomic<pid_t> owner = 0;  // the process that writes the file, not its child; 0: unused

  static std::array<Open, 4> all;  // a command has at most two files
};
std::array<RecordFile::Open, 4> RecordFile::Open::all;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

void check_record(const fs::path& path, bool aloud) {
  const std::string begins = beginning_of(path);
  if (begins.empty()) return;
  if (!begins.starts_with(R"({"agon":)"))
    throw Failure(Exit::usage, path.string() + " is there and holds no transcripts: name another file to record in");
  if (aloud) print_message(path.string() + " is there already: its transcripts are replaced");
}

RecordFile::RecordFile(fs::path path) : path_(std::move(path)), file_(path_, true) {
  if (!file_.part().empty()) tell_handler();
}

void RecordFile::tell_handler() {
  for (Open& open : Open::all) {
    if (open.owner != 0) continue;
    open.path[path_.native().copy(open.path.data(), open.path.size() - 1)] = '\0';
    open.part[file_.part().native().copy(open.part.data(), open.part.size() - 1)] = '\0';
    open.has_lines = false;
    open.owner = ::getpid();
    open_ = &open;
    return;
  }
}

void RecordFile::untell_handler() {
  if (open_ != nullptr) open_->owner = 0;
  open_ = nullptr;
}

void RecordFile::keep_at_once() {
  for (Open& open : Open::all) {
    if (open.owner != ::getpid()) continue;
    // Don't truncate to whole lines: another thread may be writing the next line with a single call.
    if (open.has_lines) {
      ::rename(open.part.data(), open.path.data());
    } else {
      ::unlink(open.part.data());
    }
  }
}

RecordFile::~RecordFile() {
  try {
    if (!finished_ && whole_ > 0) finish();
  } catch (const Failure&) {  // it stays beside its place
  }
  untell_handler();
}

void RecordFile::add(const std::string& line) {
  // Writes at once, so that the finished matches of a killed run are in the partial file.
  file_.write(line + "\n");
  whole_ += line.size() + 1;
  if (open_ != nullptr) open_->has_lines = true;
}

void RecordFile::finish() {
  finished_ = true;
  if (!file_.part().empty()) file_.shorten(whole_);  // a full disk may have cut the last line
  file_.keep();
  untell_handler();
}

}  // namespace host
