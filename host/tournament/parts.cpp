#include "host/tournament/parts.hpp"

#include "host/arena/messages.hpp"
#include "host/plugin/ticks.hpp"
#include "host/seat/isolation.hpp"
#include "host/tournament/pool.hpp"
#include "host/tournament/run_store.hpp"
#include "host/util/archive.hpp"
#include "host/util/child_process.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/digest.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/file_locks.hpp"
#include "host/util/input_file.hpp"
#include "host/util/machine.hpp"
#include "host/util/own_files.hpp"
#include "host/util/private_folder.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

// The folder of a run:
//
//   job             what all parts have in common
//   files/SHA256    libraries, and the files of programs
//   lock            held by the host and its script
//   W/              of wave W, from 1
//     log           the output of the script
//     N.part        the matches of part N, from 1
//     N-KEY.result  what an attempt at part N has played: PartResult
//
// A result names the matches by their numbers in the schedule. So it counts whoever has asked for it, and a second
// result of a match does no harm.

namespace host {

namespace fs = std::filesystem;

namespace {

using PartMatches = std::vector<std::pair<std::uint64_t, MatchRequest>>;  // with their numbers in the schedule

constexpr std::size_t usual_part = 250;  // matches
constexpr std::size_t most_parts = 1000;
constexpr std::size_t first_wave = 8;  // parts; each wave has twice as many as the one before
constexpr std::size_t most_in_wave = 256;

constexpr mode_t owner_only = 0600;  // of files that tell seeds and secrets
constexpr int lock_descriptor = 3;   // of the script, and of the parts that it starts

/// Others could read seeds in a folder of theirs, or put results there: its name can be computed from the run.
void make_folder(const fs::path& folder) {
  make_private_folder(folder, "--folder names a folder that this and the other machines can write");
}

/// What an attempt at a part has played.
struct PartResult {
  Machine machine;
  std::map<std::uint64_t, std::string> matches;  // arena::to_bytes(), by their numbers in the schedule
};

void fields(auto& archive, PartResult& result) {
  archive(result.machine.name, result.machine.cpu, result.machine.speed, result.matches);
}

/// The results in a folder and the folders in it.
class PartResults {
 public:
  /// Takes those of files whose names begin with `prefix`.
  PartResults(fs::path folder, std::string prefix) : folder_(std::move(folder)), prefix_(std::move(prefix)) { look(); }

  /// Takes results that have arrived since the last call.
  void look() {
    std::error_code fault;
    for (fs::recursive_directory_iterator at(folder_, fault), end; !fault && at != end; at.increment(fault)) {
      const fs::path& file = at->path();
      const bool is_result = file.extension() == ".result" && file.filename().string().starts_with(prefix_);
      if (is_result && !seen_.contains(file)) take(file);
    }
  }

  [[nodiscard]] bool has(std::uint64_t number) const { return matches_.contains(number); }

  /// Returns the match, which is there; once.
  PlayedMatch match(std::uint64_t number, const Job& job, const MatchRequest& request) {
    auto& [bytes, machine] = matches_.at(number);
    PlayedMatch match = arena::match_from(std::exchange(bytes, {}), job, request);
    match.result.machine = machine;
    return match;
  }

 private:
  void take(const fs::path& file) try {
    auto [machine, matches] = unpack<PartResult>(content_of(file).value_or(""));
    const auto shared = std::make_shared<const Machine>(std::move(machine));
    for (auto& [number, bytes] : matches) matches_.try_emplace(number, std::move(bytes), shared);
    seen_.insert(file);
  } catch (const BadMessage&) {  // Not all of it may be on this machine yet.
  }

