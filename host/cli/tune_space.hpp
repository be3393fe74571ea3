// What `tune` varies: the declared options of a strategy, and their ranges.
#pragma once

#include "host/plugin/description.hpp"

#include <string>
#include <vector>

namespace host {

/// One number or choice that varies: an option, or a number in the list of an option of kind text.
struct Parameter {
  std::string name;                    // "depth"; "weights[3]" for the third number of a list, counted from 0
  std::string option{};                // its name
  std::string start{};                 // its value at the start, as text
  std::vector<std::string> choices{};  // all values of a flag or a choice; empty: a number
  double low = 0;                      // of numbers, as the following
  double high = 1;
  double step = 1;           // between whole numbers
  bool whole = false;        // whether all values are whole numbers
  bool logarithmic = false;  // whether the search works on the logarithm of the value
  char separator = 0;        // between the numbers of the option's list; 0: no list
};

/// What a range of whole numbers means for an option of kind text whose start has whole numbers, too.
enum class TextNumbers {
  any,        // all numbers
  as_written  // whole numbers; "0.0:5" means all
};

/// Parses "depth=1:6,alpha=0.1:10:log,mode,w*=-5:5". A name that ends with '*' means all options whose names begin so.
/// Without a range, the option's declaration gives it. Without texts, all options vary whose declarations give finite
/// ranges. An option of kind text varies if its start is a list of numbers and a range is given, which then applies to
/// each number. `start` has a value for each declared option. `owner` is "strategy mybot". Returns the parameters of
/// one option together. Throws Failure(usage).
std::vector<Parameter> read_space(const std::vector<SettingDescription>& declared,
                                  const std::vector<std::string>& start, const std::vector<std::string>& texts,
                                  const std::string& owner, TextNumbers numbers = TextNumbers::any);

}  // namespace host
