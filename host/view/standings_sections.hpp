// The sections of the page of standings that take the matches apart (breakdown.hpp, history.hpp); each is HTML, or
// empty where there is nothing to show.
#pragma once

#include "host/view/standings_page.hpp"

#include <string>

namespace host {

/// Each strategy's share of wins against each other one.
std::string duels_section(const StandingsTable& table, const HeadToHead& duels);

/// Scores by the parameters that differ from match to match, as far as a table has room for their values.
std::string parameters_section(const StandingsTable& table, const std::vector<ParameterResults>& parameters);

/// The pair's scores where each plays alone; where they meet, the differences. Then the seeds that differ most.
std::string seeds_section(const StandingsTable& table, const StandingsPage& page);

std::string histories_section(const StandingsTable& table, const StandingsPage& page);

/// The folded command that plays a match again, or why it is not known.
std::string again_html(const MatchReference& match, const StandingsPage& page, const std::string& summary);

/// What the game calls a seat, or "second seat".
std::string seat_name(const StandingsPage& page, std::size_t seat);

}  // namespace host
