#include "host/store/merge.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace {

/// Returns the command without the options that differ between the parts of a run: --shard and --db.
Words whole_command(Words words) {
  for (auto word = words.begin(); word != words.end();) {
    const bool joined = word->starts_with("--shard=") || word->starts_with("--db=");
    const bool is_own = joined || ((*word == "--shard" || *word == "--db") && word + 1 != words.end());
    word = is_own ? words.erase(word, word + (joined ? 1 : 2)) : word + 1;
  }
  return words;
}

/// Adds one database to another.
class Merge {
 public:
  Merge(Store& target, std::filesystem::path target_file, Store& source, std::filesystem::path source_file)
      : target_(target),
        source_(source),
        target_file_(std::move(target_file)),
        source_file_(std::move(source_file)),
        runs_(target.runs()),
        shards_(target.shards()) {}

  Merged run() {
    const std::uint64_t before = target_.count();
    const std::vector<StoredShard> shards = source_.shards();
    for (const StoredRun& run : source_.runs()) {
      std::vector<StoredShard> own;
      std::ranges::copy_if(shards, std::back_inserter(own),
                           [&](const StoredShard& each) { return each.run == run.id; });
      const RunId into = joined(run, own);
      std::uint64_t found = 0;
      source_.for_each_match({.run = run.id}, [&](const Result& match) {
        add(into, match);
        ++found;
      });
      if (found != source_.matches_of(run.id))
        throw Failure(Exit::output, source_file_.string() + ": is a damaged results database: run " +
                                        std::to_string(run.id) + " lacks matches that it has a place for");
      source_.for_each_fault(run.id, [&](const StoredFault& fault) { target_.add_fault(into, fault); });
      for (StoredShard& shard : own) {
        shard.run = into;
        target_.add_shard(shard);
        shards_.push_back(shard);
      }
      if (!own.empty()) target_.extend_run(into, run);
      ++merged_.runs;
    }
    merged_.matches = source_.count();
    merged_.new_matches = target_.count() - before;
    return merged_;
  }

 private:
  /// Returns the target's run for one of the source, whose parts are `own`; a new one if there is none. It may be one
  /// that this merge has made: if a part was interrupted, the source has several runs of it.
  RunId joined(const StoredRun& run, const std::vector<StoredShard>& own) {
    if (!own.empty()) {
      const Shard& part = own.front().shard;
      const auto same = std::ranges::find_if(shards_, [&](const StoredShard& each) {
        return each.shard.plan == part.plan && each.shard.parts == part.parts;
      });
      if (same != shards_.end()) return same->run;
    } else {
      const auto same = std::ranges::find_if(runs_, [&](const StoredRun& each) {
        return each.started == run.started && each.record.command == run.record.command &&
               each.record.game == run.record.game && each.record.host == run.record.host &&
               each.record.kind == run.record.kind;
      });
      if (same != runs_.end()) {
        const RunId id = same->id;
        runs_.erase(same);  // it is one run of the source
        return id;
      }
    }
    ++merged_.new_runs;
    StoredRun copy = run;
    if (!own.empty()) {
      copy.record.command = whole_command(std::move(copy.record.command));
      copy.record.schedule = 0;
    }
    return target_.copy_run(copy);
  }

  void add(RunId into, const Result& match) {
    const std::string key = source_.key_of(match.id);
    const auto known = target_.find(key);
    if (known) check(match, *known);
    // A transcript is of the match that is stored, and of no other play of it.
    const bool is_copy = !known || known->digests.match == match.digests.match;
    const auto line = is_copy ? source_.packed_transcript(match.id) : std::nullopt;
    try {
      target_.add(into, key, match, line.value_or(PackedLine{}));
    } catch (const Failure& failure) {
      throw Failure(failure.code(), std::string(failure.what()) + " (while " + source_file_.string() + " was merged)");
    }
  }

  /// Throws Failure(database) if the two are different results of a match. Times may differ.
  void check(const Result& match, const Result& known) const {
    for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
      const SeatResult& there = match.seats[seat];
      const SeatResult& here = known.seats.at(seat);
      if (here.score == there.score && known.contest[seat] == match.contest[seat] &&
          here.outcome.kind == there.outcome.kind && here.usage.turns == there.usage.turns)
        continue;
      std::vector<std::string> players;
      for (const auto& strategy : match.strategies) players.push_back(strategy->strategy);
      const auto result = [](const SeatResult& of) {
        return decimal(of.score) + " (" + outcome_name(of.outcome.kind) + ")";
      };
      throw Failure(Exit::output, target_file_.string() + ": has another result than " + source_file_.string() +
                                      " for one match: " + match.conditions->game + ", seed " +
                                      std::to_string(match.seed) + ", " + join(players, " - ") + ", seat " +
                                      std::to_string(seat) + " scores " + result(here) + " here and " + result(there) +
                                      " there; a strategy that depends on the clock can do that");
    }
  }

  Store& target_;
  Store& source_;
  std::filesystem::path target_file_;
  std::filesystem::path source_file_;
  std::vector<StoredRun> runs_;      // of the target, which have none of the source yet
  std::vector<StoredShard> shards_;  // of the target
  Merged merged_;
};

}  // namespace

Merged merge(const std::filesystem::path& target, const std::filesystem::path& source) {
  std::error_code no_target;
  if (std::filesystem::equivalent(target, source, no_target))
    throw Failure(Exit::usage, source.string() + ": can't be merged into itself");
  Store from(source, {.create = false, .to_write = false});  // refused before the target is created
  Store into(target);
  Merged merged;
  from.together_reading([&] { into.together([&] { merged = Merge(into, target, from, source).run(); }); });
  return merged;
}

std::vector<IncompleteRun> incomplete_runs(const std::filesystem::path& file) {
  std::vector<IncompleteRun> all;
  for (const auto& [run, shard, finished] : Store(file, {.create = false, .to_write = false}).shards()) {
    if (all.empty() || all.back().run != run) {
      all.push_back({.run = run, .parts = shard.parts, .missing = {}});
      for (std::uint64_t part = 1; part <= shard.parts; ++part) all.back().missing.push_back(part);
    }
    if (finished) std::erase(all.back().missing, shard.part);
  }
  std::erase_if(all, [](const IncompleteRun& run) { return run.missing.empty(); });
  return all;
}

}  // namespace host
