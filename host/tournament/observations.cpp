#include "host/tournament/observations.hpp"

#include "host/store/store.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace host {

void BlockDigest::add(const MatchDigests& match) {
  start_.add(match.start);
  matches_.add(match.match);
  opening_ = match.opening;
  known_ = known_ && match.start != 0;
}

stats::PlayedBlock BlockDigest::block(std::uint64_t seed, std::uint64_t players) const {
  return {.seed = seed,
          .start = known_ ? std::max<std::uint64_t>(start_.value(), 1) : 0,
          .matches = matches_.value(),
          .opening = opening_,
          .players = players};
}

void MatchObservations::add(std::int64_t run, std::uint64_t block, std::uint64_t seed, std::uint64_t players,
                            const MatchDigests& match) {
  const std::pair id(run, block);
  if (id_ != id) {
    end();
    id_ = id;
    seed_ = seed;
    players_ = players;
  }
  digest_.add(match);
}

void MatchObservations::end() {
  if (id_) observations_.add(digest_.block(seed_, players_));
  digest_ = {};
}

stats::Units MatchObservations::units(const stats::Observations::PlayersOf& players_of) {
  end();
  id_.reset();
  return observations_.units(players_of);
}

Filter league_filter(const std::string& game) {
  Filter filter;
  filter.kind = RunKind::league;
  filter.game = game;
  filter.one_schedule = true;
  return filter;
}

namespace {

/// Returns the run that tells a match's block apart from others.
RunId run_of_block(const Filter& filter, RunId run) {
  return filter.one_schedule ? 0 : run;
}

}  // namespace

ObservationCounts for_each_observation(Store& store, const Filter& filter, const std::function<void()>& begin,
                                       const std::function<void(const Result& match, std::uint64_t unit)>& take,
                                       const std::unordered_set<MatchId>& left_out) {
  begin();
  MatchObservations observations;
  store.for_each_match(filter, [&](const Result& match) {
    if (left_out.contains(match.id)) return;
    observations.add(run_of_block(filter, match.run), match.place.block, match.seed,
                     static_cast<std::uint64_t>(match.id), match.digests);
    take(match, match.seed);
  });
  const stats::Units units =
      observations.units([&](std::uint64_t first) { return store.players_of(static_cast<MatchId>(first)); });
  if (!units.are_clusters()) return units.counts();

  begin();
  std::vector<Result> block;  // reused, so that reading many matches allocates little
  std::size_t count = 0;
  std::pair<RunId, std::uint64_t> last;
  const auto end = [&] {
    BlockDigest digest;
    for (std::size_t i = 0; i < count; ++i) digest.add(block[i].digests);
    for (std::size_t i = 0; i < count; ++i) take(block[i], units.of(digest.block(block[i].seed)));
    count = 0;
  };
  store.for_each_match(filter, [&](Result& match) {
    if (left_out.contains(match.id)) return;
    const std::pair id(run_of_block(filter, match.run), match.place.block);
    if (count > 0 && id != last) end();
    last = id;
    if (count == block.size()) block.emplace_back();
    std::swap(block[count++], match);
  });
  end();
  return units.counts();
}

}  // namespace host
