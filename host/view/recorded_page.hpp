// The page of a recorded match, which its game plays again.
#pragma once

#include "host/match/replay.hpp"
#include "host/view/pages.hpp"

#include <optional>
#include <string>

namespace host {

struct RecordedPage {
  std::string html;
  std::optional<Difference> difference;  // from the record, which the page names, too
};

/// Runs the game in this process: see run_in_child(). `more` has further fields of the header. Throws
/// Failure(transcript), beginning with `where`, if not even the start can be shown.
RecordedPage recorded_page(const Transcript& transcript, const Game& game, const std::string& where,
                           const std::optional<SitePlace>& site = {}, nlohmann::ordered_json more = {});

}  // namespace host