  fs::path folder_;
  std::string prefix_;
  std::set<fs::path> seen_;
  std::unordered_map<std::uint64_t, std::pair<std::string, std::shared_ptr<const Machine>>> matches_;
};

class MachinesArena final : public Arena {
 public:
  explicit MachinesArena(const RunPlan& plan) : plan_(plan), machines_(*plan.machines), lookup_(plan) {
    make_folder(machines_.folder);
    make_folder(machines_.folder / "files");
    for (const auto& [sha256, content] : machines_.job.files) {
      std::error_code none;
      const fs::path file = machines_.folder / "files" / sha256;
      if (!fs::exists(file, none)) replace_file(file, content, false, owner_only);
    }
    replace_file(machines_.folder / "job",
                 pack(payload_format(), machines_.job.bytes, plan.game_limits.wall_ns, plan.game_limits.memory_bytes,
                      machines_.jobs),
                 true, owner_only);
    for (const fs::directory_entry& each : fs::directory_iterator(machines_.folder))
      wave_ = std::max(wave_, whole_number<std::size_t>(each.path().filename().string()).value_or(0));
    const Descriptor lock(::open((machines_.folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, owner_only));
    lock_ = inheritable(lock, "the lock of the folder");
    results_.emplace(machines_.folder, "");
  }
  MachinesArena(const MachinesArena&) = delete;
  MachinesArena& operator=(const MachinesArena&) = delete;
  ~MachinesArena() override { stop(); }

  void play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) override {
    for (const MatchRequest& request : requests) {
      while (plan_.schedule.at(next_).request() != request) ++next_;
      if (hooks.should_stop() || !await(next_, hooks)) return;
      hooks.finished(results_->match(next_++, plan_, request));
      hooks.tick();
    }
  }

  /// The host has asked the strategies before the run: check_strategies().
  std::optional<std::string> refusal(std::int32_t) override { return std::nullopt; }

 private:
  /// Waits for the result of match `number`, which is not in the database. Returns false if it was asked to stop.
  bool await(std::size_t number, const ArenaHooks& hooks) {
    constexpr int beats_between_looks = 5;
    for (int beat = 0; !results_->has(number); ++beat) {
      if (hooks.should_stop()) return false;
      if (script_ && number < end_ && script_->is_gone()) fail_unless(number);
      if (!script_ || number >= end_) begin_wave(number, hooks);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      hooks.tick();
      if (beat % beats_between_looks == 0) look();
    }
    return true;
  }

  /// Looks for results. Returns how many parts of the wave are not played.
  std::size_t look() {
    std::error_code fault;  // a network file system looks anew at a folder that this machine has changed
    fs::last_write_time(machines_.folder / std::to_string(wave_), fs::file_time_type::clock::now(), fault);
    results_->look();
    const auto missing = static_cast<std::size_t>(std::ranges::count_if(parts_, [this](const PartMatches& part) {
      return std::ranges::any_of(part, [this](const auto& match) { return !results_->has(match.first); });
    }));
    if (script_) machines_.standing = std::to_string(parts_.size() - missing) + " of " + counted(parts_.size(), "part");
    return missing;
  }

