#include "host/cli/standings_site.hpp"

#include "host/arena/process.hpp"
#include "host/cli/process.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/page_choice.hpp"
#include "host/report/pages.hpp"
#include "host/report/report.hpp"
#include "host/report/standings_page.hpp"
#include "host/util/digest.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// A match whose transcript is stored.
struct KeptMatch {
  MatchId id = 0;
  RunId run = 0;
  std::uint64_t number = 0;
  std::vector<std::string> names;  // of the run, for each seat
  Json players;                    // see SitePlace
  std::string play;                // tells its play from any other: a kept transcript never changes
  PageCandidate claim;
  std::string path{};
  std::string stamp{};
};

struct PageToWrite {
  const KeptMatch* match;
  std::string line;  // the transcript
};

/// Returns a text that another play of the match, or of another one, does not have.
std::string text_of_play(const Result& match) {
  std::vector<std::string> parts = {std::to_string(match.id), std::to_string(match.played), std::to_string(match.seed)};
  for (const SeatResult& seat : match.seats) {
    parts.push_back(decimal(seat.score));
    parts.push_back(std::to_string(seat.usage.cpu_us()));
    parts.push_back(std::to_string(seat.usage.wall_ns));
  }
  return join(parts, " ");
}

/// Returns those that have a page, the oldest first.
std::vector<KeptMatch> kept_matches(Store& store, const StandingsSite& site) {
  std::vector<KeptMatch> kept;
  std::set<std::pair<RunId, std::uint64_t>> named;
  for (const FailedSeat& failure : site.table.failures) named.emplace(failure.match.run, failure.match.place.number);
  const std::vector<std::string> labels = site.table.labels();
  Filter filter = site.filter;
  filter.kept = true;
  const auto keep = [&](const Result& match, const Seating& rows) {
    Json players = Json::array();
    PageCandidate claim{.named = named.contains({match.run, match.place.number})};
    for (std::size_t seat = 0; seat < rows.size(); ++seat) {
      const std::size_t row = rows[seat];
      players.push_back({{"name", labels[row]}, {"page", site.page.site.strategies[row]}});
      claim.scores.emplace_back(row, match.seats[seat].score);
      claim.failed = claim.failed || !match.seats[seat].outcome.ok();
    }
    kept.push_back({match.id, match.run, match.place.number, match.place.names, std::move(players), text_of_play(match),
                    std::move(claim), match_path(match.run, match.place.number)});
  };
  store.for_each_match(filter, in_rows_of(site.table.strategies(), keep));
  if (!site.most_matches || kept.size() <= *site.most_matches) return kept;
  std::ranges::sort(kept, {}, [](const KeptMatch& each) { return std::tuple(each.run, each.number); });
  std::vector<PageCandidate> claims;
  for (KeptMatch& each : kept) claims.push_back(std::move(each.claim));
  std::vector<KeptMatch> chosen;
  for (const std::size_t match : matches_with_page(claims, *site.most_matches))
    chosen.push_back(std::move(kept[match]));
  return chosen;
}

/// Returns what a match's page depends on, beside the format of pages. Doesn't need its transcript: a site is written
/// again and again, and most of its matches have a page already.
std::string stamp_of(const KeptMatch& match, const std::string& game_hash) {
  std::string all = match.play + match.players.dump() + game_hash;
  for (const SiteFile& file : site_files()) all += file.name;
  constexpr std::size_t bytes = 16;
  return hexadecimal(sha256_of(all), bytes);
}

void write_match(const PageToWrite& one, RecordedGames& games, const SiteFolder& folder) {
  const KeptMatch& match = *one.match;
  const std::string where = "match " + std::to_string(match.number) + " of run " + std::to_string(match.run);
  try {
    Transcript transcript = parse_transcript(one.line, where);
    for (std::size_t seat = 0; seat < transcript.seats.size() && seat < match.names.size(); ++seat)
      transcript.seats[seat].name = match.names[seat];
    const Game& game = games.game_of(transcript, where);
    name_own_work(where + ": the game " + game.description.id);
    const SitePlace place{.up = "../", .players = match.players};
    folder.replace(match.path, recorded_page(transcript, game, where, place).html);
  } catch (const Failure& failure) {
    if (failure.code() == Exit::output) throw;
    print_message(std::string(failure.what()) + ": it has no page");
    std::filesystem::remove(folder.path_of(match.path));
  }
}

void write_matches(const std::vector<PageToWrite>& pages, const std::string& game_path, const SiteFolder& folder) {
  const int code = run_game_in_child({}, [&] {
    RecordedGames games(game_path);
    for (const PageToWrite& each : pages) write_match(each, games, folder);
    return static_cast<int>(Exit::done);
  });
  if (code != static_cast<int>(Exit::done))
    throw Failure(Exit::output, folder.path_of("match").string() + ": the pages of matches are not complete");
}

/// Writes the pages of kept matches that are not there yet, and enters all of them.
void add_matches(Store& store, StandingsSite& site, SiteFolder& folder) {
  std::string game_hash;
  try {
    game_hash = sha256(Catalogue::standard().find_game(site.game_path.empty() ? site.table.game : site.game_path).path);
  } catch (const Failure& failure) {
    print_message(std::string(failure.what()) + ": so the site has no pages of matches");
    return;
  }
  constexpr std::size_t most_at_once = 1000;  // whose transcripts are in memory
  std::vector<KeptMatch> kept = kept_matches(store, site);
  std::vector<PageToWrite> pages;
  for (KeptMatch& match : kept) {
    match.stamp = stamp_of(match, game_hash);
    if (!folder.has(match.path, match.stamp)) pages.push_back({&match, store.transcript(match.id).value_or("")});
    if (pages.size() == most_at_once || (&match == &kept.back() && !pages.empty())) {
      write_matches(pages, site.game_path, folder);
      pages.clear();
    }
  }
  for (const KeptMatch& match : kept) {
    if (!folder.has(match.path)) continue;
    folder.keep(match.path, match.stamp);
    site.page.site.matches.insert({match.run, match.number});
  }
}

}  // namespace

void write_site(Store& store, StandingsSite site, const std::filesystem::path& path) {
  SiteFolder folder(path);
  for (const SiteFile& file : site_files()) folder.write(file.name, file.content);
  for (const std::string& label : site.table.labels())
    site.page.site.strategies.push_back(page_path("strategy", label));
  add_matches(store, site, folder);
  const Json index = standings_page(site.table, site.page);
  StrategyMatches matches(site.table.standings.size());
  const auto add = [&](const Result& match, const Seating& rows) {
    matches.add(match, rows, site.page.site.page_of(match.run, match.place.number));
  };
  store.for_each_match(site.filter, in_rows_of(site.table.strategies(), add));
  for (std::size_t standing = 0; standing < site.table.standings.size(); ++standing)
    folder.write(site.page.site.strategies[standing],
                 report_page(strategy_page(index, site.table, standing, matches), SitePlace{.up = "../"}));
  for (const auto& [name, report] : site.reports) folder.write(name, report_page(report, SitePlace{.up = "../"}));
  folder.write("index.html", report_page(index, SitePlace{}));
  folder.finish();
}

}  // namespace host
