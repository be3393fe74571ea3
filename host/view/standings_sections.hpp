// The sections of the standings page that need individual matches (breakdown.hpp, history.hpp). Each is HTML, or empty
// if it has no data.
#pragma once

#include "host/view/standings_page.hpp"

#include <string>

namespace host {

/// Returns each strategy's share of wins against each other one.
std::string duels_section(const StandingsTable& table, const HeadToHead& duels);

/// Returns scores by the parameters that differ between matches, if their values fit into a table.
std::string parameters_section(const StandingsTable& table, const std::vector<ParameterResults>& parameters);

/// Returns the pair's scores in games with one seat; otherwise the differences of their scores. Adds the seeds that
/// differ most.
std::string seeds_section(const StandingsTable& table, const StandingsPage& page);

std::string histories_section(const StandingsTable& table, const StandingsPage& page);

/// Returns the folded command that replays a match, or why it is unknown.
std::string again_html(const MatchReference& match, const StandingsPage& page, const std::string& summary);

/// Returns the game's name of a seat, or "second seat".
std::string seat_name(const StandingsPage& page, std::size_t seat);

}  // namespace host
