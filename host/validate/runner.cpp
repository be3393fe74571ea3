#include "host/validate/runner.hpp"

#include "host/match/seeds.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/ticks.hpp"
#include "host/seat/participant.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/validate/game_harness.hpp"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

namespace host::validate {

namespace {

namespace fs = std::filesystem;

/// The checks whose failure makes the following checks impossible.
const std::set<std::string>& gates() {
  static const std::set<std::string> ids = {"descriptors", "loads", "creates", "sets-up", "program-starts"};
  return ids;
}

/// Descriptions of the plugins that the catalogue and the library itself offer.
class Library {
 public:
  Library(const Build& build, const PluginDescription* plugin, const Catalogue& catalogue) : catalogue_(catalogue) {
    if (plugin != nullptr) entries_.push_back({*plugin});
    for (PluginEntry& entry : catalogue.folders().scan()) {
      std::error_code ignored;
      if (!fs::equivalent(entry.plugin.path, build.path(), ignored)) entries_.push_back(std::move(entry));
    }
  }

  /// Returns the game of that protocol, or nothing.
  [[nodiscard]] std::optional<GameBuild> game(const std::string& protocol) const {
    for (const PluginEntry& entry : entries_) {
      for (const GameDescription& game : entry.plugin.games) {
        if (game.protocol == protocol) return game_in(catalogue_.build(entry.plugin.path), game.id);
      }
    }
    return std::nullopt;
  }

  /// Returns all strategies of that protocol, without those for any game: they may refuse this one.
  [[nodiscard]] Players players(const std::string& protocol) const {
    Players all;
    for (const PluginEntry& entry : entries_) {
      for (const StrategyDescription& strategy : entry.plugin.strategies) {
        if (strategy.protocol == protocol) all.push_back({catalogue_.build(entry.plugin.path), strategy, {}});
      }
    }
    return all;
  }

 private:
  const Catalogue& catalogue_;
  std::vector<PluginEntry> entries_;
};

/// Returns a seed for each check and subject, so that a check makes the same choices alone and among the others.
std::uint64_t seed_for(std::uint64_t seed, const std::string& check, const std::string& subject) {
  std::uint64_t hash = 0xCBF29CE484222325U;  // FNV-1a
  for (const char each : check + "/" + subject) hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001B3U;
  return mix(seed, hash);
}

class Run {
 public:
  Run(const Request& request, const Catalogue& catalogue, const std::function<void(const Result&)>& done)
      : request_(request), catalogue_(catalogue), done_(done) {}

  std::vector<Result> run() {
    Case examined;
    examined.matches = request_.matches.value_or(default_matches);
    examined.hurried = !request_.matches;
    if (request_.program) return run_program(std::move(examined));
    examined.build = catalogue_.build(request_.file);  // throws if the file is no library: then nothing can be checked
    check_names();
    try {
      examined.plugin = describe_build(*examined.build);
    } catch (const Failure& failure) {
      examined.refusal = without_name(failure);
    }
    check_id(examined);
    run_scope(Scope::library, examined);
    if (!examined.plugin) return std::move(results_);
    const Library library(*examined.build, &*examined.plugin, catalogue_);
    const std::string stopped_by = std::exchange(stopped_, "");
    for (const GameDescription& game : examined.plugin->games) {
      if (!request_.id.empty() && game.id != request_.id) continue;
      Case of_game = examined;
      of_game.game = GameBuild{examined.build, game};
      of_game.players = library.players(game.protocol);
      stopped_ = stopped_by;
      run_scope(Scope::game, of_game);
    }
    for (const StrategyDescription& strategy : examined.plugin->strategies) {
      if (!request_.id.empty() && strategy.id != request_.id) continue;
      Case of_strategy = examined;
      of_strategy.strategy = &strategy;
      of_strategy.game = named_game(library, strategy.protocol);
      if (of_strategy.game && !plays(strategy, of_strategy.game->description.protocol))
        throw Failure(Exit::usage, "--game " + *request_.game + ": the strategy " + strategy.id + " is for " +
                                       strategy.protocol + ", and not for " + of_strategy.game->description.protocol);
      limit(of_strategy);
      of_strategy.players = players_with(library, of_strategy);
      stopped_ = stopped_by;
      run_scope(Scope::strategy, of_strategy);
    }
    return std::move(results_);
  }

 private:
  std::vector<Result> run_program(Case examined) {
    check_names();
    examined.game = catalogue_.take(catalogue_.find_game(*request_.game));
    limit(examined);
    const Participant participant = enter(*request_.program, examined.game->description, catalogue_);
    examined.build = participant.file.build;
    examined.strategy = &participant.file.description;
    examined.players = Library(*examined.build, nullptr, catalogue_).players(examined.game->description.protocol);
    examined.players.insert(examined.players.begin(), participant.file);
    run_scope(Scope::program, examined);
    return std::move(results_);
  }