  /// Starts the parts from match `first` on. Does nothing while the script of an earlier command still plays: if the
  /// host was killed, its script was not.
  void begin_wave(std::size_t first, const ArenaHooks& hooks) {
    stop();
    const bool is_locked = ::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0 || lacks_locks(errno);
    look();
    if (results_->has(first)) return;
    machines_.standing = "waits for the script of an earlier command";
    if (!is_locked) return;
    divide(first, hooks);
    const fs::path folder = machines_.folder / std::to_string(++wave_);
    make_folder(folder);
    for (std::size_t part = 0; part < parts_.size(); ++part)
      replace_file(folder / (std::to_string(part + 1) + ".part"), pack(parts_[part]), false, owner_only);
    const Descriptor log(::open((folder / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, owner_only));
    const Descriptor output = inheritable(log, "the log of the script");
    const std::string jobs = machines_.jobs == 0 ? "" : std::to_string(machines_.jobs);
    script_.emplace(
        std::vector<std::string>{"/usr/bin/env", "AGON_PROGRAM=" + (own_folder() / "host").string(),
                                 "AGON_FOLDER=" + folder.string(), "AGON_PARTS=" + std::to_string(parts_.size()),
                                 "AGON_JOBS=" + jobs, machines_.script.string()},
        std::vector<ChildFile>{
            {STDOUT_FILENO, output.get()}, {STDERR_FILENO, output.get()}, {lock_descriptor, lock_.get()}});
  }

  /// Divides the next wave into parts: match `first`, and later ones that are neither stored nor played.
  void divide(std::size_t first, const ArenaHooks& hooks) {
    const std::size_t all = plan_.schedule.size();
    const std::size_t most =
        machines_.in_waves ? std::exchange(wave_parts_, std::min(2 * wave_parts_, most_in_wave)) : most_parts;
    parts_.clear();
    std::size_t left = most * machines_.part_size;
    for (end_ = first; end_ < all && left > 0; hooks.tick()) {
      for (const FinishedMatch& match : lookup_.prepared({end_, std::min({most_in_chunk, all - end_, left})})) {
        const std::size_t number = end_++;
        if (number != first && (match.state != FinishedMatch::State::to_play || results_->has(number))) continue;
        if (left-- % machines_.part_size == 0) parts_.emplace_back();
        parts_.back().emplace_back(number, match.scheduled.request());
      }
    }
  }

  /// The script has ended: throws unless the result of the match comes soon. Files of other machines take their time.
  void fail_unless(std::size_t number) {
    constexpr int tries = 20;
    std::size_t missing = look();
    for (int i = 0; i < tries && !results_->has(number); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      missing = look();
    }
    if (results_->has(number)) return;
    const int status = script_->status();
    const std::string how = WIFSIGNALED(status)        ? "was killed by signal " + std::to_string(WTERMSIG(status))
                            : WEXITSTATUS(status) != 0 ? "failed with exit code " + std::to_string(WEXITSTATUS(status))
                                                       : "ended";
    const fs::path log = machines_.folder / std::to_string(wave_) / "log";
    const std::string last = printable(last_lines(content_of(log).value_or("")));
    throw Failure(Exit::internal, machines_.script.string() + " " + how + ", and " + std::to_string(missing) + " of " +
                                      counted(parts_.size(), "part") + " did not come; its last lines in " +
                                      log.string() + ": " + (last.empty() ? "nothing" : "'" + last + "'") +
                                      "; what was played is kept, and the same command goes on");
  }

  /// Ends the script, which stops its parts.
  void stop() {
    if (!script_) return;
    constexpr int tries = 600;
    if (!script_->is_gone()) ::kill(-script_->id(), SIGTERM);
    for (int i = 0; i < tries && !script_->is_gone(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    script_.reset();
  }

  const RunPlan& plan_;
  Machines& machines_;
  Lookup lookup_;
  Descriptor lock_;
  std::optional<PartResults> results_;
  std::size_t next_ = 0;  // the first match of the schedule that was not requested
  std::size_t end_ = 0;   // that of the wave
  std::size_t wave_ = 0;  // its folder
  std::size_t wave_parts_ = first_wave;
  std::vector<PartMatches> parts_;  // of the wave
  std::optional<ChildProcess> script_;
};

/// Returns the script of a batch system.
fs::path find_system(const std::string& system) {
  const fs::path folder = own_systems();
  const bool is_path = system.find('/') != std::string::npos;
  fs::path script = fs::absolute(is_path ? fs::path(system) : folder / system).lexically_normal();
  if (::access(script.c_str(), X_OK) == 0 && fs::is_regular_file(script)) return script;
  std::vector<std::string> names;
  std::error_code fault;
  for (const fs::directory_entry& each : fs::directory_iterator(folder, fault))
    names.push_back(each.path().filename().string());
  std::sort(names.begin(), names.end());
  throw Failure(Exit::usage, "--on " + system + ": there is no such program" + did_you_mean(system, names) +
                                 "; it takes " + join(names) + ", or the path of a script of your own, as in ./ours");
}

}  // namespace

void play_on_machines(RunPlan& plan, const std::string& system, const fs::path& shared, std::size_t parts,
                      std::size_t jobs, bool in_waves) {
  const std::size_t all = std::max<std::size_t>(plan.schedule.size(), 1);
  if (parts == 0) parts = std::min((all + usual_part - 1) / usual_part, most_parts);
  PackedJob job(plan);
  const Digest name = sha256_of(run_identity(plan) + job.bytes);
  constexpr std::size_t name_bytes = 8;
  plan.machines =
      std::make_shared<Machines>(Machines{.script = find_system(system),
                                          .folder = fs::absolute(shared) / ("run-" + hexadecimal(name, name_bytes)),
                                          .part_size = (all + parts - 1) / parts,
                                          .jobs = jobs,
                                          .in_waves = in_waves,
                                          .job = std::move(job)});
}

std::unique_ptr<Arena> open_machines(const RunPlan& plan) {
  return std::make_unique<MachinesArena>(plan);
}

void remove_parts(const RunPlan& plan) {
  std::error_code fault;
  fs::remove_all(plan.machines->folder, fault);
}

namespace {

/// Returns the plan of a part, without its matches. Sets `jobs` to what the user wants if it is 0.
RunPlan read_job(const fs::path& folder, std::size_t& jobs) {
  const auto content = content_of(folder / "job");
  if (!content)
    throw Failure(Exit::output, (folder / "job").string() + " is not there: is " + folder.parent_path().string() +
                                    " shared with this machine? --folder names a folder that is");
  Unpacker in(*content);
  std::string format;
  in(format);
  if (format != payload_format())
    throw Failure(Exit::internal, "the run is of " + format + ", and this machine has " + payload_format() +
                                      ": install the same version on all machines");
  RunPlan plan;
  std::string bytes;
  std::size_t usual_jobs = 0;
  in(bytes, plan.game_limits.wall_ns, plan.game_limits.memory_bytes, usual_jobs);
  in.end();
  if (jobs == 0) jobs = usual_jobs;
  static_cast<Job&>(plan) = job_from(bytes, [&](const std::string& sha256) {
    const fs::path path = folder / "files" / sha256;
    std::optional<std::string> file = content_of(path);
    if (!file || hexadecimal(sha256_of(*file)) != sha256)
      throw Failure(Exit::input, path.string() + " is damaged, or not there");
    return *std::move(file);
  });
  return plan;
}

}  // namespace

bool play_part(const fs::path& wave, std::size_t part, std::size_t jobs, const std::function<bool()>& should_stop) {
  constexpr std::int64_t longest_ns = 300'000'000'000;               // a machine that dies loses no more
  static_cast<void>(::fcntl(lock_descriptor, F_SETFD, FD_CLOEXEC));  // strategies don't get it
  RunPlan plan = read_job(wave.parent_path(), jobs);
  const auto content = content_of(wave / (std::to_string(part) + ".part"));
  if (!content) throw Failure(Exit::usage, wave.string() + " has no part " + std::to_string(part) + " to play");
  auto matches = unpack<PartMatches>(*content);
  const std::string prefix = std::to_string(part) + "-";
  const PartResults before(wave, prefix);
  std::erase_if(matches, [&](const auto& match) { return before.has(match.first); });
  if (matches.empty()) return true;
  std::vector<ScheduledMatch> scheduled;
  for (const auto& [number, request] : matches)
    scheduled.push_back({.seed = request.seed, .seating = request.seating, .branch = request.branch});
  plan.schedule = Schedule::listed(std::move(scheduled));
  plan.is_part = true;
  plan.jobs = std::min(jobs == 0 ? usable_cores().size() : jobs, matches.size());
  PartResult result{.machine = this_machine(), .matches = {}};
  std::size_t played = 0;
  std::int64_t put_ns = read_clock(CLOCK_MONOTONIC);
  const auto put = [&] {
    if (!result.matches.empty())
      replace_file(wave / (prefix + random_key() + ".result"), pack(result), true, owner_only);
    result.matches.clear();
    put_ns = read_clock(CLOCK_MONOTONIC);
  };
  const auto finished = [&](std::vector<FinishedMatch>&& some) {
    for (const FinishedMatch& match : some) result.matches.emplace(matches[played++].first, arena::to_bytes(match));
    if (read_clock(CLOCK_MONOTONIC) - put_ns > longest_ns) put();
  };
  try {
    play_run(plan, {.finished = finished, .shown = {}, .should_stop = should_stop});
  } catch (...) {
    put();
    throw;
  }
  put();
  return played == matches.size();
}

}  // namespace host
