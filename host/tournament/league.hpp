// A league that plays: its versions, who meets whom, and what follows from the results.
//
// What is decided stands in the journal, and each result in the database, before anything depends on it. A decision
// depends on these alone. So a league that was killed goes on as if it had not been.
#pragma once

#include "host/seat/participant.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/store/words.hpp"
#include "host/tournament/league_bots.hpp"
#include "host/tournament/league_pairing.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/run_store.hpp"
#include "host/tournament/standings.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace host {

// What a league is: its file league.toml, and who may upload to it (docs/league.md).

/// The name of the file in the league's folder.
inline constexpr const char* league_file = "league.toml";

struct LeagueSettings {
  std::string title;                   // of the pages
  std::string key;                     // of the seeds
  std::string secret;                  // of a run with this key
  std::vector<std::string> anchors;    // strategies, as --plugin takes them
  std::vector<std::string> owners;     // those that take part; empty: all
  std::uint64_t blocks = 20;           // that each version plays
  std::uint64_t placements = 2;        // of these, against each anchor, first
  std::uint64_t give_up = 3;           // first matches that all fail
  std::uint64_t pages = 500;           // of matches in the site, at most
  std::optional<RatingAnchor> anchor;  // fixes the scale of the ratings; its name is that of an anchor or a version
  Words match;                         // options of a run, which apply to each match: "--game=GAME", "--set=n=6"
};

/// Reads the file in the league's folder. Throws Failure(usage).
LeagueSettings read_league(const std::filesystem::path& folder);

/// Somebody who may upload to a league.
struct Uploader {
  std::string owner;  // the folder in bots/
  std::string key;    // in the person's link
};

/// Who may upload, and how much: the file people.toml (docs/league.md).
struct UploadRules {
  std::string url;                     // of a proxy: "https://league.example.org"; empty: none
  std::uint64_t uploads = 20;          // of a person in 24 hours
  std::uint64_t files = 5;             // of a person at a time
  std::uint64_t bytes = 16ULL << 20U;  // of a file
  std::vector<Uploader> all;
};

/// Reads the file. Throws Failure(usage).
UploadRules read_people(const std::filesystem::path& file);

/// A version of a bot, or an anchor.
struct LeagueVersion {
  std::string name;  // "ann/greedy@2", as in the results
  std::string bot;   // "ann/greedy"; of an anchor, as --plugin takes it
  bool anchor = false;
  std::string sha256{};
  std::filesystem::path file{};  // in the archive, relative to the league's folder
  std::string refused{};         // why it does not take part
  std::string given_up{};        // why it does no more
  std::int64_t since = 0;        // seconds since 1970
  std::int64_t until = 0;        // when it was given up
  bool current = true;           // the newest of its bot that takes part
  std::uint64_t blocks = 0;      // that are played
  std::uint64_t failures = 0;    // of its first matches
  bool has_played = false;       // a match without failing

  [[nodiscard]] bool plays() const { return current && refused.empty() && given_up.empty(); }
  /// Returns the owner's folder in bots/; "": an anchor.
  [[nodiscard]] std::string owner() const { return anchor ? "" : bot.substr(0, bot.find('/')); }
};

struct LeagueHooks {
  std::function<bool()> should_stop;
  std::function<void(const std::string& sentence)> notify;  // what the league's owner should know
  std::function<void()> tick = [] {};                       // called several times a second while matches are played
};

/// Returns "crash: it was ended by signal 11: last words"; "" if the seat did not fail.
std::string failure_of(const Outcome& outcome);

using Ratings = std::map<std::string, double>;

/// Returns by how much ratings have changed, of those in both: relative to the `anchor`, if both have it. Otherwise
/// half of them have gained and half have lost, so that nobody gains by those who have come.
Ratings rating_changes(const Ratings& earlier, const Ratings& now, const std::optional<RatingAnchor>& anchor);

