// What a league knows: its versions, by the journal and the files of owners.
#include "host/tournament/league.hpp"

#include "host/stats/intervals.hpp"
#include "host/tournament/hand_ins.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/schedule.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/toml_table.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

namespace host {

namespace {

constexpr std::size_t most_of_each = 1'000'000;

/// Returns the options of the command line that the table stands for.
Words match_options(TomlTable match) {
  Words words;
  for (const std::string& name : match.keys()) {
    if (const auto flag = match.flag(name)) {
      if (*flag) words.push_back("--" + name);
      continue;
    }
    for (const std::string& text : match.texts(name)) words.push_back("--" + name + "=" + text);
  }
  return words;
}

/// Refuses a person who can't have this key.
void check_person(const Uploader& person, const std::vector<Uploader>& others, const TomlTable& table) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  constexpr std::size_t shortest = 16;
  const auto& [owner, key] = person;
  if (owner.empty() || owner.find_first_not_of(plain) != std::string::npos)
    table.refuse("people: '" + owner + "' can't be the name of a folder: it takes letters, digits, - and _");
  if (key.size() < shortest || key.find_first_not_of(plain) != std::string::npos)
    table.refuse("people: the key of " + owner + " takes at least 16 letters and digits that nobody can guess, as in " +
                 owner + " = \"" + random_key() + "\"");
  for (const Uploader& other : others) {
    if (other.key == key) table.refuse("people: " + owner + " and " + other.owner + " have the same key");
  }
}

}  // namespace

LeagueSettings read_league(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / league_file;
  if (!std::filesystem::exists(file))
    throw Failure(Exit::usage, folder.string() + " has no " + league_file + ": 'league init' makes a league");
  TomlTable table = toml_file(file, Exit::usage);
  LeagueSettings settings;
  settings.title = table.text("title").value_or("");
  const std::string seeds = table.text("seeds").value_or("random:1");
  const auto refuse_seeds = [&]() -> std::string {
    table.refuse("seeds takes random ones with the league's key, as in \"random:1:KEY\"");
  };
  settings.secret = parse_seeds(seeds, refuse_seeds).secret;
  if (settings.secret.empty()) refuse_seeds();
  settings.key = seeds.substr(seeds.rfind(':') + 1);
  settings.anchors = table.texts("anchors");
  settings.owners = table.texts("owners");
  settings.blocks = table.whole("blocks", settings.blocks, 1, most_of_each);
  settings.placements = table.whole("placements", settings.placements, 0, most_of_each);
  settings.give_up = table.whole("give-up", settings.give_up, 0, most_of_each);
  settings.pages = table.whole("pages", settings.pages, 0, most_of_each);
  if (const auto anchor = table.text("anchor")) {
    settings.anchor = parse_anchor(*anchor);
    if (!settings.anchor) table.refuse("anchor takes a strategy and its rating, as in \"greedy=1000\"");
  }
  settings.match = match_options(table.table("match"));
  table.refuse_others();
  return settings;
}

UploadRules read_people(const std::filesystem::path& file) {
  TomlTable table = toml_file(file, Exit::usage);
  UploadRules rules;
  rules.url = table.text("url").value_or("");
  rules.uploads = table.whole("uploads", rules.uploads, 1, most_of_each);
  rules.files = table.whole("files", rules.files, 1, most_of_each);
  rules.bytes = table.whole("size", rules.bytes >> 20U, 1, most_of_each) << 20U;
  TomlTable people = table.table("people");
  for (const std::string& owner : people.keys()) {
    const Uploader person{owner, people.text(owner).value_or("")};
    check_person(person, rules.all, table);
    rules.all.push_back(person);
  }
  table.refuse_others();
  if (rules.all.empty()) table.refuse("it names nobody, as [people] with the line ada = \"" + random_key() + "\" does");
  if (!rules.url.empty() && (!rules.url.starts_with("http") || rules.url.find("://") == std::string::npos))
    table.refuse("url takes the address of the proxy, as in \"https://league.example.org\"");
  return rules;
}

Ratings rating_changes(const Ratings& earlier, const Ratings& now, const std::optional<RatingAnchor>& anchor) {
  Ratings changes;
  std::vector<double> all;
  for (const auto& [name, rating] : now) {
    const auto before = earlier.find(name);
    if (before == earlier.end()) continue;
    changes[name] = rating - before->second;
    all.push_back(changes[name]);
  }
  if (all.empty()) return changes;
  std::sort(all.begin(), all.end());
  const auto fixed = anchor ? changes.find(anchor->name) : changes.end();
  const double shift = fixed != changes.end() ? fixed->second : stats::quantile(all, 0.5);
  for (auto& [name, change] : changes) change -= shift;
  return changes;
}

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

