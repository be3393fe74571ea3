// The sections of the standings page that need single matches (breakdown.hpp, history.hpp). Each is HTML, or empty if
// it has no data.
#pragma once

#include "host/view/standings_page.hpp"

#include <string>

namespace host {

/// Each strategy's share of wins against each other one.
std::string duels_section(const StandingsTable& table, const HeadToHead& duels);

/// Scores by the parameters that differ from match to match, as far as a table has room for their values.
std::string parameters_section(const StandingsTable& table, const std::vector<ParameterResults>& parameters);

/// In games with one seat, the pair's scores; else the differences of their scores. Then the seeds that differ most.
std::string seeds_section(const StandingsTable& table, const StandingsPage& page);

std::string histories_section(const StandingsTable& table, const StandingsPage& page);

/// Returns the folded command that plays a match again, or why it is unknown.
std::string again_html(const MatchReference& match, const StandingsPage& page, const std::string& summary);

/// Returns the game's name of a seat, or "second seat".
std::string seat_name(const StandingsPage& page, std::size_t seat);

}  // namespace host
