// The sections of the page of standings that take the matches apart (breakdown.hpp, history.hpp); each is HTML, or
// empty where there is nothing to show.
#pragma once

#include "host/view/standings_page.hpp"

#include <string>

namespace host {

std::string meetings_section(const StandingsTable& table, const BreakdownTable& breakdown);

std::string parameters_section(const StandingsTable& table, const BreakdownTable& breakdown);

/// The pair's scores where each plays alone; where they meet, the differences. Then the seeds that differ most.
std::string seeds_section(const StandingsTable& table, const StandingsPage& page);

std::string histories_section(const StandingsTable& table, const StandingsPage& page);

/// The folded command that plays a match again, or why it is not known.
std::string again_html(const MatchReference& match, const StandingsPage& page, const std::string& summary);

/// What the game calls a seat, or "second seat".
std::string seat_name(const StandingsPage& page, std::size_t seat);

}  // namespace host
