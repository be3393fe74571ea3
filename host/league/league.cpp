// What a league knows: its versions, by the journal and the files of owners.
#include "host/league/league.hpp"

#include "host/failure.hpp"
#include "host/match/seeds.hpp"
#include "host/text.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/seeds.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <set>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

std::string key_in(const std::string& seeds) {
  const Seeds parsed = parse_seeds(seeds, [&]() -> std::string {
    throw Failure(Exit::usage, std::string(league_file) + ": seeds = \"" + seeds + "\" lacks the key of a league");
  });
  if (parsed.secret.empty())
    throw Failure(Exit::usage, std::string(league_file) + ": seeds takes random ones, as in \"random:1:KEY\"");
  return seeds.substr(seeds.rfind(':') + 1);
}

}  // namespace

League::League(fs::path folder, LeagueSettings settings, RunPlan plan, LeagueHooks hooks)
    : folder_(fs::absolute(std::move(folder))),
      settings_(std::move(settings)),
      plan_(std::move(plan)),
      hooks_(std::move(hooks)),
      key_(key_in(settings_.seeds)) {
  if (plan_.secret.empty()) plan_.secret = parse_seeds(settings_.seeds, [] { return std::string(); }).secret;
  journal_.emplace(folder_ / "league.log", [this](const Json& line) { read(line); });
  fs::create_directories(folder_ / "archive");
  read_results();
  take_anchors();
}

void League::read(const Json& line) {
  if (line.contains("version")) {
    add({.name = line["version"],
         .bot = line["bot"],
         .anchor = line["anchor"],
         .sha256 = line["sha256"],
         .file = line["file"].get<std::string>(),
         .refused = line["refused"],
         .since = line["since"]});
  } else if (line.contains("current")) {
    const std::string bot = line["bot"];
    const std::string current = line["current"];
    for (LeagueVersion& version : versions_) {
      if (version.bot == bot) version.current = version.name == current;
    }
  } else if (line.contains("given up")) {
    versions_.at(indices_.at(line["given up"])).given_up = line["reason"];
  } else if (line.contains("ratings")) {
    noted_ = {std::move(noted_.second), line["ratings"].get<Ratings>()};
    noted_at_ = blocks_;
  } else if (line.contains("blocks")) {
    for (const Json& each : line["blocks"]) {
      Block& block = pending_.emplace_back();
      block.number = blocks_++;
      for (const Json& name : each["players"]) block.versions.push_back(indices_.at(name));
    }
  }
}

void League::read_results() {
  Store store(*plan_.database);
  store.for_each_match(league_filter(store.runs(), plan_.game.description.id), [&](const StoredMatch& match) {
    if (match.place.block >= pending_.size()) return;
    std::vector<SeatOutcome> seats;
    for (std::size_t seat = 0; seat < match.place.names.size(); ++seat) {
      const auto found = indices_.find(match.place.names[seat]);
      if (found == indices_.end()) return;  // of somebody else
      const SeatResult& result = match.result.seats[seat];
      seats.push_back({found->second, result.score, failure_of(result.outcome)});
    }
    pending_[match.place.block].matches[match.place.number] = std::move(seats);
  });
  count_complete();
}

void League::take_anchors() {
  for (const LeagueVersion& version : std::vector<LeagueVersion>(versions_)) {
    const std::vector<std::string>& named = settings_.anchors;
    if (version.anchor && version.current && std::find(named.begin(), named.end(), version.bot) == named.end())
      make_current(version.bot, nullptr);
  }
  for (const std::string& anchor : settings_.anchors) {
    const SeatIdentity identity =
        enter(PluginSpec::parse(anchor, "anchors"), plan_.game.description, catalogue_).identity;
    const LeagueVersion* const known = find(anchor, identity.sha256);
    if (known == nullptr) {
      const std::string name = next_name(anchor, identity.name);
      enter_version({.name = name, .bot = anchor, .anchor = true, .sha256 = identity.sha256});
    } else if (!known->current) {
      make_current(anchor, known);
    }
  }
}

const LeagueVersion* League::find(const std::string& bot, const std::string& sha256) const {
  const auto found = std::find_if(versions_.begin(), versions_.end(), [&](const LeagueVersion& version) {
    return version.bot == bot && version.sha256 == sha256;
  });
  return found == versions_.end() ? nullptr : &*found;
}

/// Returns the name of the next version of the bot; `name` if it is the first one of an anchor.
std::string League::next_name(const std::string& bot, const std::string& name) const {
  const auto earlier = std::count_if(versions_.begin(), versions_.end(),
                                     [&](const LeagueVersion& version) { return version.bot == bot; });
  const bool is_anchor = name.find('/') == std::string::npos;
  if (is_anchor && earlier == 0 && !indices_.contains(name)) return name;
  return name + "@" + std::to_string(earlier + 1);
}

/// Adds a version, which is the current one of its bot if it takes part.
void League::add(LeagueVersion version) {
  version.current = version.refused.empty();
  for (LeagueVersion& other : versions_) {
    if (version.current && other.bot == version.bot) other.current = false;
  }
  indices_[version.name] = versions_.size();
  versions_.push_back(std::move(version));
  counts_.grow(versions_.size());
}