  /// Gives a strategy the time that the user wants, in place of the game's.
  void limit(Case& examined) const {
    if (!request_.cpu_ns || !examined.game) return;
    agon_limits& limits = examined.game->description.limits;
    limits.cpu_ns = *request_.cpu_ns;
    limits.wall_ns = 0;  // follows from it
  }

  /// Returns the game for strategies of that protocol: the one that the user specifies, otherwise one that is found.
  [[nodiscard]] std::optional<GameBuild> named_game(const Library& library, const std::string& protocol) const {
    std::error_code ignored;
    if (request_.game && !fs::equivalent(*request_.game, request_.file, ignored))
      return catalogue_.take(catalogue_.find_game(*request_.game));
    return library.game(protocol);
  }

  /// Returns the examined strategy, followed by all others of its game.
  [[nodiscard]] static Players players_with(const Library& library, const Case& examined) {
    const StrategyDescription& strategy = *examined.strategy;
    Players players = {{examined.build, strategy, {}}};
    const std::string protocol = examined.game ? examined.game->description.protocol : strategy.protocol;
    for (StrategyFile& player : library.players(protocol)) {
      const bool same = player.build == examined.build && player.description.id == strategy.id &&
                        player.description.protocol == strategy.protocol;
      if (!same) players.push_back(std::move(player));
    }
    return players;
  }

  [[nodiscard]] bool wanted(const Check& check) const {
    return request_.only.empty() ||
           std::find(request_.only.begin(), request_.only.end(), check.id) != request_.only.end();
  }

  void check_names() const {
    std::vector<std::string> ids;
    for (const Check& check : checks()) ids.emplace_back(check.id);
    for (const std::string& id : request_.only) {
      if (std::find(ids.begin(), ids.end(), id) == ids.end())
        throw Failure(Exit::usage,
                      "there is no check '" + id + "'" + did_you_mean(id, ids) + "; --help lists them all");
    }
  }

  void check_id(const Case& examined) const {
    if (request_.id.empty() || !examined.plugin) return;
    std::vector<std::string> ids;
    for (const GameDescription& game : examined.plugin->games) ids.push_back(game.id);
    for (const StrategyDescription& strategy : examined.plugin->strategies) ids.push_back(strategy.id);
    if (std::find(ids.begin(), ids.end(), request_.id) == ids.end())
      throw Failure(Exit::usage, request_.file.string() + " holds nothing called '" + request_.id + "'" +
                                     did_you_mean(request_.id, ids) + "; it holds " + join(ids));
  }

  /// Runs all checks of that scope. If only some are selected, also runs the ones that could make them impossible,
  /// without reporting those.
  void run_scope(Scope scope, Case& examined) {
    const std::string subject = examined.subject();
    for (const Check& check : checks()) {
      if (check.scope != scope) continue;
      if (!wanted(check) && !gates().contains(check.id)) continue;
      const std::int64_t began = read_clock(CLOCK_MONOTONIC);
      examined.seed = seed_for(request_.seed, check.id, subject);
      Finding finding = stopped_.empty() ? made(check, examined) : unchecked(stopped_);
      const bool bad = finding.status == Status::fail || finding.status == Status::crash;
      if (stopped_.empty() && bad && gates().contains(check.id)) stopped_ = std::string("it fails '") + check.id + "'";
      if (stopped_.empty() && finding.last) stopped_ = finding.text;
      if (!wanted(check)) continue;
      results_.push_back(
          {&check, subject, std::move(finding), static_cast<double>(read_clock(CLOCK_MONOTONIC) - began) / 1e9});
      done_(results_.back());
    }
  }

  /// Runs a check. Plays a game's matches before the first check that needs them.
  Finding made(const Check& check, Case& examined) const {
    const bool needs_matches = check.scope == Scope::game && std::string(check.id) != "sets-up";
    if (needs_matches && !examined.recording)
      examined.recording = record_matches(examined, seed_for(request_.seed, "random-play", examined.subject()));
    try {
      return check.run(examined);
    } catch (const Finding& finding) {
      return finding;
    } catch (const Failure& failure) {
      if (failure.code() == Exit::internal) throw;
      return fail(printable(without_name(failure)));
    } catch (const std::system_error& error) {
      return unchecked(std::string("a process can't be started: no ") + error.what());
    }
  }

  /// Returns the sentence without the file's name, which the report's header contains.
  [[nodiscard]] std::string without_name(const Failure& failure) const {
    const std::string text = failure.what();
    const std::string head = request_.file.string() + ": ";
    return text.starts_with(head) ? text.substr(head.size()) : text;
  }

  const Request& request_;
  const Catalogue& catalogue_;
  const std::function<void(const Result&)>& done_;
  std::vector<Result> results_;
  std::string stopped_;  // why no further check is possible; empty: they are possible
};

}  // namespace

std::vector<Result> run_checks(const Request& request, const Catalogue& catalogue,
                               const std::function<void(const Result&)>& done) {
  return Run(request, catalogue, done).run();
}

Status worst(const std::vector<Result>& results) {
  Status status = Status::ok;
  for (const Result& result : results) status = std::max(status, result.finding.status);
  return status;
}

}  // namespace host::validate
