// Reads the texts of --tune: which options vary, and in which ranges.
#pragma once

#include "host/plugin/description.hpp"
#include "host/tune/space.hpp"

#include <string>
#include <vector>

namespace host {

/// What a range of whole numbers means for an option of kind text whose start has whole numbers, too.
enum class TextNumbers {
  any,        // all numbers
  as_written  // whole numbers; "0.0:5" means all
};

/// Parses "depth=1:6,alpha=0.1:10:log,mode,w*=-5:5". A name that ends with '*' means all options whose names begin so.
/// Without a range, the option's declaration gives it. Without texts, all options vary whose declarations give finite
/// ranges. An option of kind text varies if its start is a list of numbers and a range is given, which then applies to
/// each number. `start` has a value for each declared option. `owner` is "strategy mybot". Throws Failure(usage).
Space read_space(const std::vector<SettingDescription>& declared, const std::vector<std::string>& start,
                 const std::vector<std::string>& texts, const std::string& owner,
                 TextNumbers numbers = TextNumbers::any);

}  // namespace host