class League {
 public:
  /// Goes on with the league in the folder, if there is one; decides nothing yet. `plan` has what all matches have in
  /// common, and `plan.database`. Throws Failure.
  League(std::filesystem::path folder, LeagueSettings settings, RunPlan plan, LeagueHooks hooks);

  /// Takes anchors, new versions, and those that came back. `unchanged`: only files that are as at the last look.
  /// Returns whether something has changed.
  bool look(bool unchanged);

  /// Plays the next round, or what the last one lacks. Returns false if nothing is left to be played, or if it stopped.
  bool play();

  /// Ends the run in the database; the next round begins another one.
  void rest();

  /// Notes the ratings by version, if blocks were played since the last time: those that changes are told from.
  void note(const Ratings& ratings);
  /// Returns the ratings that were noted before the last blocks.
  [[nodiscard]] const Ratings& earlier() const { return blocks_ > noted_at_ ? noted_.second : noted_.first; }

  [[nodiscard]] const std::vector<LeagueVersion>& versions() const { return versions_; }

  /// A bot that does not take part, or an owner of whom nothing does.
  struct Absent {
    std::string name;  // of the version, or the owner
    std::string owner;
    std::int64_t since = 0;  // seconds since 1970; 0: unknown
    std::string why;
  };
  /// Returns them in the order of their names, as at the last look.
  [[nodiscard]] std::vector<Absent> absent() const;
  /// Returns a line about how far the league is.
  [[nodiscard]] std::string standing() const;

 private:
  struct SeatOutcome {
    std::size_t version = 0;
    double score = 0;
    std::string failure{};  // empty: it did not fail
  };
  /// A group on a seed, and the results of its matches.
  struct Block {
    std::uint64_t number = 0;
    Seating versions{};
    std::map<std::uint64_t, std::vector<SeatOutcome>> matches{};  // by number; without seats if the game failed it
  };

  /// Enters a decision of the journal, or of now.
  void read(const nlohmann::ordered_json& line);
  void decide(const nlohmann::ordered_json& line);
  void take(LeagueVersion version);
  bool look_at_clutter();
  void make_current(const std::string& bot, const std::string& version);
  std::string trial(std::size_t version);
  const Participant& participant(std::size_t version);
  [[nodiscard]] std::string name_of(const LeagueVersion& version) const;
  bool choose();
  [[nodiscard]] std::size_t group() const;
  [[nodiscard]] std::uint64_t seed_of(std::uint64_t block) const;
  [[nodiscard]] std::vector<ScheduledMatch> matches_of(const Block& block) const;
  void play_round();
  Block& block_of(std::uint64_t number);
  void enter_result(const Result& result);
  void count_complete();
  void count(const Block& block);
  void count_failures(const SeatOutcome& seat);

  std::filesystem::path folder_;
  LeagueSettings settings_;
  RunPlan plan_;
  LeagueHooks hooks_;
  Catalogue catalogue_ = Catalogue::standard();
  std::vector<LeagueVersion> versions_;
  std::map<std::string, std::size_t> indices_;       // of versions, by name
  std::map<std::size_t, Participant> participants_;  // those that have played since the start
  std::map<std::string, std::string> states_;        // of files, by bot, when they were looked at
  std::map<std::string, std::string> taken_;         // likewise, of those that are known
  std::set<std::string> present_;                    // bots whose files were there at the last look
  std::map<std::string, std::string> notes_;         // notes_on_hand_ins() at the last look
  stats::RankingCounts counts_{1};
  std::uint64_t decisions_ = 0;        // since the start
  std::uint64_t blocks_ = 0;           // that are decided
  std::pair<Ratings, Ratings> noted_;  // the last but one, and the last
  std::uint64_t noted_at_ = 0;         // blocks_ then
  std::vector<Block> pending_;         // of these, those that may lack results
  std::optional<RunStore> run_store_;
  std::optional<Journal> journal_;
};

}  // namespace host