/// Tries a new version, and adds it.
void League::enter_version(LeagueVersion version) {
  version.since = std::time(nullptr);
  const std::size_t index = versions_.size();
  versions_.push_back(version);
  version.refused = trial(index);
  versions_.pop_back();
  if (!version.refused.empty()) participants_.erase(index);
  if (version.anchor && !version.refused.empty())
    throw Failure(Exit::plugin, "the anchor " + version.bot + " can't play: " + version.refused);
  journal_->add({{"version", version.name},
                 {"bot", version.bot},
                 {"anchor", version.anchor},
                 {"sha256", version.sha256},
                 {"file", version.file.string()},
                 {"refused", version.refused},
                 {"since", version.since}});
  hooks_.told(version.name + (version.refused.empty()
                                  ? " takes part"
                                  : " does not take part, since its trial failed: " + version.refused));
  add(std::move(version));
  rest();
}

/// Makes a known version the current one of its bot, or none.
void League::make_current(const std::string& bot, const LeagueVersion* version) {
  const std::string name = version == nullptr ? "" : version->name;
  const Json line = {{"bot", bot}, {"current", name}};
  journal_->add(line);
  read(line);
  hooks_.told(name.empty() ? bot + " is gone" : name + " is back");
  rest();
}

void League::look(bool settled) {
  std::set<std::string> names;
  for (const BotFile& bot : find_bots(folder_ / "bots", settings_.owners)) {
    if (hooks_.should_stop()) return;
    names.insert(bot.name);
    try {
      const std::string state = state_of(bot);
      const bool changes = std::exchange(states_[bot.name], state) != state;
      if ((changes && settled) || taken_[bot.name] == state) continue;
      take(bot);
      taken_[bot.name] = state;
    } catch (const Failure& failure) {
      if (failure.code() != Exit::plugin) throw;
      hooks_.told(failure.what());
      taken_[bot.name] = states_[bot.name];
    }
  }
  std::set<std::string> gone;
  for (const LeagueVersion& version : versions_) {
    if (!version.anchor && version.current && !names.contains(version.bot)) gone.insert(version.bot);
  }
  for (const std::string& bot : gone) {
    make_current(bot, nullptr);
    taken_.erase(bot);
  }
}

void League::take(const BotFile& bot) {
  const std::string hash = hash_of(bot);
  const LeagueVersion* const known = find(bot.name, hash);
  if (known == nullptr) {
    const fs::path file = archive_bot(bot, hash, folder_ / "archive").lexically_relative(folder_);
    enter_version({.name = next_name(bot.name, bot.name), .bot = bot.name, .sha256 = hash, .file = file});
  } else if (known->refused.empty() && !known->current) {
    make_current(bot.name, known);
  }
}

const Participant& League::participant(std::size_t index) {
  const auto found = participants_.find(index);
  if (found != participants_.end()) return found->second;
  const LeagueVersion& version = versions_[index];
  const std::string text = version.anchor ? version.bot : plugin_of(folder_ / version.file);
  PluginSpec spec = PluginSpec::parse(text);
  spec.name = version.name;
  Assignments named = spec.options;
  named.emplace_back("name", version.name);
  spec.given = spec_text(spec.plugin, named);
  return participants_.emplace(index, enter(spec, plan_.game.description, catalogue_)).first->second;
}

/// Plays one match of a version. Returns why it can't take part; "" if it can.
std::string League::trial(std::size_t index) {
  const auto anchor = std::find_if(versions_.begin(), versions_.end(),
                                   [](const LeagueVersion& each) { return each.anchor && each.plays(); });
  std::string why;
  try {
    RunPlan plan = plan_;
    plan.database.reset();
    plan.look_up = plan.keep = false;
    plan.jobs = 1;
    plan.cluster = {};
    plan.participants = {participant(index)};
    if (anchor != versions_.end())
      plan.participants.push_back(participant(static_cast<std::size_t>(anchor - versions_.begin())));
    ScheduledMatch match{.number = 0, .seed = random_seed(key_ + " trial", 0), .seating = {}, .block = 0};
    match.seating.assign(seats_of_matches(plan), plan.participants.size() - 1);
    match.seating.front() = 0;
    plan.schedule = Schedule::listed({match});
    check_strategies(plan);
    RunObserver observer;
    observer.finished = [&](const std::vector<FinishedMatch>& matches) {
      const FinishedMatch& played = matches.front();
      why = played.fault ? "the game failed: " + *played.fault
                         : failure_of(played.transcript.result.seats.front().outcome);
    };
    observer.should_stop = [] { return false; };
    play_run(plan, observer);
  } catch (const Failure& failure) {
    if (failure.code() != Exit::plugin && failure.code() != Exit::usage) throw;
    why = failure.what();
  }
  return why;
}

void League::note(const Ratings& ratings) {
  if (blocks_ == noted_at_) return;
  const Json line = {{"ratings", ratings}};
  journal_->add(line);
  read(line);
}

void League::rest() {
  if (archive_) archive_->finish(false);
  archive_.reset();
}

}  // namespace host
