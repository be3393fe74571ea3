// Which matches of a site have a page, if it has more of them than pages.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace host {

/// What decides whether a match has a page.
struct PageCandidate {
  std::vector<std::pair<std::size_t, double>> scores{};  // of each seat: the strategy's row, and its score
  bool failed = false;                                   // a seat of it
  bool named = false;                                    // the site's index names it as the first failure of its cause
};

/// Returns the numbers of at most `most` matches, ascending; all if there are not more. Of the pages, a quarter at most
/// are of failures, the named ones first, then the newest; a quarter of each strategy's best and worst matches, in
/// turn; the others of the newest matches. `matches` begins with the oldest one. The best match of a strategy is the
/// one in which its score is the most above the mean of the others; in a game with one seat, that with its highest
/// score.
std::vector<std::size_t> matches_with_page(const std::vector<PageCandidate>& matches, std::size_t most);

}  // namespace host