League::League(fs::path folder, LeagueSettings settings, RunPlan plan, LeagueHooks hooks)
    : folder_(fs::absolute(std::move(folder))),
      settings_(std::move(settings)),
      plan_(std::move(plan)),
      hooks_(std::move(hooks)) {
  if (plan_.secret.empty()) plan_.secret = settings_.secret;
  journal_.emplace(folder_ / "league.log", [this](const Json& line) { read(line); });
  Store store(*plan_.database);
  store.for_each_match(league_filter(plan_.game.description.id), [&](const Result& match) {
    if (match.place.block < pending_.size()) enter_result(match);
  });
  count_complete();
}

void League::read(const Json& line) {
  const auto set_current = [&](const std::string& bot, const std::string& name) {
    for (LeagueVersion& version : versions_) {
      if (version.bot == bot) version.current = version.name == name;
    }
  };
  if (line.contains("version")) {
    const std::string refused = line["refused"];
    indices_[line["version"]] = versions_.size();
    versions_.push_back({.name = line["version"],
                         .bot = line["bot"],
                         .anchor = line["anchor"],
                         .sha256 = line["sha256"],
                         .file = line["file"].get<std::string>(),
                         .refused = refused,
                         .since = line["since"],
                         .current = false});
    counts_.grow(versions_.size());
    if (refused.empty()) set_current(line["bot"], line["version"]);
  } else if (line.contains("current")) {
    set_current(line["bot"], line["current"]);
  } else if (line.contains("given up")) {
    LeagueVersion& version = versions_.at(indices_.at(line["given up"]));
    version.given_up = line["reason"];
    version.until = line.value("since", std::int64_t{0});
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

/// Returns the version's name: that of its bot with its number, unless it is the first one of an anchor.
std::string League::name_of(const LeagueVersion& version) const {
  const auto earlier = std::ranges::count(versions_, version.bot, &LeagueVersion::bot);
  if (version.anchor && earlier == 0 && !indices_.contains(version.name)) return version.name;
  return version.name + "@" + std::to_string(earlier + 1);
}

void League::decide(const Json& line) {
  journal_->add(line);
  read(line);
  ++decisions_;
}

/// Makes a version the current one of its bot. Tries it first if it is new; then its name is without a number.
void League::take(LeagueVersion version) {
  for (const LeagueVersion& known : versions_) {
    if (known.bot != version.bot || known.sha256 != version.sha256) continue;
    if (known.refused.empty() && !known.current) make_current(known.bot, known.name);
    return;
  }
  version.name = name_of(version);
  version.since = std::time(nullptr);
  const std::size_t index = versions_.size();
  versions_.push_back(version);
  version.refused = trial(index);
  versions_.pop_back();
  if (!version.refused.empty()) participants_.erase(index);
  if (version.anchor && !version.refused.empty())
    throw Failure(Exit::plugin, "the anchor " + version.bot + " can't play: " + version.refused);
  decide({{"version", version.name},
          {"bot", version.bot},
          {"anchor", version.anchor},
          {"sha256", version.sha256},
          {"file", version.file.string()},
          {"refused", version.refused},
          {"since", version.since}});
  hooks_.notify(version.name + (version.refused.empty()
                                    ? " takes part"
                                    : " does not take part, since its trial failed: " + version.refused));
  rest();
}

/// Makes a known version the current one of its bot; "": none.
void League::make_current(const std::string& bot, const std::string& version) {
  decide({{"bot", bot}, {"current", version}});
  hooks_.notify(version.empty() ? bot + " is gone" : version + " is back");
  rest();
}

/// Tells what owners have handed in that is no strategy, once until it changes. Returns whether it has changed.
bool League::look_at_clutter() {
  std::map<std::string, std::string> notes = notes_on_hand_ins(folder_ / "bots", settings_.owners);
  for (const auto& [owner, note] : notes) {
    const auto known = notes_.find(owner);
    if (!note.empty() && (known == notes_.end() || known->second != note))
      hooks_.notify((owner.empty() ? "bots" : owner) + ": " + note);
  }
  return std::exchange(notes_, notes) != notes;
}

bool League::look(bool unchanged) {
  const std::uint64_t before = decisions_;
  const bool noted = look_at_clutter();
  std::set<std::string> names;
  for (const std::string& anchor : settings_.anchors) {
    if (!names.insert(anchor).second || !taken_.emplace(anchor, "").second) continue;
    const SeatIdentity identity =
        enter(PluginSpec::parse(anchor, "anchors"), plan_.game.description, catalogue_).identity;
    take({.name = identity.name, .bot = anchor, .anchor = true, .sha256 = identity.sha256});
  }
  for (const BotFile& bot : find_bots(folder_ / "bots", settings_.owners)) {
    if (hooks_.should_stop()) return true;
    names.insert(bot.name);
    try {
      const std::string state = state_of(bot);
      const bool changes = std::exchange(states_[bot.name], state) != state;
      if ((changes && unchanged) || taken_[bot.name] == state) continue;
      const std::string hash = hash_of(bot);
      const fs::path file = archive_bot(bot, hash, folder_ / "archive").lexically_relative(folder_);
      take({.name = bot.name, .bot = bot.name, .sha256 = hash, .file = file});
      taken_[bot.name] = state;
    } catch (const Failure& failure) {
      if (failure.code() != Exit::plugin) throw;
      hooks_.notify(failure.what());
      taken_[bot.name] = states_[bot.name];
    }
  }
  std::set<std::string> gone;
  for (const LeagueVersion& version : versions_) {
    if (version.current && !names.contains(version.bot)) gone.insert(version.bot);
  }
  for (const std::string& bot : gone) {
    make_current(bot, "");
    taken_.erase(bot);
  }
  present_ = std::move(names);
  return noted || decisions_ != before;
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
  const auto anchor = std::ranges::find_if(versions_, [](const auto& each) { return each.anchor && each.plays(); });
  std::string why;
  try {
    RunPlan plan = plan_;
    plan.database.reset();
    plan.look_up = plan.keep = false;
    plan.jobs = 1;
    plan.participants = {participant(index)};
    if (anchor != versions_.end())
      plan.participants.push_back(participant(static_cast<std::size_t>(anchor - versions_.begin())));
    ScheduledMatch match{.number = 0, .seed = random_seed(settings_.key + " trial", 0), .seating = {}, .block = 0};
    match.seating.assign(seats_of_matches(plan), plan.participants.size() - 1);
    match.seating.front() = 0;
    plan.schedule = Schedule::listed({match});
    check_strategies(plan);
    RunHooks hooks;
    hooks.finished = [&](const std::vector<FinishedMatch>& matches) {
      const Result& played = matches.front().result;
      why = played.fault ? "the game failed: " + *played.fault : failure_of(played.seats.front().outcome);
    };
    hooks.should_stop = [] { return false; };
    hooks.tick = hooks_.tick;
    play_run(plan, hooks);
  } catch (const Failure& failure) {
    if (failure.code() != Exit::plugin && failure.code() != Exit::usage) throw;
    why = failure.what();
  }
  // Its owner knows the file, but not the archive.
  boost::replace_all(why, (folder_ / versions_[index].file.parent_path() / "").string(), "");
  return why;
}

std::vector<League::Absent> League::absent() const {
  std::vector<Absent> all;
  std::set<std::string> owners;  // of whom something is said
  for (auto version = versions_.rbegin(); version != versions_.rend(); ++version) {
    const std::string owner = version->owner();
    if (version->anchor) continue;
    if (version->plays()) owners.insert(owner);
    const bool is_newest = std::none_of(versions_.rbegin(), version,
                                        [&](const LeagueVersion& newer) { return newer.bot == version->bot; });
    if (!is_newest || (version->refused.empty() && version->given_up.empty()) || !present_.contains(version->bot))
      continue;
    owners.insert(owner);
    const auto earlier = std::ranges::find_if(
        versions_, [&](const LeagueVersion& each) { return each.bot == version->bot && each.plays(); });
    const std::string instead = earlier == versions_.end() ? "" : "; " + earlier->name + " plays on";
    if (!version->refused.empty())
      all.push_back({version->name, owner, version->since, version->refused + instead});
    else
      all.push_back({version->name, owner, version->until, version->given_up + instead});
  }
  for (const auto& [owner, note] : notes_) {
    if (owner.empty() || owners.contains(owner)) continue;
    all.push_back({owner, owner, 0, note.empty() ? "there is no strategy in bots/" + owner : note});
  }
  std::ranges::sort(all, {}, &Absent::name);
  return all;
}

void League::note(const Ratings& ratings) {
  if (blocks_ != noted_at_) decide({{"ratings", ratings}});
}

void League::rest() {
  if (run_store_) run_store_->finish(false);
  run_store_.reset();
}

}  // namespace host
